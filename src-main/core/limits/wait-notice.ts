/** Tells a person how long their request must wait. All times are Unix milliseconds. */
export interface WaitNotice {
  listen(listener: (until: number | null) => void): () => void;
  /** Whether anybody listens. */
  heard(): boolean;
  /** Until when the person's requests wait now; `null` when none does. */
  tell(until: number | null, now: number): void;
}

/** A shorter wait is not worth a word. */
const noticeableMs = 300;
/** A smaller change is not worth another. */
const sameMs = 100;

/** Creates a notice that nobody hears yet. */
export function createWaitNotice(): WaitNotice {
  const listeners = new Set<(until: number | null) => void>();
  let told: number | null = null;
  return {
    listen(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    heard: () => listeners.size > 0,
    tell(until, now) {
      if (until === told) return;
      if (until !== null) {
        if (told === null && until - now <= noticeableMs) return;
        if (told !== null && Math.abs(told - until) < sameMs) return;
      }
      told = until === null ? null : Math.ceil(until);
      for (const listener of listeners) listener(told);
    },
  };
}
