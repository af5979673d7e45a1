import type { Clock } from './ports.ts';

/** An answer of the service, as far as it says what time it is there. */
export interface DatedAnswer {
  /** Address of the service. */
  readonly service: string;
  /** Its `Date` header: whole seconds, cut off, of when it began to answer. */
  readonly date: string | undefined;
}

/** The computer's clock, and what the service's answers say of the service's own. */
export interface ServiceClock extends Clock {
  /**
   * The service's time, Unix milliseconds: never later than its own clock says. `undefined` until it
   * has answered.
   */
  serviceTime(): number | undefined;
  /** Learns from an answer of the service that has just arrived. */
  answered(answer: DatedAnswer): void;
  /** Forgets the time of another service. */
  follow(service: string): void;
}

export function createServiceClock(clock: Clock): ServiceClock {
  /** The service's time when the monotonic clock was at 0, at the earliest. */
  let known: { readonly service: string; readonly earliest: number } | undefined;
  return {
    ...clock,
    serviceTime: () => known && known.earliest + clock.monotonic(),
    answered({ service, date = '' }) {
      const time = Date.parse(date);
      if (Number.isNaN(time)) return;
      known = { service, earliest: time - clock.monotonic() };
    },
    follow(service) {
      if (known?.service !== service) known = undefined;
    },
  };
}
