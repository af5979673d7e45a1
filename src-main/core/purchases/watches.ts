import type { Clock } from '#core/ports.ts';

/**
 * One look of a watch: answers how long to pause before the next, milliseconds, `undefined` to end.
 *
 * @param nth counted from 0
 * @param isCurrent whether this watch still runs; asked after every wait
 */
export type Round = (nth: number, isCurrent: () => boolean) => Promise<number | undefined>;

/** Before the next look after one that threw, milliseconds. */
const afterFault = 60_000;

/** At most one watch an entry; starting another ends the one before. */
export interface Watches {
  start(id: string, firstMs: number, round: Round): void;
  /** The next look of the watch that runs comes now, and its pauses begin anew. */
  quicken(id: string): void;
  stop(id: string): void;
  stopAll(): void;
}

export function createWatches(clock: Clock): Watches {
  const running = new Map<string, { cancel: () => void; round: Round }>();

  function start(id: string, firstMs: number, round: Round): void {
    stop(id);
    const watch = { cancel: () => undefined as unknown, round };
    running.set(id, watch);
    const isCurrent = () => running.get(id) === watch;
    let nth = 0;
    const next = (ms: number): void => {
      watch.cancel = clock.after(ms, () => {
        void round(nth, isCurrent).then(
          (pause) => {
            nth += 1;
            if (!isCurrent()) return;
            if (pause === undefined) running.delete(id);
            else next(pause);
          },
          // A look that fails in a way nobody foresaw must not end the search.
          () => {
            if (isCurrent()) next(afterFault);
          },
        );
      });
    };
    next(firstMs);
  }

  function stop(id: string): void {
    running.get(id)?.cancel();
    running.delete(id);
  }

  return {
    start,
    quicken(id) {
      const watch = running.get(id);
      if (watch) start(id, 0, watch.round);
    },
    stop,
    stopAll() {
      for (const id of [...running.keys()]) stop(id);
    },
  };
}
