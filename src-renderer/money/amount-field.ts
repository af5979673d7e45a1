/** A whole number as people type one, grouped by spaces or not; `NaN` for anything else. */
export function wholeNumber(typed: string): number {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : NaN;
}
