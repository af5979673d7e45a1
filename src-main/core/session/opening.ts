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
export function createOpening(clock: Pick<Clock, 'after'>, onOver: () => void) {
  let isRunning = false;
  let isEnding = false;
  const timer = createScheduler(clock);

  function overIn(ms: number): void {
    timer.schedule(() => {
      isRunning = false;
      onOver();
    }, ms);
  }

  return {
    begin() {
      isRunning = true;
      overIn(patience);
    },
    /** Ends the wait: the window has its first rows, or will have none. */
    end() {
      if (!isRunning || isEnding) return;
      isEnding = true;
      overIn(drawing);
    },
    running: (): boolean => isRunning,
  };
}
