import { join } from 'node:path';
import type * as ElectronModule from 'electron';
import type { Failure } from '#contract/failure.ts';
import type { createFileLog } from './adapters/file-log.ts';
import type { KeytarSecrets } from './adapters/keychain/keytar-secrets.ts';
import { createAnswerThread } from './adapters/answer-thread.ts';
import { createPurchaseClock } from './adapters/adjustable-clock.ts';
import { openSqliteVault, readSqliteVault } from './adapters/vault/sqlite-vault.ts';
import { createProbeSockets } from './adapters/probe-sockets.ts';
import { createSystemDistance } from './adapters/system-distance.ts';
import { createSystemRandom } from './adapters/system-random.ts';
import type { App } from './core/app.ts';
import { createApp } from './core/create-app.ts';
import type { AppOptions } from './core/app.ts';
import {
  VaultError,
  type Clock,
  type PlainFiles,
  type Vault,
  type VaultStorage,
} from './core/ports.ts';
import { createMemoryVault } from './core/vault/memory-vault.ts';
import { createClipboard } from './electron/clipboard.ts';
import { createConsentDialog } from './electron/consent/consent-dialog.ts';
import { createShell } from './electron/shell.ts';
import { createWaylandClipboard, isOnWayland } from './electron/wayland-clipboard.ts';
import { createPortableBalloons } from './electron/tray/balloons.ts';
import { startShell } from './electron/start-shell.ts';
import { createShortcutKeeper } from './electron/quick/quick-shortcut.ts';
import type { Windows } from './electron/window/start-window.ts';
import type { LocalService } from './local-service.ts';

/** The session whose network electron-updater uses. */
const updaterPartition = 'electron-updater';

/** How long after the start the quick copy window is created, hidden, milliseconds. */
const idleAfter = 10_000;

/**
 * Builds the adapters that the window opened without, hands all of them to the core, and starts the
 * shell around it.
 *
 * @param options.folder the profile
 * @param options.keychain resolves when the keychain's program stands, or will not
 * @param options.local the demonstration service to sign in to, if any
 * @param options.onCore takes what the window's calls wait for
 */
export async function startProgram(
  electron: typeof ElectronModule,
  options: Windows & {
    readonly folder: string;
    readonly icons: string;
    readonly clock: Clock;
    readonly log: ReturnType<typeof createFileLog>;
    readonly files: PlainFiles;
    readonly secrets: KeytarSecrets;
    readonly keychain: Promise<void>;
    readonly prefill: AppOptions['prefill'];
    readonly local: LocalService | undefined;
    readonly onCore: (core: App) => void;
  },
): Promise<void> {
  const { app } = electron;
  const { clock, log } = options;
  const { vault, storage, problem } = openVault(join(options.folder, 'vault'));
  const balloons = createPortableBalloons(process.platform, process.env);
  const shell = createShell({ ...electron, balloons });
  const answers = createAnswerThread(join(import.meta.dirname, 'answer-worker.js'));
  app.once('quit', answers.close);
  const { window, quick } = options;
  const touchId = process.platform === 'darwin' ? electron.systemPreferences : undefined;
  const shortcut = createShortcutKeeper({
    globalShortcut: electron.globalShortcut,
    platform: process.platform,
    environment: process.env,
    executable: process.execPath,
    onPressed: quick.toggle,
  });
  const core: App = createApp({
    ...options,
    info: {
      version: app.getVersion(),
      platform: process.platform,
      runtime: runtimeName(process.versions['electron']),
      get touchId() {
        return touchId?.canPromptTouchID() === true;
      },
    },
    systemLanguage: app.getLocale(),
    purchaseClock: createPurchaseClock(clock, app.isPackaged, process.env),
    random: createSystemRandom(),
    vault,
    vaultStorage: storage,
    vaultProblem: problem,
    clipboard: createClipboard({
      ...electron,
      platform: process.platform,
      wayland: isOnWayland(
        process.platform,
        process.env,
        app.commandLine.getSwitchValue('ozone-platform'),
      )
        ? createWaylandClipboard()
        : undefined,
      isFocused: () => electron.BrowserWindow.getFocusedWindow() !== null,
    }),
    consentDialog: createConsentDialog({
      dialog: electron.dialog,
      window: () => window.current(),
      touchId,
      isTouchIdWanted: () => core.tray().settings.touchId,
      clock,
      language: () => core.tray().settings.resolvedLanguage,
    }),
    shell,
    distance: createSystemDistance(),
    idleMs: () => electron.powerMonitor.getSystemIdleTime() * 1000,
    openProbeSockets: createProbeSockets,
    async openResolver(url) {
      const [{ createUndiciTransport }, { createEncryptedResolver }] = await Promise.all([
        import('./adapters/transport/undici-transport.ts'),
        import('./adapters/resolver/encrypted-resolver.ts'),
      ]);
      return createEncryptedResolver(createUndiciTransport({ service: url }), url);
    },
    readLongAnswer: answers.read,
    quickWindow: {
      hide: quick.hide,
      open: (path) => {
        window.show(path);
      },
      shortcut: shortcut.state,
      setChoosing: shortcut.setChoosing,
    },
    async openTransport(service, route) {
      const { createUndiciTransport } = await import('./adapters/transport/undici-transport.ts');
      return createUndiciTransport({ service, ...route });
    },
  });
  startShell(electron, { ...options, core, shell, balloons, shortcut });
  options.onCore(core);
  await options.keychain;
  await core.start(options.local);
  clock.after(idleAfter, () => {
    if (core.tray().settings.quickKept) quick.prepare();
  });
  if (__CULVERT_UPDATE_KEY__ !== '' && app.isPackaged) {
    const { findUpdater, keepUpdated } = await import('./electron/updates/updates.ts');
    const updater = findUpdater(process.platform, process.env);
    keepUpdated({
      core,
      shell,
      clock,
      log,
      secrets: options.secrets,
      product: __CULVERT_APP_ID__,
      platform: process.platform,
      key: __CULVERT_UPDATE_KEY__,
      updater,
      session: electron.session.fromPartition(updaterPartition, { cache: false }),
    });
  }
}

/**
 * A vault that cannot be written is read; one that cannot be opened stays as it is, and this run goes
 * on in memory. Both are told.
 */
function openVault(folder: string): {
  vault: Vault;
  storage: VaultStorage;
  problem: Failure | null;
} {
  try {
    const { vault, setAside } = openSqliteVault(folder);
    const problem = setAside === undefined ? null : ({ kind: 'vault', reason: 'damaged' } as const);
    return { vault, storage: 'disk', problem };
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    const { reason } = error;
    const problem = { kind: 'vault', reason } as const;
    const readable = reason === 'read-only' || reason === 'denied' ? readVault(folder) : undefined;
    return readable === undefined
      ? { vault: createMemoryVault(), storage: 'memory', problem }
      : { vault: readable, storage: 'read-only', problem };
  }
}

function readVault(folder: string): Vault | undefined {
  try {
    return readSqliteVault(folder);
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

function runtimeName(electronVersion: string | undefined): string {
  return electronVersion === undefined ? 'Stand-in' : `Electron ${electronVersion}`;
}
