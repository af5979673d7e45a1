/** Time as the service sees it. Injected, so that tests can move it. */
export interface ServiceClock {
  /** Unix milliseconds. */
  now(): number;
}

/** A clock that a caller can move; it otherwise runs with its base clock. */
export interface MovableClock extends ServiceClock {
  /** Puts the clock forward by `seconds` (or back, when negative). */
  advance(seconds: number): void;
}

export const systemClock: ServiceClock = { now: () => Date.now() };

/** A clock on top of `base` that can be put forward. */
export function movable(base: ServiceClock): MovableClock {
  let offset = 0;
  return {
    now: () => base.now() + offset,
    advance(seconds) {
      offset += seconds * 1000;
    },
  };
}
