import { createScheduler } from '#core/kernel/scheduler.ts';
import type { Clock } from '#core/kernel/ports.ts';

/** The longest that anything waits for a window that is opening, milliseconds. */
const patience = 5_000;

/** From the answer with the first rows to their picture, milliseconds. */
const drawing = 500;

/**
 * Whether a window is opening that has yet to show what the account has.
 *
 * At the start stored data is shown before anything is requested: a refresh and a poll keep the
 * disk and the processor busy, which the window needs to open.
 *
 * @param onOver called when the window has its first rows, or the wait for them timed out
 */
export function createInitialList(clock: Pick<Clock, 'after'>, onOver: () => void) {
  let pending = false;
  let isGiven = false;
  const end = createScheduler(clock);

  function overIn(ms: number): void {
    end.schedule(() => {
      pending = false;
      onOver();
    }, ms);
  }

  return {
    /** A window is opening. */
    expect() {
      pending = true;
      overIn(patience);
    },
    /** It received its first rows, or will not receive any. */
    given() {
      if (!pending || isGiven) return;
      isGiven = true;
      overIn(drawing);
    },
    pending: (): boolean => pending,
  };
}
