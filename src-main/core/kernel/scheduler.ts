import type { Clock } from './ports.ts';

/** One timer: what is scheduled last replaces what was scheduled before. */
export type Scheduler = ReturnType<typeof createScheduler>;

export function createScheduler(clock: Pick<Clock, 'after'>) {
  let cancelTimer: (() => void) | undefined;

  function cancel(): void {
    cancelTimer?.();
    cancelTimer = undefined;
  }

  function schedule(run: () => void, ms: number): void {
    cancel();
    cancelTimer = clock.after(ms, () => {
      cancelTimer = undefined;
      run();
    });
  }

  function repeat(run: () => void, ms: number): void {
    schedule(() => {
      // The next one first: a `run` that cancels or throws has its effect on it, or none.
      repeat(run, ms);
      run();
    }, ms);
  }

  return {
    get isScheduled() {
      return cancelTimer !== undefined;
    },
    schedule,
    repeat,
    cancel,
  };
}
