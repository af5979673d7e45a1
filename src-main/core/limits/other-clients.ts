/**
 * The usage of one limit by the user's other clients, which share it (specification, part 3,
 * Limits 1). All times are monotonic milliseconds.
 */
export interface OtherUsage {
  /** How many of their requests the service counts now. */
  used(now: number): number;
  /** When those stop counting. */
  readonly usedUntil: number;
  /** How many more slots low-priority requests leave to them: as many as they used recently. */
  expected(now: number, max: number): number;
  /**
   * Until when the next request waits for an answer to those in flight; in the past when it need
   * not wait.
   */
  waitsForAnswerUntil(inFlight: number, lastTakenAt: number): number;
  /** An answer arrived: from here on it is known whether there are other clients. */
  answered(): void;
  /** The service's count of their requests, as of one answer. */
  observe(observation: {
    readonly used: number;
    readonly until: number;
    /** Slots that were left after the answer. */
    readonly remaining: number;
    /** Sequence number of the request that was answered. */
    readonly nth: number;
    readonly now: number;
  }): void;
  /** They may have caused a refusal that did not name a limit. */
  suspect(now: number): void;
  restore(used: number, until: number): void;
}

/** How long recent usage is expected to continue: at least this, and at least so many windows. */
const expectedAtLeastMs = 60_000;
const expectedWindows = 2;
/** An answer that takes longer than this is not waited for. */
const longestWaitMs = 5000;

/** Creates a record that does not know yet whether there are other clients. */
export function createOtherUsage(limit: { readonly max: number; readonly ms: number }): OtherUsage {
  const expectedMs = Math.max(expectedWindows * limit.ms, expectedAtLeastMs);
  let count = 0;
  let countedUntil = -Infinity;
  /** The highest recent count. */
  let peak = 0;
  let peakUntil = -Infinity;
  /** How many requests may be in flight at once, and until when that applies. */
  let maxInFlight = Math.max(1, Math.ceil(limit.max / 4));
  let maxInFlightUntil = Infinity;
  /** The newest request whose answer was observed. */
  let newest = 0;

  const used = (now: number) => (now < countedUntil ? count : 0);

  return {
    used,
    get usedUntil() {
      return countedUntil;
    },
    expected(now, max) {
      if (now >= peakUntil) return 0;
      // A quarter is never left to them, so that every client gets some.
      const share = max - Math.max(1, Math.floor(max / 4));
      return Math.max(max > 1 ? 1 : 0, Math.min(peak, share) - used(now));
    },
    waitsForAnswerUntil: (inFlight, lastTakenAt) =>
      inFlight >= maxInFlight ? Math.min(maxInFlightUntil, lastTakenAt + longestWaitMs) : -Infinity,
    answered() {
      if (maxInFlightUntil === Infinity) maxInFlightUntil = -Infinity;
    },
    observe({ used: seen, until, remaining, nth, now }) {
      if (nth < newest) {
        if (seen <= used(now)) return;
      } else {
        newest = nth;
        maxInFlight = Math.max(1, Math.floor(remaining / 4));
      }
      count = seen;
      countedUntil = until;
      if (seen === 0) return;
      if (now >= peakUntil || seen >= peak) {
        peak = seen;
        peakUntil = now + expectedMs;
      }
      maxInFlightUntil = now + expectedMs;
    },
    suspect(now) {
      maxInFlight = 1;
      maxInFlightUntil = now + expectedMs;
    },
    restore(restored, until) {
      count = restored;
      countedUntil = until;
    },
  };
}
