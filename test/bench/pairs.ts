import { performance } from 'node:perf_hooks';

/** Milliseconds that something takes. */
export async function timeOf(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * Times two things in turns and gives each turn's ratio, first by second. The order alternates, so
 * that neither always finds the machine as the other left it.
 *
 * @param warmUp turns before those that count: they are for the compiler and the file cache
 */
export async function ratiosOf(
  work: { readonly of: () => unknown; readonly by: () => unknown },
  turns: { readonly rounds: number; readonly warmUp: number },
): Promise<number[]> {
  const ratios: number[] = [];
  for (let turn = -turns.warmUp; turn < turns.rounds; turn += 1) {
    const firstOf = turn % 2 === 0;
    const early = await timeOf(firstOf ? work.of : work.by);
    const late = await timeOf(firstOf ? work.by : work.of);
    if (turn >= 0) ratios.push(firstOf ? early / late : late / early);
  }
  return ratios;
}
