import type * as ElectronModule from 'electron';
import type { App } from '#core/app/app.ts';
import type { Clock, Log, Shell } from '#core/kernel/ports.ts';
import { setStartWithSystem } from './login-item.ts';
import { setApplicationMenu } from './menu.ts';
import { notificationText } from './notification-texts.ts';
import { watchPower } from './power.ts';
import { followTheme } from './theme.ts';
import { createDockMenu } from './tray/dock-menu.ts';
import { createTray } from './tray/tray.ts';
import type { QuickHost } from './quick/quick-window.ts';
import type { ShortcutKeeper } from './quick/quick-shortcut.ts';
import type { WindowHost } from './window/window.ts';

/** Stopping ends with a quit however long the core takes over it. */
const stopDeadline = 5000;

type Electron = typeof ElectronModule;

interface ShellOptions {
  readonly core: App;
  readonly window: WindowHost;
  readonly quick: QuickHost;
  readonly shortcut: ShortcutKeeper;
  readonly shell: Pick<Shell, 'notify'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly icons: string;
}

/** Connects the core to the window, the tray, the menu and notifications, and handles quitting. */
export function startShell(electron: Electron, options: ShellOptions): void {
  const { app, nativeTheme, powerMonitor } = electron;
  const { core, window, quick, shortcut, clock } = options;
  followTheme(nativeTheme, core, window.current);
  watchPower(powerMonitor, core);
  core.listen((event, payload) => {
    window.send(event, payload);
    quick.send(event, payload);
    if (event === 'settings.changed') shortcut.follow(core.tray().settings);
  });
  shortcut.follow(core.tray().settings);
  let locked = false;
  core.onTrayChange(() => {
    const before = locked;
    ({ locked } = core.tray());
    if (locked && !before) {
      // They may still hold what they showed of the account.
      window.replace();
      quick.close();
    }
  });
  createSystemMenus(electron, options);
  core.onNotification((notification) => {
    const { title, body } = notificationText(
      notification,
      core.tray().settings.resolvedLanguage,
      clock.now(),
    );
    // The system may show it for days: what waits for the click holds no titles.
    const { path } = notification;
    const copied = 'copy' in notification ? notification.copy.key : undefined;
    const of = core.accountId();
    options.shell.notify(title, body, () => {
      // In another account the page is about something else.
      window.show([of, undefined].includes(core.accountId()) ? path : '');
      if (copied !== undefined && of === core.accountId()) void core.copyFromTray(copied);
    });
  });
  followSettings(electron, options);
  quitProperly(app, options);
  endWithSession(electron, () => core.endSession());
  if (window.current() !== undefined) core.expectWindow();
}

/** Where the system shows favourites and recents: the tray, and the Dock, which macOS alone has. */
function createSystemMenus(electron: Electron, options: ShellOptions): void {
  const { app, Menu } = electron;
  const parts = {
    ...options,
    Menu,
    show: (path: string) => options.window.show(path),
    quit: () => app.quit(),
  };
  createTray({
    ...parts,
    Tray: electron.Tray,
    nativeImage: electron.nativeImage,
    platform: process.platform,
  });
  if (app.dock !== undefined) createDockMenu({ ...parts, dock: app.dock });
}

/** Windows sends no quit at log-off: each window is told, and the process ends then. */
function endWithSession(electron: Pick<Electron, 'app' | 'BrowserWindow'>, end: () => void): void {
  const watch = (window: Pick<ElectronModule.BrowserWindow, 'once'>) =>
    window.once('session-end', end);
  for (const window of electron.BrowserWindow.getAllWindows()) watch(window);
  electron.app.on('browser-window-created', (_event, window) => watch(window));
}

function followSettings(
  { app, Menu }: Electron,
  { core, log }: Pick<ShellOptions, 'core' | 'log'>,
): void {
  let { resolvedLanguage, startWithSystem } = core.tray().settings;
  const lock = () => void core.call('session.lock', {});
  setApplicationMenu(Menu, process.platform, resolvedLanguage, lock);
  core.onTrayChange(() => {
    const { settings } = core.tray();
    if (settings.resolvedLanguage !== resolvedLanguage) {
      ({ resolvedLanguage } = settings);
      setApplicationMenu(Menu, process.platform, resolvedLanguage, lock);
    }
    if (settings.startWithSystem !== startWithSystem) {
      ({ startWithSystem } = settings);
      setStartWithSystem(startWithSystem, {
        app,
        log,
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
  { core, window, quick, shortcut, clock }: ShellOptions,
): void {
  let stopping = false;
  app.on('before-quit', () => {
    core.closeDialogs();
    window.release();
    quick.close();
  });
  app.on('window-all-closed', () => {
    // Without the quick copy window alone, Culvert lives on in the tray.
    if (window.isClosed()) app.quit();
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    shortcut.release();
    if (stopping) return;
    stopping = true;
    const leave = () => app.exit(0);
    clock.after(stopDeadline, leave);
    core.stop().then(leave, leave);
  });
}
