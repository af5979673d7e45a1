import { accessSync, constants, mkdirSync } from 'node:fs';
import type { App, Dialog } from 'electron';
import type { Log } from '#core/ports.ts';

/** What a failed start says, in both languages: which one is the user's may not be known yet. */
const text = [
  'Culvert could not start. Start it again; if that does not help, install it again. The file culvert.log of the profile has the reason.',
  'Не удалось запустить Culvert. Запустите ещё раз; если не поможет, установите заново. Причина записана в файле culvert.log профиля.',
].join('\n\n');

/**
 * Ends a program whose start has failed. Electron's main process only warns of an unhandled rejection,
 * so the window would stay open and wait for ever. Does not resolve the window's calls: reject them
 * before, because the message is modal.
 *
 * @param error what the start threw; its message goes to the log, which removes secrets
 */
export function endFailedStart(
  {
    app,
    dialog,
  }: { readonly app: Pick<App, 'exit'>; readonly dialog: Pick<Dialog, 'showErrorBox'> },
  log: Log,
  error: unknown,
): void {
  const reason = error instanceof Error ? error.message : String(error);
  log.write('error', 'start.failed', { reason });
  dialog.showErrorBox('Culvert', text);
  app.exit(1);
}

/**
 * Ends a start that did not get the profile to itself. Electron says the same where another Culvert
 * runs, which is shown by now, and where the profile cannot be written, of which the user is notified.
 */
export function endRefusedStart({
  app,
  dialog,
}: {
  readonly app: Pick<App, 'exit' | 'getPath' | 'quit'>;
  readonly dialog: Pick<Dialog, 'showErrorBox'>;
}): void {
  const folder = app.getPath('userData');
  if (isWritable(folder)) {
    app.quit();
    return;
  }
  const text = [
    `Culvert cannot write to its folder, ${folder}. Make it writable and start Culvert again. Nothing in it was changed.`,
    `Culvert не может писать в свою папку ${folder}. Разрешите запись и запустите Culvert ещё раз. В папке ничего не изменилось.`,
  ].join('\n\n');
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
