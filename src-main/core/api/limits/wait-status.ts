/** A shorter wait is not reported, milliseconds. */
const noticeableMs = 300;
/** A smaller change is not reported, milliseconds. */
const sameMs = 100;

/** Until when a user's requests wait. All times are Unix milliseconds; `null`: none waits. */
export class WaitStatus {
  #listener: ((until: number | null) => void) | undefined;
  #reported: number | null = null;

  onChange(listener: (until: number | null) => void): void {
    this.#listener = listener;
  }

  get isFollowed(): boolean {
    return this.#listener !== undefined;
  }

  update(until: number | null, now: number): void {
    const reported = this.#reported;
    if (until === reported) return;
    if (until !== null) {
      if (reported === null && until - now <= noticeableMs) return;
      if (reported !== null && Math.abs(reported - until) < sameMs) return;
    }
    this.#reported = until === null ? null : Math.ceil(until);
    this.#listener?.(this.#reported);
  }
}
