/**
 * What one limit shows of the user's other devices, which spend it too (specification, part 3,
 * Limits 1). All times are monotonic milliseconds.
 */
export interface Others {
  /** How many of their requests the service counts now. */
  spent(now: number): number;
  /** When those stop counting. */
  readonly until: number;
  /** What careful work leaves to them beyond that: as much as they took lately. */
  caution(now: number, max: number): number;
  /** Until when an answer should be heard before another request goes; in the past when it need not. */
  crowdedUntil(open: number, lastTaken: number): number;
  /** An answer came: from here on the device does not have to guess whether it is alone. */
  heard(): void;
  /** The service's count of them by an answer: how many, until when, what was left after it. */
  see(count: number, until: number, left: number, nth: number, now: number): void;
  /** They may have caused a refusal that said nothing. */
  suspect(now: number): void;
  restore(count: number, until: number): void;
}

/** So long, and at least so many windows, they are expected to spend as they did. */
const rememberedLeastMs = 60_000;
const rememberedWindows = 2;
/** An answer that takes longer than this is not waited for. */
const patienceMs = 5000;

/** Begins without knowing whether there are any. */
export function createOthers(limit: { readonly max: number; readonly ms: number }): Others {
  const remembered = Math.max(rememberedWindows * limit.ms, rememberedLeastMs);
  let count = 0;
  let countedUntil = -Infinity;
  /** The most that they were seen to spend lately. */
  let peak = 0;
  let peakUntil = -Infinity;
  /** How many requests may be under way at once, until when. */
  let together = Math.max(1, Math.ceil(limit.max / 4));
  let togetherUntil = Infinity;
  /** The newest request whose answer was heard. */
  let newest = 0;

  return {
    spent: (now) => (now < countedUntil ? count : 0),
    get until() {
      return countedUntil;
    },
    caution(now, max) {
      if (now >= peakUntil) return 0;
      // A quarter is never left to them, so that every device gets some.
      const share = max - Math.max(1, Math.floor(max / 4));
      const counted = now < countedUntil ? count : 0;
      return Math.max(max > 1 ? 1 : 0, Math.min(peak, share) - counted);
    },
    crowdedUntil: (open, lastTaken) =>
      open >= together ? Math.min(togetherUntil, lastTaken + patienceMs) : -Infinity,
    heard() {
      if (togetherUntil === Infinity) togetherUntil = -Infinity;
    },
    see(seen, until, left, nth, now) {
      if (nth < newest) {
        if (seen <= (now < countedUntil ? count : 0)) return;
      } else {
        newest = nth;
        together = Math.max(1, Math.floor(left / 4));
      }
      count = seen;
      countedUntil = until;
      if (seen === 0) return;
      if (now >= peakUntil || seen >= peak) {
        peak = seen;
        peakUntil = now + remembered;
      }
      togetherUntil = now + remembered;
    },
    suspect(now) {
      together = 1;
      togetherUntil = now + remembered;
    },
    restore(seen, until) {
      count = seen;
      countedUntil = until;
    },
  };
}
