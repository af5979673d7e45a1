import { createEmitter } from '#core/emitter.ts';

/** Until when a user's requests wait. All times are Unix milliseconds. */
export interface WaitStatus {
  /** Adds a listener; returns its removal. `null`: none waits any more. */
  onChange(listener: (until: number | null) => void): () => void;
  hasListeners(): boolean;
  /** Sets until when the user's requests wait now; `null` when none does. */
  update(until: number | null, now: number): void;
}

/** A shorter wait is not reported, milliseconds. */
const noticeableMs = 300;
/** A smaller change is not reported, milliseconds. */
const sameMs = 100;

/** Creates the status while no request waits. */
export function createWaitStatus(): WaitStatus {
  const emitter = createEmitter<{ readonly change: number | null }>();
  let reported: number | null = null;
  return {
    onChange: (listener) => emitter.on('change', listener),
    hasListeners: () => emitter.hasListeners('change'),
    update(until, now) {
      if (until === reported) return;
      if (until !== null) {
        if (reported === null && until - now <= noticeableMs) return;
        if (reported !== null && Math.abs(reported - until) < sameMs) return;
      }
      reported = until === null ? null : Math.ceil(until);
      emitter.emit('change', reported);
    },
  };
}
