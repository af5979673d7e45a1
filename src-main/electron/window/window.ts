import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  NativeTheme,
  Screen,
  Session,
} from 'electron';
import type { EventName, Events } from '#contract/ipc.ts';
import { eventChannel } from '#contract/ipc/events.ts';
import type { Clock, Log, PlainFiles } from '#core/ports.ts';
import { appOrigin } from '#electron/app-protocol.ts';
import { groundColour } from '#electron/theme.ts';
import { clampPlace, readPlace, smallest, usual, writePlace } from './window-bounds.ts';

const placeFile = 'window.json';

/** A page that fails again within this time is broken, not unlucky: it is not loaded a third time. */
const reopenEvery = 60_000;

/** Chromium's code for a load that was called off; not a failure. */
const aborted = -3;

export interface WindowParts {
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly session: Session;
  readonly screen: Pick<Screen, 'getAllDisplays'>;
  readonly nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors'>;
  readonly preload: string;
  readonly icon: string;
  readonly devTools: boolean;
  readonly files: PlainFiles;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
  /** Whether closing only hides: there is a tray to come back from, and the person wants it. */
  hidesOnClose(): boolean;
  onVisible(visible: boolean): void;
}

/** The one window. It is made when it is first shown, and kept while it is hidden. */
export interface WindowHost {
  /** Shows the window at a page of its own, or where it was for an empty path. */
  show(path?: string): void;
  current(): BrowserWindow | undefined;
  /** Tells the window, if there is one; it asks for the state by itself when it opens. */
  send<Name extends EventName>(event: Name, payload: Events[Name]): void;
  /** From now on closing closes. */
  release(): void;
}

export function createWindowHost(parts: WindowParts): WindowHost {
  const { clock, files, log } = parts;
  let window: BrowserWindow | undefined;
  let released = false;
  let reopenedAt = -Infinity;
  // Where to go once the page listens: an event sent while it loads is heard by nobody.
  let pendingPath = '';

  function open(): BrowserWindow {
    const place = clampPlace(
      readPlace(files.read(placeFile)) ?? { x: 0, y: 0, width: 0, height: 0, maximized: false },
      parts.screen.getAllDisplays().map(({ workArea }) => workArea),
    );
    const made = new parts.BrowserWindow({
      ...usual,
      ...(place && { x: place.x, y: place.y, width: place.width, height: place.height }),
      minWidth: smallest.width,
      minHeight: smallest.height,
      title: 'Culvert',
      icon: parts.icon,
      backgroundColor: groundColour(parts.nativeTheme),
      autoHideMenuBar: true,
      show: false,
      webPreferences: {
        session: parts.session,
        preload: parts.preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        // Its dictionaries would be fetched from elsewhere, and what is typed here is not prose.
        spellcheck: false,
        devTools: parts.devTools,
      },
    });

    const tellVisible = () => {
      parts.onVisible(!made.isDestroyed() && made.isVisible() && !made.isMinimized());
    };
    made.once('ready-to-show', () => {
      if (place?.maximized === true) made.maximize();
      made.show();
    });
    made.on('show', tellVisible);
    made.on('hide', tellVisible);
    made.on('minimize', tellVisible);
    made.on('restore', tellVisible);
    made.on('close', (event) => {
      remember(made);
      if (released || !parts.hidesOnClose()) return;
      event.preventDefault();
      made.hide();
    });
    made.on('closed', () => {
      window = undefined;
      parts.onVisible(false);
    });
    // The window is named by the program, whatever its page calls itself.
    made.on('page-title-updated', (event) => {
      event.preventDefault();
    });
    made.webContents.on('did-finish-load', () => {
      goTo(pendingPath);
      pendingPath = '';
    });
    made.webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
      if (isMainFrame && code !== aborted) reopen(made, 'load', code);
    });
    made.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      if (reason !== 'clean-exit') reopen(made, reason, exitCode);
    });
    load(made);
    return made;
  }

  function load(target: BrowserWindow): void {
    // A failed load rejects too; `did-fail-load` has told of it.
    target.loadURL(`${appOrigin}/`).catch(() => undefined);
  }

  function reopen(target: BrowserWindow, reason: string, code: number): void {
    const again = clock.monotonic() - reopenedAt >= reopenEvery && !released;
    log.write('error', 'window.failed', { reason, code, again });
    if (!again || target.isDestroyed()) return;
    reopenedAt = clock.monotonic();
    load(target);
  }

  function remember(target: BrowserWindow): void {
    if (target.isMinimized()) return;
    files.write(
      placeFile,
      writePlace({ ...target.getNormalBounds(), maximized: target.isMaximized() }),
    );
  }

  function goTo(path: string): void {
    if (path !== '') send('app.navigate', { path });
  }

  function send<Name extends EventName>(event: Name, payload: Events[Name]): void {
    if (window === undefined || window.isDestroyed()) return;
    window.webContents.send(eventChannel, event, payload);
  }

  return {
    show: (path = '') => {
      if (window === undefined) {
        pendingPath = path;
        window = open();
        return;
      }
      if (window.webContents.isLoading()) pendingPath = path;
      else goTo(path);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    current: () => window,
    send,
    release: () => {
      released = true;
    },
  };
}
