import type { MessageBoxOptions, MessageBoxReturnValue } from 'electron';

/** A message box that is open. */
export interface OpenBox {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  /** For how long it has been open, milliseconds. */
  readonly openFor: number;
}

/** What a user presses in a message box: a key, or with the mouse the button that confirms. */
export type BoxKey = 'Enter' | 'Escape' | 'confirm';

export interface MessageBoxes {
  openBox(): OpenBox | undefined;
  press(key: BoxKey): void;
}

/** The window that a box is modal to. */
interface ParentWindow {
  isVisible(): boolean;
  isDestroyed(): boolean;
}

/** Any other option would go unnoticed here. */
const knownOptions = new Set([
  'type',
  'title',
  'message',
  'detail',
  'buttons',
  'defaultId',
  'cancelId',
  'noLink',
  'signal',
]);

/** The signs around text whose direction must not reach beyond it. */
const isolates = /[\u2068\u2069]/gu;

/** How long a user who cannot be shown a box takes to agree, milliseconds. */
const agreesAfter = 1000;

/**
 * Makes `dialog.showMessageBox`: modal to a window that can be seen, one at a time, answered by Enter, Escape
 * or a button; an error where the system would show it otherwise than meant. `agree`: prints and agrees, for
 * a user, who cannot be shown the system's box.
 */
export function createMessageBoxes(agree: boolean) {
  let open: (OpenBox & { readonly answer: (key: BoxKey) => void }) | undefined;

  function showMessageBox(
    window: ParentWindow,
    options: MessageBoxOptions,
  ): Promise<MessageBoxReturnValue> {
    if (open !== undefined) throw new Error('a message box would lie over another');
    const { defaultId, cancelId } = checked(window, options);
    const { message, detail = '', buttons = [] } = options;
    return new Promise((resolve) => {
      const shownAt = performance.now();
      const responses = { Enter: defaultId, Escape: cancelId, confirm: 1 - cancelId };
      const answer = (key: BoxKey) => {
        open = undefined;
        resolve({ response: responses[key], checkboxChecked: false });
      };
      options.signal?.addEventListener('abort', () => {
        answer('Escape');
      });
      open = {
        message,
        detail,
        buttons: [...buttons],
        get openFor() {
          return Math.round(performance.now() - shownAt);
        },
        answer,
      };
      if (!agree) return;
      process.stderr.write(`${message}\n${detail}\n> ${buttons[1 - cancelId] ?? ''}\n`);
      setTimeout(() => {
        answer('confirm');
      }, agreesAfter);
    });
  }

  const messageBoxes: MessageBoxes = {
    openBox() {
      if (open === undefined) return undefined;
      const { message, detail, buttons, openFor } = open;
      return { message, detail, buttons, openFor };
    },
    press(key) {
      if (open === undefined) throw new Error('there is no message box');
      open.answer(key);
    },
  };
  return { showMessageBox, messageBoxes };
}

function checked(
  window: ParentWindow,
  options: MessageBoxOptions,
): { readonly defaultId: number; readonly cancelId: number } {
  const { message, detail = '', buttons = [], defaultId = -1, cancelId = -1 } = options;
  const unknown = Object.keys(options).filter((name) => !knownOptions.has(name));
  if (unknown.length > 0) throw new Error(`a message box with ${unknown.join(', ')}`);
  if (window.isDestroyed() || !window.isVisible()) {
    throw new Error('a message box that is modal to no window');
  }
  if (buttons.length !== 2 || buttons[defaultId] === undefined || buttons[cancelId] === undefined) {
    throw new Error('a message box without a button for Enter and one for Escape');
  }
  if (/\p{C}/u.test(`${message}${detail}`.replaceAll('\n', '').replaceAll(isolates, ''))) {
    throw new Error('a message box with characters that nobody sees');
  }
  return { defaultId, cancelId };
}
