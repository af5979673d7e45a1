import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import type * as ElectronModule from 'electron';
import type { Session } from 'electron';
import { quickWindowCommands } from '#contract/quick-window.ts';
import type { App } from '#core/app/app.ts';
import type { Clock, Log, PlainFiles } from '#core/kernel/ports.ts';
import { appScheme, createAppProtocol, registerAppScheme } from '#electron/app-protocol.ts';
import { createIpcHost } from '#electron/ipc-host.ts';
import { startsHidden } from '#electron/login-item.ts';
import { QuickHost } from '#electron/quick/quick-window.ts';
import { quickFlag } from '#electron/quick/quick-shortcut.ts';
import { hasTray, trayArrives } from '#electron/tray/tray-presence.ts';
import type { Language } from '#contract/constants.ts';
import { preventDefaultMenu } from '#electron/menu.ts';
import { showContextMenus } from './context-menu.ts';
import { guardContents, guardSession } from './window-guards.ts';
import { closeSession, silenceChromium, silenceWebRtc } from './network-silence.ts';
import { boundsFile } from './window-bounds.ts';
import { createZoomRestorer, readZoomLevel, zoomByKeyAndWheel } from './zoom.ts';
import { createWindowHost, type WindowHost } from './window.ts';

/** Keeps the tray, and closing into it, where the desktop does not say that it shows one. */
export const trayFlag = '--tray';

/** In memory, and so with neither cache nor storage on the disk; the name is only a name. */
const sessionPartition = 'window';

type Electron = typeof ElectronModule;

/** Before Electron is ready: the scheme, the sandbox, the profile's folder. */
export function prepareStart(
  { app, protocol, Menu }: Pick<Electron, 'app' | 'protocol' | 'Menu'>,
  { profile, hasUpdates }: { readonly profile: string | undefined; readonly hasUpdates: boolean },
): void {
  if (profile !== undefined) app.setPath('userData', profile);
  registerAppScheme(protocol);
  preventDefaultMenu(Menu);
  silenceChromium(app, hasUpdates);
  // It would undo `--no-sandbox` and ask each process for the sandbox, which ends all those of root.
  // Every window asks for its own sandbox besides.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  if (process.platform === 'linux' && hasLittleSharedMemory('/dev/shm')) {
    app.commandLine.appendSwitch('disable-dev-shm-usage');
  }
}

/** What Chromium's processes want to share at least, bytes. A container gives them 64 MiB. */
const leastSharedMemory = 128 * 1024 * 1024;

/** Whether a file system of shared memory is too small for the window's pages, which would crash. */
export function hasLittleSharedMemory(folder: string): boolean {
  try {
    const { bsize, blocks } = statfsSync(folder);
    return bsize * blocks < leastSharedMemory;
  } catch {
    return true;
  }
}

export interface Windows {
  readonly window: WindowHost;
  readonly quick: QuickHost;
  /** The language of the settings, and of the system until they are known. */
  readonly language: () => Language;
}

interface WindowOptions {
  readonly core: Promise<WindowCore>;
  readonly files: PlainFiles;
  readonly clock: Clock;
  readonly log: Log;
  /** Files of the build: the preload script, the folder of the built pages, that of the drawings. */
  readonly preload: string;
  readonly renderer: string;
  readonly icons: string;
  readonly argv: readonly string[];
}

type WindowCore = Pick<
  App,
  'answerCommand' | 'answerFileCommand' | 'call' | 'setWindowVisible' | 'tray' | 'windowUsed'
>;

interface Starting {
  /** `undefined` until the core has been put together. */
  core: WindowCore | undefined;
  windowVisible: boolean;
}

/**
 * Opens the window with all its guards, unless the program starts in the tray or for the quick copy window,
 * before there is a core, which is put together while the page loads. Waits for Electron to be ready, which
 * it never is while the main file is still awaiting something: do not await this there.
 */
export async function startWindow(electron: Electron, options: WindowOptions): Promise<Windows> {
  const { app } = electron;
  const { log, argv } = options;
  const { platform } = process;
  await app.whenReady();

  const session = electron.session.fromPartition(sessionPartition, { cache: false });
  session.protocol.handle(appScheme, createAppProtocol(options.renderer));
  guardSession(session, log);
  const closed = closeSession(session);
  const starting: Starting = { core: undefined, windowVisible: false };
  // Before there is a core, its settings are not known.
  const systemLanguage = app.getLocale().startsWith('ru') ? 'ru' : 'en';
  const language = () => starting.core?.tray().settings.resolvedLanguage ?? systemLanguage;
  guardAllContents(electron, options, language);
  app.on('web-contents-created', (_event, contents) =>
    contents.on('input-event', () => starting.core?.windowUsed()),
  );
  options.core.then(
    (made) => {
      starting.core = made;
      if (starting.windowVisible) made.setWindowVisible(true);
    },
    // The start has failed, which `main.ts` reports.
    () => undefined,
  );
  const { window, quick } = createWindows(electron, options, session, starting);
  connectIpc(electron, options, window, quick);
  answerOtherStarts(electron, options, window, quick);
  await closed;
  const forQuick = argv.includes(quickFlag);
  const look = () => (argv.includes(trayFlag) ? Promise.resolve(true) : hasTray(platform));
  const shows = !forQuick && !startsHidden(argv, platform, app);
  if (shows || (forQuick && !(await look()))) window.show();
  // At login the tray may come later; the window does not stay in one that does not come.
  else {
    void trayArrives(look, options.clock).then((arrived) => {
      if (!arrived) window.show();
    });
  }
  if (forQuick) quick.show();
  return { window, quick, language };
}

function guardAllContents(
  { app, Menu }: Electron,
  { files, log }: WindowOptions,
  language: () => Language,
): void {
  const restoreZoom = createZoomRestorer(() => readZoomLevel(files.read(boundsFile)));
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, log);
    silenceWebRtc(contents);
    showContextMenus(contents, Menu, language);
    zoomByKeyAndWheel(contents, process.platform);
    restoreZoom(contents);
  });
}

function createWindows(
  electron: Electron,
  options: WindowOptions,
  session: Session,
  starting: Starting,
): Pick<Windows, 'window' | 'quick'> {
  const { platform } = process;
  const shared = {
    ...options,
    BrowserWindow: electron.BrowserWindow,
    session,
    screen: electron.screen,
    nativeTheme: electron.nativeTheme,
    devTools: !electron.app.isPackaged,
  };
  const quick = new QuickHost({ ...shared, platform });
  const window = createWindowHost({
    ...shared,
    icon: join(options.icons, 'app.png'),
    hidesOnClose: () => {
      if (platform === 'darwin') return true;
      if (starting.core?.tray().settings.closeToTray !== true) return false;
      return options.argv.includes(trayFlag) || platform === 'win32' || hasTray(platform);
    },
    onVisible: (visible) => {
      starting.windowVisible = visible;
      starting.core?.setWindowVisible(visible);
    },
    // Hidden as it is, it would keep the program from ending.
    onClosed: () => quick.close(),
  });
  return { window, quick };
}

function connectIpc(
  { ipcMain }: Electron,
  { core, log }: WindowOptions,
  window: WindowHost,
  quick: QuickHost,
): void {
  createIpcHost({
    ipcMain,
    core: { call: async (name, input) => (await core).call(name, input) },
    log,
    windows: [
      { contents: () => window.current()?.webContents, mayCall: () => true },
      {
        contents: () => quick.current()?.webContents,
        mayCall: (name) => quickWindowCommands.has(name),
      },
    ],
  });
}

/** A second start, or one more click on the icon, shows a window or is answered. */
function answerOtherStarts(
  { app }: Electron,
  { core, log }: WindowOptions,
  window: WindowHost,
  quick: QuickHost,
): void {
  /** What a second start asks is read and answered by what only such a start needs. */
  async function answerLater(data: unknown): Promise<void> {
    const { answerSecondStart } = await import('#electron/command-line/commands.ts');
    await answerSecondStart(data, { core: await core, platform: process.platform, log });
  }
  app.on('second-instance', (_event, second, _folder, data) => {
    if (isCommand(data)) void answerLater(data);
    else if (second.includes(quickFlag)) quick.show();
    else window.show();
  });
  app.on('activate', () => window.show());
}

/** Whether a second start asks something, and shows no window. */
const isCommand = (data: unknown) => typeof data === 'object' && data !== null && 'culvert' in data;
