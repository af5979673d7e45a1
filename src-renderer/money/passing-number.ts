import { CardNumber, PhoneNumber } from '#contract/rules/cards.ts';

/** Separators between the digits of a typed or pasted number. */
const between = /[\s()\-.\u2010-\u2015]/g;

/** A card number as the service wants it, or `null` for what fails the Luhn check. */
export function cardNumber(typed: string): string | null {
  const parsed = CardNumber.safeParse(typed.replaceAll(between, ''));
  return parsed.success ? parsed.data : null;
}

/** A Russian phone number in the form +7 and ten digits, of any form that is used for one. */
export function phoneNumber(typed: string): string | null {
  const digits = typed.replaceAll(between, '');
  const [, own] = /^(?:\+7|7|8)?(\d{10})$/.exec(digits) ?? [];
  const parsed = PhoneNumber.safeParse(`+7${own ?? ''}`);
  return parsed.success ? parsed.data : null;
}
