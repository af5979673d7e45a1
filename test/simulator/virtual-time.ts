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
  readonly nth: number;
  readonly run: () => void;
  cancelled: boolean;
}

/** The events that are to come, the soonest first; those of one moment in the order of their making. */
class EventHeap {
  readonly #heap: Event[] = [];

  first(): Event | undefined {
    return this.#heap[0];
  }

  push(event: Event): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (!parent || isSooner(parent, event)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = event;
  }

  pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const child = left && right && isSooner(right, left) ? right : left;
      if (!child || !isSooner(child, last)) break;
      heap[at] = child;
      at = child === left ? 2 * at + 1 : 2 * at + 2;
    }
    heap[at] = last;
  }
}

function isSooner(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.nth < b.nth);
}

/**
 * Creates time that only moves when a test moves it. After every event all promises are settled first.
 *
 * @param isBusy whether something is under way that takes turns of the event loop but no time
 */
export function createVirtualTime(isBusy: () => boolean = () => false): VirtualTime {
  const events = new EventHeap();
  let now = 0;
  let nth = 0;

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
        const event: Event = { at: now + waitOf(ms), nth: (nth += 1), run, cancelled: false };
        events.push(event);
        return () => {
          event.cancelled = true;
        };
      },
    },
    async run(ms) {
      const end = now + ms;
      await settle();
      for (let next = events.first(); next && next.at <= end; next = events.first()) {
        events.pop();
        if (next.cancelled) continue;
        now = next.at;
        next.run();
        await settle();
      }
      now = end;
    },
  };
}
