import { join } from 'node:path';
import type * as ElectronModule from 'electron';
import type { App } from '../core/app.ts';
import type { Clock, Log, PlainFiles, Shell } from '../core/ports.ts';
import { appScheme, createAppProtocol, registerAppScheme } from './app-protocol.ts';
import { createIpcHost } from './ipc-host.ts';
import { setStartWithSystem, startsHidden } from './login-item.ts';
import { setApplicationMenu } from './menu.ts';
import { watchPower } from './power.ts';
import { followTheme } from './theme.ts';
import { noticeWords } from './notice-words.ts';
import { hasTray } from './tray/tray-presence.ts';
import { createTray } from './tray/tray.ts';
import { guardContents, guardSession } from './window/window-guards.ts';
import { createWindowHost, type WindowHost } from './window/window.ts';

/** Keeps the tray, and closing into it, where the desktop does not say that it shows one. */
export const trayFlag = '--tray';

/** Stopping ends with a quit however long the core takes over it. */
const stopDeadline = 5000;

/** In memory, and so with neither cache nor storage on the disk; the name is only a name. */
const sessionPartition = 'window';

type Electron = typeof ElectronModule;

/**
 * What must come before Electron is ready and before the profile is touched: the scheme of the
 * window's pages, the sandbox of every renderer, the profile's folder, and the lock that makes this
 * the profile's only Culvert. `false`: another one runs, and has been told to show its window.
 */
export function claimInstance(
  { app, protocol }: Pick<Electron, 'app' | 'protocol'>,
  profile: string | undefined,
): boolean {
  if (profile !== undefined) app.setPath('userData', profile);
  registerAppScheme(protocol);
  app.enableSandbox();
  return app.requestSingleInstanceLock();
}

export interface ShellOptions {
  readonly core: App;
  readonly shell: Pick<Shell, 'notify'>;
  readonly files: PlainFiles;
  readonly clock: Clock;
  readonly log: Log;
  /** Files of the build: the preload script, the folder of the built pages, that of the drawings. */
  readonly preload: string;
  readonly renderer: string;
  readonly icons: string;
  readonly argv: readonly string[];
}

/**
 * Shows the core: window, tray, menu and bridge, and the way out. Resolves when all of it stands;
 * the window opens then, unless the program was told to stay in the tray. Waits for Electron to be
 * ready, which it never is while the main file is still awaiting something: do not await this there.
 */
export async function startShell(electron: Electron, options: ShellOptions): Promise<void> {
  const { app, nativeTheme, powerMonitor } = electron;
  const { core, clock, log, icons, argv } = options;
  const { platform } = process;
  await app.whenReady();

  const trayThere = argv.includes(trayFlag) || (await hasTray(platform));
  const session = electron.session.fromPartition(sessionPartition, { cache: false });
  session.protocol.handle(appScheme, createAppProtocol(options.renderer));
  guardSession(session, log);
  // The window's contents, and whatever else may come to be.
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, log);
  });
  followTheme(nativeTheme, core);
  watchPower(powerMonitor, core);

  const window = createWindowHost({
    ...options,
    BrowserWindow: electron.BrowserWindow,
    session,
    screen: electron.screen,
    nativeTheme,
    icon: join(icons, 'app.png'),
    devTools: !app.isPackaged,
    hidesOnClose: () => platform === 'darwin' || (trayThere && core.tray().settings.closeToTray),
    onVisible: (visible) => {
      core.setWindowVisible(visible);
    },
  });
  createIpcHost({
    ipcMain: electron.ipcMain,
    core,
    log,
    trusted: () => window.current()?.webContents,
  });
  core.listen((event, payload) => {
    window.send(event, payload);
  });
  createTray({
    ...options,
    Tray: electron.Tray,
    Menu: electron.Menu,
    nativeImage: electron.nativeImage,
    nativeTheme,
    platform,
    show: (path) => {
      window.show(path);
    },
    quit: () => {
      app.quit();
    },
  });
  core.onNotice((notice) => {
    const { title, body } = noticeWords(notice, core.tray().settings.resolvedLanguage, clock.now());
    options.shell.notify(title, body, () => {
      window.show(notice.path);
    });
  });
  followSettings(electron, core);
  quitProperly(app, core, window, clock);

  app.on('second-instance', () => {
    window.show();
  });
  app.on('activate', () => {
    window.show();
  });
  if (trayThere && startsHidden(argv, platform, app)) return;
  core.expectWindow();
  window.show();
}

/** What the system is told whenever the person's choice changes: language, start with the system. */
function followSettings({ app, Menu }: Electron, core: Pick<App, 'tray' | 'onTrayChange'>): void {
  let { resolvedLanguage, startWithSystem } = core.tray().settings;
  setApplicationMenu(Menu, process.platform, resolvedLanguage);
  core.onTrayChange(() => {
    const { settings } = core.tray();
    if (settings.resolvedLanguage !== resolvedLanguage) {
      ({ resolvedLanguage } = settings);
      setApplicationMenu(Menu, process.platform, resolvedLanguage);
    }
    if (settings.startWithSystem !== startWithSystem) {
      ({ startWithSystem } = settings);
      setStartWithSystem(startWithSystem, {
        app,
        platform: process.platform,
        environment: process.env,
        executable: process.execPath,
      });
    }
  });
}

/** Quitting waits for the core to stop (a secret may be on the clipboard), but not for ever. */
function quitProperly(
  app: Pick<Electron.App, 'on' | 'quit' | 'exit'>,
  core: Pick<App, 'stop'>,
  window: Pick<WindowHost, 'release'>,
  clock: Pick<Clock, 'after'>,
): void {
  let stopping = false;
  app.on('before-quit', () => {
    window.release();
  });
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (stopping) return;
    stopping = true;
    const leave = () => {
      app.exit(0);
    };
    clock.after(stopDeadline, leave);
    core.stop().then(leave, leave);
  });
}
