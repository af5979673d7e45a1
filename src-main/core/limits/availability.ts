import type { EndpointQueue } from './endpoint-queue.ts';
import type { InteractiveReserve } from './interactive-reserve.ts';
import type { LimitWindow } from './limit-window.ts';
import { isLowPriority } from './priority.ts';

/**
 * When the windows let a request of a priority through. `level` is an index in `priorities`; all
 * times are monotonic milliseconds.
 */
export interface Availability {
  /** When the overview opens; in the past when it is open. */
  overviewOpensAt(level: number, now: number): number;
  /** When the endpoint's own windows open; `now` or earlier when they are open. */
  ownOpensAt(queue: EndpointQueue<unknown>, level: number, now: number): number;
  /** When one more could go, with so many going first on its endpoint and overall. */
  opensAt(
    queue: EndpointQueue<unknown>,
    level: number,
    now: number,
    ahead: { readonly onEndpoint: number; readonly overall: number },
  ): number;
}

/** @param reserve what a priority must leave free in each window */
export function createAvailability(
  overview: LimitWindow,
  reserve: Pick<InteractiveReserve, 'reserved'>,
): Availability {
  /** A closed window stays closed until then, unless something happens to it. */
  function closedUntil(window: LimitWindow, level: number, now: number): number {
    const reserved = reserve.reserved(level, window, now);
    return window.isOpen(now, reserved) ? -Infinity : window.opensAt(now, reserved, 0);
  }

  return {
    overviewOpensAt: (level, now) => closedUntil(overview, level, now),
    ownOpensAt(queue, level, now) {
      const kind = isLowPriority(level) ? 1 : 0;
      const known = queue.closedUntil[kind];
      if (known > now) return known;
      let at = -Infinity;
      for (const window of queue.windows) at = Math.max(at, closedUntil(window, level, now));
      queue.closedUntil[kind] = at;
      return at;
    },
    opensAt(queue, level, now, ahead) {
      const reserved = (window: LimitWindow) => reserve.reserved(level, window, now);
      const overall = queue.inOverview
        ? overview.opensAt(now, reserved(overview), ahead.overall)
        : now;
      return queue.windows.reduce(
        (at, window) => Math.max(at, window.opensAt(now, reserved(window), ahead.onEndpoint)),
        overall,
      );
    },
  };
}
