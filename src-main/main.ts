import { join } from 'node:path';
import * as electron from 'electron';
import { createFileLog } from './adapters/file-log.ts';
import { createKeytarProcess } from './adapters/keychain/keytar-process.ts';
import { createKeytarSecrets } from './adapters/keychain/keytar-secrets.ts';
import { createPlainFiles } from './adapters/plain-files.ts';
import { openSqliteVault } from './adapters/vault/sqlite-vault.ts';
import { createSystemClock } from './adapters/system-clock.ts';
import { createSystemDistance } from './adapters/system-distance.ts';
import { createSystemRandom } from './adapters/system-random.ts';
import { createUndiciTransport } from './adapters/transport/undici-transport.ts';
import type { Failure } from '../src-contract/failure.ts';
import { createApp } from './core/create-app.ts';
import { withMemory } from './core/files-fallback.ts';
import { VaultError, type Vault } from './core/ports.ts';
import { createMemoryVault } from './core/vault/memory-vault.ts';
import { createClipboard } from './electron/clipboard.ts';
import { startHelper } from './electron/helper-program.ts';
import { createShell } from './electron/shell.ts';
import { claimInstance, startShell } from './electron/start-shell.ts';
import { takeLocalService } from './local-service.ts';

/** `--profile=DIR`: keeps everything in that folder instead of the usual one. */
const profile = option('profile');
const local = takeLocalService(process.env);

// Windows groups windows and shows notifications by the name that the installer registers.
if (process.platform === 'win32') electron.app.setAppUserModelId(__CULVERT_APP_ID__);

// Not awaited: Electron is not ready before this file has been run to its end.
if (claimInstance(electron, profile)) void start();
else electron.app.quit();

/** Builds the adapters, hands them to the core, and starts the shell around it. */
async function start(): Promise<void> {
  const { app } = electron;
  const folder = app.getPath('userData');
  const built = import.meta.dirname;
  const clock = createSystemClock();
  const log = createFileLog(join(folder, 'logs'));
  const files = createPlainFiles(folder);
  const { vault, lasts, problem } = openVault(join(folder, 'vault'));
  const shell = createShell(electron);
  const secrets = createKeytarSecrets({
    service: 'Culvert',
    start: () =>
      createKeytarProcess(startHelper(electron, join(built, 'keytar-helper.js'), 'Keychain')),
  });
  // Beside the window, which takes longer than it does.
  const keychain = app.whenReady().then(secrets.prepare);
  app.once('quit', secrets.close);
  const core = createApp({
    info: {
      version: app.getVersion(),
      platform: process.platform,
      runtime: runtimeName(process.versions['electron']),
    },
    systemLanguage: app.getLocale(),
    clock,
    random: createSystemRandom(),
    log,
    secrets,
    vault,
    vaultLasts: lasts,
    vaultProblem: problem,
    files,
    clipboard: createClipboard({ ...electron, platform: process.platform }),
    shell,
    distance: createSystemDistance(),
    openTransport: (service, route) => createUndiciTransport({ service, ...route }),
    // `--service=URL`: the address that the sign-in screen begins with, else the build's own.
    prefill: local.prefill ?? { service: option('service') ?? __CULVERT_SERVICE__, key: '' },
  });
  await startShell(electron, {
    core,
    shell,
    files: withMemory(files, (reason) => {
      log.write('warn', 'window.place-not-kept', { reason });
    }),
    clock,
    log,
    preload: join(built, '../preload/preload.cjs'),
    renderer: join(built, '../renderer'),
    icons: join(built, '../../build/icons'),
    argv: process.argv,
  });
  await keychain;
  await core.start(local.signIn);
  if (__CULVERT_UPDATE_KEY__ !== '' && app.isPackaged) {
    const { findUpdater, keepUpdated } = await import('./electron/updates/updates.ts');
    const updater = findUpdater(process.platform, process.env);
    keepUpdated({ core, shell, clock, log, key: __CULVERT_UPDATE_KEY__, updater });
  }
}

/** A vault that cannot be opened stays as it is; this run goes on in memory, and says so. */
function openVault(folder: string): { vault: Vault; lasts: boolean; problem: Failure | null } {
  try {
    const { vault, setAside } = openSqliteVault(folder);
    const problem = setAside === undefined ? null : ({ kind: 'vault', reason: 'damaged' } as const);
    return { vault, lasts: true, problem };
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    const problem = { kind: 'vault', reason: error.reason } as const;
    return { vault: createMemoryVault(), lasts: false, problem };
  }
}

function option(name: string): string | undefined {
  const prefix = `--${name}=`;
  return process.argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length);
}

function runtimeName(electronVersion: string | undefined): string {
  return electronVersion === undefined ? 'Stand-in' : `Electron ${electronVersion}`;
}
