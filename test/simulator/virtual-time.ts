import type { Clock } from '#core/ports.ts';

/** Time that passes only when told to, and then as fast as the program can follow. */
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

/**
 * Creates time that stands still. After every event all promises are settled first.
 *
 * @param isBusy whether something is under way that takes turns of the event loop but no time
 */
export function createVirtualTime(isBusy: () => boolean = () => false): VirtualTime {
  const heap: Event[] = [];
  let now = 0;
  let nth = 0;

  const sooner = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.nth < b.nth);

  function push(event: Event): void {
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (!parent || sooner(parent, event)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = event;
  }

  function pop(): Event | undefined {
    const top = heap[0];
    const last = heap.pop();
    if (!top || !last || heap.length === 0) return top;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const child = left && right && sooner(right, left) ? right : left;
      if (!child || !sooner(child, last)) break;
      heap[at] = child;
      at = child === left ? 2 * at + 1 : 2 * at + 2;
    }
    heap[at] = last;
    return top;
  }

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
        const event: Event = { at: now + Math.max(0, ms), nth: (nth += 1), run, cancelled: false };
        push(event);
        return () => {
          event.cancelled = true;
        };
      },
    },
    async run(ms) {
      const end = now + ms;
      await settle();
      for (let next = heap[0]; next && next.at <= end; next = heap[0]) {
        pop();
        if (next.cancelled) continue;
        now = next.at;
        next.run();
        await settle();
      }
      now = end;
    },
  };
}
