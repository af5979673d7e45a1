import { createEmitter } from '#core/kernel/emitter.ts';

/** A shorter wait is not reported, milliseconds. */
const noticeableMs = 300;
/** A smaller change is not reported, milliseconds. */
const sameMs = 100;

/** Until when a user's requests wait. All times are Unix milliseconds; `null`: none waits. */
export class WaitStatus {
  readonly #emitter = createEmitter<{ readonly change: number | null }>();
  #reported: number | null = null;

  onChange(listener: (until: number | null) => void): () => void {
    return this.#emitter.on('change', listener);
  }

  hasListeners(): boolean {
    return this.#emitter.hasListeners('change');
  }

  update(until: number | null, now: number): void {
    const reported = this.#reported;
    if (until === reported) return;
    if (until !== null) {
      if (reported === null && until - now <= noticeableMs) return;
      if (reported !== null && Math.abs(reported - until) < sameMs) return;
    }
    this.#reported = until === null ? null : Math.ceil(until);
    this.#emitter.emit('change', this.#reported);
  }
}
