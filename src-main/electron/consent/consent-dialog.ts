import type { BrowserWindow, Dialog, SystemPreferences } from 'electron';
import type { ConsentQuestion } from '#core/consent/question.ts';
import type { Clock, ConsentDialog } from '#core/ports.ts';
import type { Language } from '#contract/constants.ts';
import { consentText, newKeyText, touchIdText, type ConsentText } from './consent-texts.ts';

/**
 * The shortest time in which a user can read a question, milliseconds: an earlier Enter was meant
 * for the page, which may have timed its request for it.
 */
const readingTime = 500;

/** A key that is held down answers each dialog at once: after so many it counts as a refusal. */
const maxTries = 3;

interface ConsentDialogParts {
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** The window that the user has before them, if any. */
  readonly window: () => BrowserWindow | undefined;
  /** Absent where the system has none; macOS asks for a fingerprint where there is a sensor. */
  readonly touchId?: Pick<SystemPreferences, 'canPromptTouchID' | 'promptTouchID'> | undefined;
  /** Whether the user wants every question to need a fingerprint as well. */
  readonly isTouchIdWanted: () => boolean;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly language: () => Language;
}

/**
 * The core's `ConsentDialog` port: the system's own message box, modal to the window. A page has no
 * way to draw over it, to read it or to press its buttons. Touch ID comes after the box and never in
 * place of it, because its prompt has room for one phrase; unlocking, which has nothing to read, is
 * by Touch ID alone.
 */
export function createConsentDialog(parts: ConsentDialogParts): ConsentDialog {
  const { dialog, clock, language } = parts;

  /** `true`: the user chose the button that confirms, and had the time to read. */
  async function isConfirmed(text: ConsentText): Promise<boolean> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const window = parts.window();
      if (window === undefined || !window.isVisible() || window.isMinimized()) return false;
      const shownAt = clock.monotonic();
      const { response } = await dialog.showMessageBox(window, {
        type: 'question',
        title: 'Culvert',
        message: text.message,
        detail: text.lines.join('\n'),
        buttons: [text.confirm, text.refuse],
        defaultId: 0,
        cancelId: 1,
        noLink: true,
      });
      if (response !== 0) return false;
      if (clock.monotonic() - shownAt >= readingTime) return true;
    }
    return false;
  }

  async function isTouched(
    touchId: Pick<SystemPreferences, 'promptTouchID'>,
    question: ConsentQuestion,
  ): Promise<boolean> {
    try {
      await touchId.promptTouchID(touchIdText(question, language()));
      return true;
    } catch {
      return false;
    }
  }

  return {
    async ask(question) {
      const { touchId } = parts;
      const hasSensor = touchId?.canPromptTouchID() === true;
      if (hasSensor && question.kind === 'unlock') return isTouched(touchId, question);
      if (!(await isConfirmed(consentText(question, language())))) return false;
      return hasSensor && parts.isTouchIdWanted() ? isTouched(touchId, question) : true;
    },
    showKey: (name, text) => isConfirmed(newKeyText(name, text, language())),
  };
}
