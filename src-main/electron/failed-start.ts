import { accessSync, constants, mkdirSync } from 'node:fs';
import type { App, Dialog } from 'electron';
import type { Log } from '#core/kernel/ports.ts';
import { inEveryLanguage } from './texts.ts';
import { describeError } from './uncaught-errors.ts';

interface Ending<Use extends keyof App> {
  readonly app: Pick<App, Use>;
  readonly dialog: Pick<Dialog, 'showErrorBox'>;
}

/**
 * Ends a program whose start has failed: Electron only warns of an unhandled rejection, and the window would
 * wait for ever. Reject the window's calls before, because the message is modal. The log gets the name, code
 * and places of `error`, not its words.
 */
export function endFailedStart({ app, dialog }: Ending<'exit'>, log: Log, error: unknown): void {
  log.write('error', 'start.failed', { ...describeError(error) });
  dialog.showErrorBox('Culvert', inEveryLanguage('start.failed'));
  app.exit(1);
}

/** Another Culvert runs, or the profile cannot be written: Electron says the same. */
export function endRefusedStart({ app, dialog }: Ending<'exit' | 'getPath' | 'quit'>): void {
  const folder = app.getPath('userData');
  if (isWritable(folder)) {
    app.quit();
    return;
  }
  const text = inEveryLanguage('start.notWritable', { folder });
  process.stderr.write(`${text}\n`);
  dialog.showErrorBox('Culvert', text);
  app.exit(1);
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
