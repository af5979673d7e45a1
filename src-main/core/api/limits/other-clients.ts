/** How long recent usage is expected to continue: at least this, and at least so many windows. */
const expectedAtLeastMs = 60_000;
const expectedWindows = 2;
/** An answer that takes longer than this is not waited for. */
const longestWaitMs = 5000;

/** The same limit used by the user's other clients (part 3, Limits 1), unknown at first. */
export class OtherClients {
  readonly #expectedMs: number;
  #used = 0;
  #usedUntil = -Infinity;
  #peak = 0;
  #peakUntil = -Infinity;
  /** How many requests may be in flight at once, and until when that applies. */
  #maxInFlight: number;
  #maxInFlightUntil = Infinity;
  /** The newest request whose answer was observed. */
  #newest = 0;

  constructor({ max, ms }: { readonly max: number; readonly ms: number }) {
    this.#expectedMs = Math.max(expectedWindows * ms, expectedAtLeastMs);
    this.#maxInFlight = Math.max(1, Math.ceil(max / 4));
  }

  get usedUntil(): number {
    return this.#usedUntil;
  }

  used(now: number): number {
    return now < this.#usedUntil ? this.#used : 0;
  }

  /** How many more slots low-priority requests leave to them: as many as they used recently. */
  expected(now: number, max: number): number {
    if (now >= this.#peakUntil) return 0;
    // A quarter is never left to them, so that every client gets some.
    const share = max - Math.max(1, Math.floor(max / 4));
    return Math.max(max > 1 ? 1 : 0, Math.min(this.#peak, share) - this.used(now));
  }

  /** Until when the next request waits for answers in flight; past when it need not. */
  waitsForAnswerUntil(inFlight: number, lastTakenAt: number): number {
    if (inFlight < this.#maxInFlight) return -Infinity;
    return Math.min(this.#maxInFlightUntil, lastTakenAt + longestWaitMs);
  }

  answered(): void {
    if (this.#maxInFlightUntil === Infinity) this.#maxInFlightUntil = -Infinity;
  }

  /**
   * Their requests as one answer counts them: `used` of the service's count until when, `remaining` slots
   * after it, and `nth`, the sequence number of the request that was answered.
   */
  observe(answer: {
    readonly used: number;
    readonly until: number;
    readonly remaining: number;
    readonly nth: number;
    readonly now: number;
  }): void {
    const { used, until, remaining, nth, now } = answer;
    if (nth < this.#newest) {
      if (used <= this.used(now)) return;
    } else {
      this.#newest = nth;
      this.#maxInFlight = Math.max(1, Math.floor(remaining / 4));
    }
    this.restore(used, until);
    if (used === 0) return;
    if (now >= this.#peakUntil || used >= this.#peak) {
      this.#peak = used;
      this.#peakUntil = now + this.#expectedMs;
    }
    this.#maxInFlightUntil = now + this.#expectedMs;
  }

  /** They may have caused a refusal that did not name a limit. */
  suspect(now: number): void {
    this.#maxInFlight = 1;
    this.#maxInFlightUntil = now + this.#expectedMs;
  }

  restore(used: number, until: number): void {
    this.#used = used;
    this.#usedUntil = until;
  }
}
