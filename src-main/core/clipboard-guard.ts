import { createHash } from 'node:crypto';
import type { Clipboard, Clock } from './ports.ts';

export interface ClipboardGuard {
  /**
   * Copies a secret, to be taken off again after `seconds` (0: never) if it is still there.
   * Answers when that will be, Unix milliseconds.
   */
  copy(text: string, seconds: number): Promise<number | null>;
  /** Takes a copied secret off now, if it is still there and was to leave. */
  clearNow(): Promise<void>;
}

/** Remembers a copied secret by its digest only. */
export function createClipboardGuard(clipboard: Clipboard, clock: Clock): ClipboardGuard {
  let pending: { digest: string; cancel: () => void } | undefined;

  async function clearIfStillThere(digest: string): Promise<void> {
    if (digestOf(await clipboard.readText()) === digest) clipboard.clear();
  }

  return {
    async copy(text, seconds) {
      pending?.cancel();
      pending = undefined;
      await clipboard.writeSecret(text);
      if (seconds === 0) return null;
      const digest = digestOf(text);
      const cancel = clock.after(seconds * 1000, () => {
        pending = undefined;
        void clearIfStillThere(digest);
      });
      pending = { digest, cancel };
      return clock.now() + seconds * 1000;
    },
    async clearNow() {
      if (!pending) return;
      const { digest, cancel } = pending;
      pending = undefined;
      cancel();
      await clearIfStillThere(digest);
    },
  };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
