import type { Mutation } from './mutation.ts';

/** Guards of one file of the journal, each with what stands in its place, that one file of tests misses. */
export function guardsIn(
  file: string,
  test: string,
  guards: readonly (readonly [guard: string, instead: string])[],
): Mutation[] {
  return guards.map(([guard, instead]) => ({
    file: `src-main/core/purchases/${file}.ts`,
    guard,
    instead,
    test: `test/core/purchases/${test}.test.ts`,
  }));
}
