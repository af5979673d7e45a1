import type { BrowserWindow, Dialog, SystemPreferences } from 'electron';
import type { Clock, ConsentDialog } from '#core/kernel/ports.ts';
import type { Language } from '#contract/constants.ts';
import { consentText, newKeyText, unlockWord, type ConsentText } from './consent-texts.ts';

/** The shortest time to read a question, ms: an earlier click was meant for the page. */
const readingTime = 500;

/** So many clicks that came too early count as a refusal. */
const maxTries = 3;

/** The buttons, by their place in the box. */
const confirming = 0;
const refusing = 1;

/**
 * The core's `ConsentDialog` port: the system's own message box, modal to the window. A page has no
 * way to draw over it, to read it or to press its buttons. Unlocking is by Touch ID where there is a
 * sensor; elsewhere a box would prove nothing, and there is none.
 */
export function createConsentDialog(parts: {
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** The window that the user has before them, if any. */
  readonly window: () => BrowserWindow | undefined;
  /** Absent where the system has none; macOS asks for a fingerprint where there is a sensor. */
  readonly touchId?: Pick<SystemPreferences, 'canPromptTouchID' | 'promptTouchID'> | undefined;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly language: () => Language;
}): ConsentDialog {
  const { dialog, clock, language } = parts;

  /** `true`: confirmed, with time to read. Enter refuses unless said: no held or repeated key confirms. */
  async function isConfirmed(
    text: ConsentText,
    closed: AbortSignal,
    defaultId = refusing,
  ): Promise<boolean> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const window = parts.window();
      if (window === undefined || !window.isVisible() || window.isMinimized()) return false;
      if (closed.aborted) return false;
      const shownAt = clock.monotonic();
      const { response } = await dialog.showMessageBox(window, {
        type: 'question',
        title: 'Culvert',
        message: text.message,
        detail: text.lines.join('\n'),
        buttons: [text.confirm, text.refuse],
        defaultId,
        cancelId: refusing,
        noLink: true,
        signal: closed,
      });
      if (response !== confirming) return false;
      if (clock.monotonic() - shownAt >= readingTime) return true;
    }
    return false;
  }

  async function isTouched(touchId: Pick<SystemPreferences, 'promptTouchID'>): Promise<boolean> {
    try {
      await touchId.promptTouchID(unlockWord(language()));
      return true;
    } catch {
      return false;
    }
  }

  return {
    async ask(question, closed) {
      const { touchId } = parts;
      if (question.kind === 'unlock') {
        return touchId?.canPromptTouchID() ? isTouched(touchId) : !closed.aborted;
      }
      return isConfirmed(consentText(question, language()), closed);
    },
    // Copying gives nothing away, and who closes it without that may miss the key.
    showKey: (name, key, closed) =>
      isConfirmed(newKeyText(name, key, language()), closed, confirming),
  };
}
