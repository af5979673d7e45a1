import { performance } from 'node:perf_hooks';

/** A clock to measure with, milliseconds. */
type Stopwatch = () => number;

/** Time as it passes. */
export const wallTime: Stopwatch = () => performance.now();

async function timeOf(work: () => unknown, now: Stopwatch): Promise<number> {
  const started = now();
  await work();
  return now() - started;
}

interface Turns {
  readonly rounds: number;
  /** Turns before those that count: they are for the compiler and the file cache. */
  readonly warmUp: number;
}

/**
 * Times two things in turns and gives each turn's ratio, first by second. The order alternates, so
 * that neither always finds the machine as the other left it.
 */
export function ratiosOf(
  work: { readonly of: () => unknown; readonly by: () => unknown },
  turns: Turns & { readonly now: Stopwatch },
): Promise<number[]> {
  const { of, by } = work;
  return ratiosOfTimes({ of: () => timeOf(of, turns.now), by: () => timeOf(by, turns.now) }, turns);
}

/** The same of two things that say themselves how long they took, without what prepares and ends them. */
export async function ratiosOfTimes(
  times: { readonly of: () => Promise<number>; readonly by: () => Promise<number> },
  turns: Turns,
): Promise<number[]> {
  const ratios: number[] = [];
  for (let turn = -turns.warmUp; turn < turns.rounds; turn += 1) {
    const firstOf = turn % 2 === 0;
    const early = await (firstOf ? times.of : times.by)();
    const late = await (firstOf ? times.by : times.of)();
    if (turn >= 0) ratios.push(firstOf ? early / late : late / early);
  }
  return ratios;
}
