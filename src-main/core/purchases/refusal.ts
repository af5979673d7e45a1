import { fail, type Result } from '#contract/failure.ts';

/** Nothing was done for this word, and why. */
export function refuse(path: string, code: string): Result<never> {
  return fail('invalid-input', { issues: [{ path, code }] });
}
