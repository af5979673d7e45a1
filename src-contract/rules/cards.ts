import { z } from 'zod';

/** Whether a string of digits ends in its Luhn check digit. */
export function passesLuhn(digits: string): boolean {
  if (!/^[0-9]{2,}$/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.at(-1 - place));
    const value = place % 2 === 0 ? digit : digit * 2;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** 12 to 19 digits that pass the Luhn check: lengths in use (ISO/IEC 7812), for none is shown. */
export const CardNumber = z
  .string()
  .refine((digits) => /^[0-9]{12,19}$/.test(digits) && passesLuhn(digits), {
    message: 'luhn',
    params: { rule: 'luhn' },
  })
  .meta({ longest: 19 });

/** Phone of a withdrawal by SBP: `+7` followed by 10 digits. */
export const PhoneNumber = z.string().regex(/^\+7[0-9]{10}$/);
