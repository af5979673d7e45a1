import { waitOf, type Clock } from '#core/kernel/ports.ts';

/** Time that is advanced explicitly, as fast as the program can follow. */
export interface VirtualTime {
  readonly clock: Clock;
  /** Lets so many milliseconds pass, running everything that falls due on the way. */
  run(ms: number): Promise<void>;
}

/** Midnight of 2026-01-01, in whole seconds as the service's instants are. */
export const virtualStart = 1_767_225_600_000;

interface Event {
  readonly at: number;
  readonly run: () => void;
  cancelled: boolean;
}

/**
 * Time that only moves when a test moves it, all promises settled after every event. `isBusy`: something
 * takes turns of the event loop but no time.
 */
export function createVirtualTime(isBusy: () => boolean = () => false): VirtualTime {
  /** What is to come, the soonest first; what falls due at one moment in the order of its making. */
  const events: Event[] = [];
  let now = 0;

  /** An immediate runs only after every promise that can settle has. */
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  async function settle(): Promise<void> {
    do await turn();
    while (isBusy());
  }

  return {
    clock: {
      now: () => virtualStart + now,
      monotonic: () => now,
      after(ms, run) {
        const event: Event = { at: now + waitOf(ms), run, cancelled: false };
        events.splice(events.findLastIndex(({ at }) => at <= event.at) + 1, 0, event);
        return () => {
          event.cancelled = true;
        };
      },
    },
    async run(ms) {
      const end = now + ms;
      await settle();
      for (let next = events[0]; next && next.at <= end; next = events[0]) {
        events.shift();
        if (next.cancelled) continue;
        now = next.at;
        next.run();
        await settle();
      }
      now = end;
    },
  };
}
