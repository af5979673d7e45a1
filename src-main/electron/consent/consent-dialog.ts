import type { BrowserWindow, Dialog, SystemPreferences } from 'electron';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import type { Clock, ConsentDialog } from '#core/kernel/ports.ts';
import type { Language } from '#contract/constants.ts';
import { consentText, newKeyText, touchIdText, type ConsentText } from './consent-texts.ts';

/** The shortest time to read a question, ms: an earlier click was meant for the page. */
const readingTime = 500;

/** So many clicks that came too early count as a refusal. */
const maxTries = 3;

/** The button that refuses is the one for Enter as well: no key that is held or pressed twice confirms. */
const refusing = 1;

interface ConsentDialogParts {
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** The window that the user has before them, if any. */
  readonly window: () => BrowserWindow | undefined;
  /** Absent where the system has none; macOS asks for a fingerprint where there is a sensor. */
  readonly touchId?: Pick<SystemPreferences, 'canPromptTouchID' | 'promptTouchID'> | undefined;
  /** Whether the user wants every question to need a fingerprint as well. */
  readonly isTouchIdEnabled: () => boolean;
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
  async function isConfirmed(text: ConsentText, closed: AbortSignal): Promise<boolean> {
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
        defaultId: refusing,
        cancelId: refusing,
        noLink: true,
        signal: closed,
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
    async ask(question, closed) {
      const { touchId } = parts;
      const hasSensor = touchId?.canPromptTouchID() === true;
      if (hasSensor && question.kind === 'unlock') return isTouched(touchId, question);
      if (!(await isConfirmed(consentText(question, language()), closed))) return false;
      return hasSensor && parts.isTouchIdEnabled() ? isTouched(touchId, question) : true;
    },
    showKey: (name, key, closed) => isConfirmed(newKeyText(name, key, language()), closed),
  };
}
