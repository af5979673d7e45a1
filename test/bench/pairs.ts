import { performance } from 'node:perf_hooks';

/** A clock to measure with, milliseconds. */
export type Stopwatch = () => number;

/** Time as it passes. */
export const wallTime: Stopwatch = () => performance.now();

async function timeOf(work: () => unknown, now: Stopwatch): Promise<number> {
  const started = now();
  await work();
  return now() - started;
}

/**
 * Times two things in turns and gives each turn's ratio, first by second. The order alternates, so
 * that neither always finds the machine as the other left it.
 *
 * @param warmUp turns before those that count: they are for the compiler and the file cache
 */
export async function ratiosOf(
  work: { readonly of: () => unknown; readonly by: () => unknown },
  turns: { readonly rounds: number; readonly warmUp: number; readonly now: Stopwatch },
): Promise<number[]> {
  const ratios: number[] = [];
  for (let turn = -turns.warmUp; turn < turns.rounds; turn += 1) {
    const firstOf = turn % 2 === 0;
    const early = await timeOf(firstOf ? work.of : work.by, turns.now);
    const late = await timeOf(firstOf ? work.by : work.of, turns.now);
    if (turn >= 0) ratios.push(firstOf ? early / late : late / early);
  }
  return ratios;
}
