import { hostname } from 'node:os';
import { join } from 'node:path';
import type * as ElectronModule from 'electron';
import type { Failure } from '#contract/failure.ts';
import type { createFileLog } from './adapters/file-log.ts';
import type { KeytarSecrets } from './adapters/keychain/keytar-secrets.ts';
import { createPurchaseClock } from './adapters/adjustable-clock.ts';
import { openSqliteVault, readSqliteVault } from './adapters/vault/sqlite-vault.ts';
import { createProbeSockets } from './adapters/probe-sockets.ts';
import { createSystemDistance } from './adapters/system-distance.ts';
import { createSystemNetwork } from './adapters/system-network.ts';
import { createSystemRandom } from './adapters/system-random.ts';
import type { AppOptions } from './core/app/app-parts.ts';
import { withMemoryFallback } from './core/kernel/files-fallback.ts';
import { createApp, type App } from './core/app/app.ts';
import {
  VaultError,
  type Clipboard,
  type Clock,
  type HttpTransport,
  type NetworkPath,
  type PlainFiles,
  type Shell,
  type Vault,
  type VaultStorage,
} from './core/kernel/ports.ts';
import { createMemoryVault } from './core/kernel/vault/memory-vault.ts';
import { orRefused } from './core/kernel/vault/refusals.ts';
import { createBackupFiles } from './electron/backup-files.ts';
import { createClipboard } from './electron/clipboard.ts';
import { createConsentDialog } from './electron/consent/consent-dialog.ts';
import { canStartWithSystem } from './electron/login-item.ts';
import { createShell } from './electron/shell.ts';
import { createWaylandClipboard, showsOnWayland } from './electron/wayland-clipboard.ts';
import { createLastUpdateCheck, type LastUpdateCheck } from './core/desktop/last-update-check.ts';
import { updatesItself } from './electron/launch-command.ts';
import { startShell } from './electron/start-shell.ts';
import { createShortcutKeeper, type ShortcutKeeper } from './electron/quick/quick-shortcut.ts';
import type { Windows } from './electron/window/start-window.ts';
import type { LocalService } from './local-service.ts';

/** The session whose network electron-updater uses. */
const updaterPartition = 'electron-updater';

/** How long after the start the quick copy window is created, hidden, milliseconds. */
const idleAfter = 10_000;

type Electron = typeof ElectronModule;

export interface ProgramOptions extends Windows {
  readonly folder: string;
  readonly icons: string;
  readonly clock: Clock;
  readonly log: ReturnType<typeof createFileLog>;
  readonly files: PlainFiles;
  readonly secrets: KeytarSecrets;
  /** Resolves when the keychain's program runs, or will not. */
  readonly keychain: Promise<void>;
  readonly prefill: AppOptions['prefill'];
  /** The demonstration service to sign in to, if any. */
  readonly local: LocalService | undefined;
  /** Receives what the window's calls wait for. */
  readonly onCore: (core: App) => void;
}

interface Shared {
  readonly shell: Shell;
  readonly shortcut: ShortcutKeeper;
  /** `undefined` where the program looks for no updates. */
  readonly lastUpdateCheck: LastUpdateCheck | undefined;
}

/** Builds the other adapters, the core, and the shell around it. */
export async function startProgram(electron: Electron, options: ProgramOptions): Promise<void> {
  const { clock, quick } = options;
  const hasUpdates =
    __CULVERT_UPDATE_KEY__ !== '' &&
    electron.app.isPackaged &&
    updatesItself(process.platform, process.env);
  // A full disk is no reason to miss an update.
  const files = withMemoryFallback(options.files, () => undefined);
  const shared: Shared = {
    lastUpdateCheck: hasUpdates ? createLastUpdateCheck(files, options.log) : undefined,
    shell: createShell({ ...electron, log: options.log }),
    shortcut: createShortcutKeeper({
      globalShortcut: electron.globalShortcut,
      platform: process.platform,
      environment: process.env,
      wayland: isOnWayland(electron),
      executable: process.execPath,
      onPressed: () => quick.toggle(),
    }),
  };
  const core = createCore(electron, options, shared);
  const shellClock = { ...clock, now: () => core.now() };
  startShell(electron, { ...options, ...shared, core, clock: shellClock });
  options.onCore(core);
  await options.keychain;
  await core.start(options.local);
  clock.after(idleAfter, () => quick.prepare());
  if (__CULVERT_UPDATE_KEY__ !== '' && shared.lastUpdateCheck !== undefined) {
    await startUpdates(electron, options, core, { ...shared, lastCheck: shared.lastUpdateCheck });
  }
}

function createCore(electron: Electron, options: ProgramOptions, shared: Shared): App {
  const { app } = electron;
  const { vault, storage, problem } = openVault(join(options.folder, 'vault'));
  const core: App = createApp({
    ...options,
    info: {
      version: app.getVersion(),
      platform: process.platform,
      computerName: hostname(),
      runtime: runtimeName(process.versions['electron']),
      startsWithSystem: canStartWithSystem(process.env),
      get updatesCheckedAt() {
        return shared.lastUpdateCheck?.at();
      },
    },
    systemLanguage: app.getLocale(),
    purchaseClock: createPurchaseClock(options.clock, app.isPackaged, process.env),
    random: createSystemRandom(),
    vault,
    vaultStorage: storage,
    vaultProblem: problem,
    clipboard: openClipboard(electron),
    consentDialog: createConsentDialog({
      dialog: electron.dialog,
      window: () => options.window.current(),
      touchId: process.platform === 'darwin' ? electron.systemPreferences : undefined,
      clock: options.clock,
      language: () => core.tray().settings.resolvedLanguage,
    }),
    shell: shared.shell,
    backupFiles: createBackupFiles(),
    distance: createSystemDistance(),
    systemNetwork: createSystemNetwork(),
    idleMs: () => electron.powerMonitor.getSystemIdleTime() * 1000,
    quickWindow: {
      hide: () => options.quick.hide(),
      open: (path) => options.window.show(path),
      shortcut: shared.shortcut.state,
      setChoosing: shared.shortcut.setChoosing,
    },
    openProbeSockets: createProbeSockets,
    openTransport,
    subscriptionUrls: { service: __CULVERT_SERVICE__, template: __CULVERT_SUBSCRIPTION_URL__ },
  });
  return core;
}

/** Loaded when it is first used: a start without an account needs none of it. */
async function openTransport(service: string, path: NetworkPath): Promise<HttpTransport> {
  const { createUndiciTransport } = await import('./adapters/transport/undici-transport.ts');
  return createUndiciTransport({ service, ...path });
}

function isOnWayland({ app }: Pick<Electron, 'app'>): boolean {
  const ozone = app.commandLine.getSwitchValue('ozone-platform');
  return showsOnWayland(process.platform, process.env, ozone);
}

function openClipboard(electron: Electron): Clipboard {
  const platform = process.platform;
  return createClipboard({
    ...electron,
    platform,
    wayland: isOnWayland(electron) ? createWaylandClipboard() : undefined,
    isFocused: () => electron.BrowserWindow.getFocusedWindow() !== null,
  });
}

async function startUpdates(
  electron: Electron,
  { clock, log, secrets }: ProgramOptions,
  core: App,
  { shell, lastCheck }: { readonly shell: Shell; readonly lastCheck: LastUpdateCheck },
): Promise<void> {
  const { createUpdater, keepUpdated } = await import('./electron/updates/updates.ts');
  keepUpdated({
    core,
    shell,
    clock,
    log,
    lastCheck,
    secrets,
    product: __CULVERT_APP_ID__,
    platform: process.platform,
    key: __CULVERT_UPDATE_KEY__,
    updater: createUpdater(process.platform),
    session: electron.session.fromPartition(updaterPartition, { cache: false }),
  });
}

/** One that cannot be written is read, one that cannot be opened left; both are reported. */
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
    const isReadable = reason === 'read-only' || reason === 'denied';
    const read = () => (isReadable ? readSqliteVault(folder) : undefined);
    const readable = orRefused(read, () => undefined);
    return readable === undefined
      ? { vault: createMemoryVault(), storage: 'memory', problem }
      : { vault: readable, storage: 'read-only', problem };
  }
}

function runtimeName(electronVersion: string | undefined): string {
  return electronVersion === undefined ? 'Stand-in' : `Electron ${electronVersion}`;
}
