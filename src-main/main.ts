import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as electron from 'electron';
import { createFileLog } from './adapters/file-log.ts';
import { createKeytarProcess } from './adapters/keychain/keytar-process.ts';
import { createKeytarSecrets } from './adapters/keychain/keytar-secrets.ts';
import { createPlainFiles } from './adapters/plain-files.ts';
import { createSystemClock } from './adapters/system-clock.ts';
import type { App } from './core/app/app.ts';
import { withMemoryFallback } from './core/kernel/files-fallback.ts';
import { leaveAppImage } from './electron/app-image.ts';
import { endFailedStart, endRefusedStart } from './electron/failed-start.ts';
import keytarHelper from './adapters/keychain/keytar-helper.ts?modulePath';
import { startHelper } from './electron/helper-program.ts';
import { readCommand, type StartedFor } from './electron/command-line/read-command.ts';
import { readLaunchArguments, refusalText } from './electron/launch-arguments.ts';
import { createNotifier } from './electron/notifier.ts';
import { reportUncaughtErrors } from './electron/uncaught-errors.ts';
import { prepareStart, startWindow } from './electron/window/start-window.ts';
import { takeLocalService } from './local-service.ts';

leaveAppImage(process.env);

const { isPackaged } = electron.app;
const { platform } = process;
const { profile, service, selfTest, refused } = readLaunchArguments(process.argv, {
  isPackaged,
  platform,
});
const hasUpdates = __CULVERT_UPDATE_KEY__ !== '';
const command = readCommand(process.argv, isPackaged);
const local = takeLocalService(process.env, isPackaged);

// Windows groups windows and shows notifications by the name that the installer registers.
if (process.platform === 'win32') electron.app.setAppUserModelId(__CULVERT_APP_ID__);

// Electron becomes ready only after this file has run. So `await` is used only for a command, which is
// answered before Chromium starts, needs no display, and ends the program.
if (refused.length > 0) {
  // Linux writes it to the standard error, because there are no windows yet.
  electron.dialog.showErrorBox('Culvert', refusalText(refused));
  electron.app.exit(1);
} else if (selfTest) void testItself();
else if (command !== undefined) {
  if (profile !== undefined) electron.app.setPath('userData', profile);
  await carryOut(command);
} else {
  prepareStart(electron, { profile, hasUpdates });
  if (electron.app.requestSingleInstanceLock()) begin();
  else endRefusedStart(electron);
}

/** In a profile of its own, which stays: Chromium holds its files until the end. */
async function testItself(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'culvert-self-test-'));
  const built = import.meta.dirname;
  const icons = join(built, '../../build/icons');
  prepareStart(electron, { profile: folder, hasUpdates });
  try {
    const { runSelfTest } = await import('./self-test.ts');
    await runSelfTest(electron, { folder, built, icons });
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
    electron.app.exit(1);
  }
}

async function carryOut(started: StartedFor): Promise<void> {
  const { runCommand } = await import('./electron/command-line/commands.ts');
  const { code, out, error } = await runCommand(electron.app, started, {
    platform,
    environment: process.env,
    async askPassphrase(...asked) {
      const { askPassphrase } = await import('./electron/command-line/ask-passphrase.ts');
      return askPassphrase({ input: process.stdin, output: process.stderr }, ...asked);
    },
  });
  const written = (stream: NodeJS.WriteStream, text: string) =>
    new Promise<void>((resolve) => stream.write(text, () => resolve()));
  // The reader may be gone, which is no reason to stay.
  await Promise.allSettled([written(process.stdout, out), written(process.stderr, error)]);
  electron.app.exit(code);
}

function begin(): void {
  const folder = electron.app.getPath('userData');
  const log = createFileLog(join(folder, 'logs'));
  const core = Promise.withResolvers<App>();
  start({ folder, log, core }).catch((error: unknown) => {
    core.reject(error);
    endFailedStart(electron, log, error);
  });
}

/** Opens the window and the keychain's program; the rest is read meanwhile (`program.ts`). */
async function start(parts: {
  readonly folder: string;
  readonly log: ReturnType<typeof createFileLog>;
  readonly core: PromiseWithResolvers<App>;
}): Promise<void> {
  const { folder, log, core } = parts;
  const built = import.meta.dirname;
  const icons = join(built, '../../build/icons');
  const clock = createSystemClock();
  const files = createPlainFiles(folder);
  const windows = await startWindow(electron, {
    core: core.promise,
    files: withMemoryFallback(files, (reason) =>
      log.write('warn', 'window.place-not-saved', { reason }),
    ),
    clock,
    log,
    preload: join(built, '../preload/preload.cjs'),
    renderer: join(built, '../renderer'),
    icons,
    argv: process.argv,
  });
  reportUncaughtErrors({
    process,
    dialog: electron.dialog,
    platform,
    notify: createNotifier({ Notification: electron.Notification, log }),
    window: () => windows.window.current(),
    log,
    language: windows.language,
  });
  const secrets = createKeytarSecrets({
    // Entries belong to their profile: another one never reads those of the usual one.
    service: profile === undefined ? 'Culvert' : `Culvert ${profile}`,
    start: () => createKeytarProcess(startHelper(electron, keytarHelper, 'Keychain')),
  });
  const keychain = secrets.prepare();
  electron.app.once('quit', secrets.close);
  const { startProgram } = await import('./program.ts');
  await startProgram(electron, {
    folder,
    icons,
    clock,
    log,
    files,
    secrets,
    keychain,
    ...windows,
    prefill: local.prefill ?? {
      service: service ?? __CULVERT_SERVICE__,
      key: '',
      ...(__CULVERT_KEYS_PAGE__ !== '' && { keysPage: __CULVERT_KEYS_PAGE__ }),
    },
    local: local.signIn,
    onCore: core.resolve,
  });
}
