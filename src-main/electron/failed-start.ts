import type { App, Dialog } from 'electron';
import type { Log } from '#core/ports.ts';

/** What a failed start says, in both languages: which one is the person's may not be known yet. */
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
