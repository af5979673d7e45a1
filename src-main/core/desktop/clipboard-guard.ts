import { createHash } from 'node:crypto';
import type { Clipboard, Clock } from '#core/kernel/ports.ts';
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

/**
 * A guard of the system's clipboard: it copies secrets, and clears them after a while. Its operations
 * run one after the other.
 */
export function createClipboardGuard(clipboard: Clipboard, clock: Clock) {
  const timer = createScheduler(clock);
  let pending: Copied | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function inTurn<T>(operation: () => Promise<T>): Promise<T> {
    const done = last.then(operation);
    last = done.catch(() => undefined);
    return done;
  }

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
    /**
     * Copies a secret, to be cleared after `seconds` (0: never) if it is still there. Answers when
     * that will be, Unix milliseconds. Rejects when the clipboard does not take it; what was copied
     * before is then cleared at its own time.
     */
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
    /**
     * Clears a copied secret now, if it is still there and was to be cleared. Tries a few times before
     * it answers, and goes on trying at intervals where the clipboard still refuses. Never rejects.
     */
    clearNow,
    /**
     * Clears the clipboard at once where a copied secret was to be cleared, without looking whether it
     * is still there: the system ends the program before an answer would come.
     */
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
        await new Promise<void>((resolve) => {
          clock.after(lastRetryMs, resolve);
        });
      }
    });
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
