import { createHash } from 'node:crypto';
import type { Clipboard, Clock } from '#core/kernel/ports.ts';
import { createQueue } from '#core/kernel/queue.ts';
import { createScheduler } from '#core/kernel/scheduler.ts';

/** The copied secret that will be cleared, by its digest only. */
interface Copied {
  readonly digest: string;
}

/** When clearing is tried again after the clipboard could not be read, milliseconds. */
const retryMs = 5000;
/** How often and at what interval it is tried at once, before a sleep or the program's end. */
const lastAttempts = 3;
const lastRetryMs = 200;

/** Copies secrets and clears them after a while, one operation after the other. */
export function createClipboardGuard(clipboard: Clipboard, clock: Clock) {
  const timer = createScheduler(clock);
  let pending: Copied | undefined;
  const inTurn = createQueue();
  let isClosed = false;

  /** Answers `false` when the clipboard could not be read or cleared. */
  async function clear(copied: Copied): Promise<boolean> {
    // Something newer was copied meanwhile, with a time of its own.
    if (pending !== copied) return true;
    try {
      if (digestOf(await clipboard.readText()) === copied.digest) await clipboard.clear();
    } catch {
      return false;
    }
    pending = undefined;
    return true;
  }

  function clearAfter(copied: Copied, ms: number): void {
    timer.schedule(() => {
      void inTurn(async () => {
        if (!(await clear(copied))) clearAfter(copied, retryMs);
      });
    }, ms);
  }

  return {
    /** Copies a secret for `seconds` (0: for ever); answers until when. May reject. */
    copy: (text: string, seconds: number): Promise<number | null> =>
      inTurn(async () => {
        if (isClosed) throw new Error('the program ends');
        await clipboard.writeSecret(text);
        pending = undefined;
        if (seconds === 0) return null;
        pending = { digest: digestOf(text) };
        clearAfter(pending, seconds * 1000);
        return clock.now() + seconds * 1000;
      }),
    /** Clears it now if it is still there; tries again where the clipboard refuses. */
    clearNow,
    /** Clears without looking: the system ends the program before an answer would come. */
    clearUnread(): void {
      if (!pending) return;
      pending = undefined;
      timer.cancel();
      clipboard.clear().catch(() => undefined);
    },
    /** The program ends: nothing is copied from now on, and then it is cleared. Never rejects. */
    close: (): Promise<void> => {
      isClosed = true;
      return clearNow();
    },
  };

  function clearNow(): Promise<void> {
    return inTurn(async () => {
      if (!pending) return;
      const copied = pending;
      for (let attempt = 1; !(await clear(copied)); attempt += 1) {
        if (attempt === lastAttempts) {
          clearAfter(copied, retryMs);
          return;
        }
        await new Promise<void>((resolve) => clock.after(lastRetryMs, resolve));
      }
    });
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
