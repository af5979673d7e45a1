import type { Clock } from '#core/kernel/ports.ts';
import { createScheduler, type Scheduler } from '#core/kernel/scheduler.ts';

/** Answers the pause before the next round, milliseconds, `undefined` to end. */
type Poll = (nth: number, isCurrent: () => boolean) => Promise<number | undefined>;

/** Before the next round after one that threw, milliseconds. */
const pauseAfterFault = 60_000;

/** At most one poller per entry; starting another ends the one before. */
export function createPollers(clock: Clock) {
  const running = new Map<string, { timer: Scheduler; poll: Poll }>();

  function start(id: string, firstMs: number, poll: Poll): void {
    stop(id);
    const poller = { timer: createScheduler(clock), poll };
    running.set(id, poller);
    const isCurrent = () => running.get(id) === poller;
    let nth = 0;
    const schedule = (ms: number): void => {
      poller.timer.schedule(() => {
        void poll(nth, isCurrent).then(
          (pause) => {
            nth += 1;
            if (!isCurrent()) return;
            if (pause === undefined) running.delete(id);
            else schedule(pause);
          },
          // An unforeseen fault in one round must not end the search.
          () => {
            if (isCurrent()) schedule(pauseAfterFault);
          },
        );
      }, ms);
    };
    schedule(firstMs);
  }

  function stop(id: string): void {
    running.get(id)?.timer.cancel();
    running.delete(id);
  }

  return {
    start,
    /** Runs the next round of a running poller now, and resets its pauses. */
    pollNow(id: string) {
      const poller = running.get(id);
      if (poller) start(id, 0, poller.poll);
    },
    stop,
    stopAll() {
      for (const id of [...running.keys()]) stop(id);
    },
  };
}
