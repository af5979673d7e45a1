import type { EventEmitter } from 'node:events';
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron';
import type { Language } from '#contract/constants.ts';
import type { Log } from '#core/kernel/ports.ts';
import { texts } from './texts.ts';

/** How many places of the stack go to the log. */
const maxPlaces = 5;

interface UncaughtErrorParts {
  readonly process: Pick<EventEmitter, 'on'>;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly platform: NodeJS.Platform;
  readonly notify: (title: string, body: string) => void;
  /** The window that the user has before them, if any. */
  readonly window: () => BrowserWindow | undefined;
  readonly log: Log;
  readonly language: () => Language;
}

/**
 * Handles uncaught exceptions and rejections of the main process. Without a handler Electron shows
 * an English box with the stack for each exception, which stops main while it is open, and writes
 * each rejection to the standard error; both have the error's words, and those may hold a secret.
 *
 * The log gets the error's name, code and places, not its message. A dialog that blocks nothing
 * shows the first exception. The program continues, as Electron's does: data that must survive is
 * written before it is acted on, and the clipboard must still be cleared.
 */
export function reportUncaughtErrors(parts: UncaughtErrorParts): void {
  let shown = false;
  const report = (kind: 'exception' | 'rejection', error: unknown) =>
    parts.log.write('error', 'main.uncaught', { kind, ...describeError(error) });
  parts.process.on('uncaughtException', (error: unknown) => {
    report('exception', error);
    // The terminal that it was started in is closed, which is harmless.
    if (shown || codeOf(error) === 'EPIPE') return;
    shown = true;
    // The box is the last means: where it fails, there is the log.
    showError(parts).catch(() => undefined);
  });
  parts.process.on('unhandledRejection', (error: unknown) => report('rejection', error));
}

async function showError(parts: UncaughtErrorParts): Promise<void> {
  const { dialog, window, language } = parts;
  const say = texts[language()];
  const parent = window();
  const isShown = parent !== undefined && !parent.isDestroyed() && parent.isVisible();
  // There a box without a window stops main until it is closed, and with it clearing the clipboard.
  if (!isShown && parts.platform === 'darwin') {
    parts.notify(say('error.message'), say('error.detail'));
    return;
  }
  const options: MessageBoxOptions = {
    type: 'error',
    title: 'Culvert',
    message: say('error.message'),
    detail: say('error.detail'),
    buttons: [say('error.ok')],
  };
  await (isShown ? dialog.showMessageBox(parent, options) : dialog.showMessageBox(options));
}

/** What is known of an error without its words: `TypeError`, `ENOSPC`, `program.js:1:20 …`. */
export function describeError(error: unknown): { name: string; code: string; at: string } {
  if (!(error instanceof Error)) return { name: typeof error, code: '', at: '' };
  const lines = (error.stack ?? '').replace(error.message, '').split('\n');
  const places = lines
    .filter((line) => line.startsWith('    at '))
    // A file URL would be taken for a link, and the log needs no folder.
    .flatMap((line) => /(?<![\w.-])[\w.-]+:\d+:\d+(?=\)?$)/.exec(line) ?? []);
  return { name: error.name, code: codeOf(error), at: places.slice(0, maxPlaces).join(' ') };
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}
