import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  NativeTheme,
  Screen,
  Session,
} from 'electron';
import type { EventName, Events } from '#contract/ipc.ts';
import { eventChannel } from '#contract/ipc/events.ts';
import type { Clock, Log, PlainFiles } from '#core/kernel/ports.ts';
import { appOrigin } from '#electron/app-protocol.ts';
import { groundColour } from '#electron/theme.ts';
import { pagePreferences } from './page-preferences.ts';
import {
  boundsFile,
  clampBounds,
  defaultSize,
  minimumSize,
  readBounds,
  type WindowBounds,
} from './window-bounds.ts';

/** A page that fails again within this time, milliseconds, is broken and is not loaded a third time. */
const reloadEvery = 60_000;

/** Chromium's code for a cancelled load; not a failure. */
const aborted = -3;

interface WindowParts {
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
  /** Whether closing only hides: there is a tray, and the setting is on. A desktop takes time to answer. */
  hidesOnClose(): boolean | Promise<boolean>;
  onVisible(visible: boolean): void;
  /** It was closed, and not only hidden. */
  onClosed: () => void;
}

/** The one window. It is created when it is first shown and exists while it is hidden. */
export type WindowHost = ReturnType<typeof createWindowHost>;

export function createWindowHost(parts: WindowParts) {
  let window: BrowserWindow | undefined;
  let released = false;
  let closed = false;
  // Sent once the page listens: it would miss an event that is sent while it loads.
  let pendingPath = '';
  const reloadFailed = createReloader(parts, () => released);

  function open(before?: BrowserWindow): BrowserWindow {
    const bounds = restoredBounds(parts);
    const made = new parts.BrowserWindow(windowOptions(parts, bounds));
    reportVisibility(made, parts);
    reloadFailed(made);
    appear(made, bounds?.maximized === true, before);
    made.on('close', (event) => {
      saveBounds(made, parts);
      if (released) return;
      const hides = parts.hidesOnClose();
      if (hides === false) return;
      event.preventDefault();
      if (hides === true) hide(made);
      else void hides.then((answer) => (answer ? hide(made) : made.destroy()));
    });
    // Windows closes no window when the user logs off.
    made.on('session-end', () => saveBounds(made, parts));
    made.on('closed', () => {
      // Another one has taken its place.
      if (window !== made) return;
      window = undefined;
      closed = true;
      parts.onVisible(false);
      parts.onClosed();
    });
    made.webContents.on('did-finish-load', () => {
      goTo(pendingPath);
      pendingPath = '';
    });
    load(made);
    return made;
  }

  function goTo(path: string): void {
    if (path !== '') send('app.navigate', { path });
  }

  function send<Name extends EventName>(event: Name, payload: Events[Name]): void {
    if (window === undefined || window.isDestroyed()) return;
    window.webContents.send(eventChannel, event, payload);
  }

  return {
    /** Shows the window at this page, or at its current one for an empty path. */
    show: (path: string = '') => {
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
    current: (): BrowserWindow | undefined => window,
    /** Whether it was open, and was closed and not only hidden. */
    isClosed: (): boolean => closed && window === undefined,
    /** Sends an event to the window, if there is one; a new window reads the state when it opens. */
    send,
    /** Puts another window in its place and destroys this one, whose page may hang. */
    replace: () => {
      const before = window;
      if (before === undefined || before.isDestroyed()) return;
      saveBounds(before, parts);
      pendingPath = pathIn(before);
      window = open(before);
      before.destroy();
    },
    /** From now on closing the window closes it. */
    release: () => void (released = true),
  };
}

function windowOptions(
  parts: WindowParts,
  bounds: WindowBounds | undefined,
): BrowserWindowConstructorOptions {
  return {
    ...defaultSize,
    ...(bounds && { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height }),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: 'Culvert',
    icon: parts.icon,
    backgroundColor: groundColour(parts.nativeTheme),
    autoHideMenuBar: true,
    show: false,
    webPreferences: pagePreferences(parts),
  };
}

/** The page that a window is at, without what was filled in: its own page may have written anything. */
function pathIn(window: BrowserWindow): string {
  return /#(\/[\w/:-]{0,100})/.exec(window.webContents.getURL())?.[1] ?? '';
}

function show(window: BrowserWindow): void {
  window.show();
}

function showInactive(window: BrowserWindow): void {
  window.showInactive();
}

/** Shows a window when it has painted; in the place of another at once, so that nothing behind flashes. */
function appear(made: BrowserWindow, maximized: boolean, before?: BrowserWindow): void {
  const present = before ? presentAs(before) : show;
  const showIt = () => {
    if (maximized) made.maximize();
    present(made);
  };
  if (before) showIt();
  else made.once('ready-to-show', showIt);
}

/** How a window is shown that takes the place of this one: no other program loses the keyboard. */
function presentAs(before: BrowserWindow): (window: BrowserWindow) => void {
  if (before.isMinimized()) {
    return (window) => window.minimize();
  }
  if (!before.isVisible()) return () => undefined;
  return before.isFocused() ? show : showInactive;
}

/** Hides the window. macOS leaves an empty space where one in full screen is hidden. */
function hide(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (!window.isFullScreen()) {
    window.hide();
    return;
  }
  window.once('leave-full-screen', () => window.hide());
  window.setFullScreen(false);
}

/** Reports whether it can be seen; its title stays the program's. */
function reportVisibility(window: BrowserWindow, parts: WindowParts): void {
  const report = () =>
    parts.onVisible(!window.isDestroyed() && window.isVisible() && !window.isMinimized());
  window.on('show', report);
  window.on('focus', report);
  window.on('hide', report);
  window.on('minimize', report);
  window.on('restore', report);
  window.on('page-title-updated', (event) => event.preventDefault());
}

/** Loads the page again after it failed, but not twice within `reloadEvery`. */
function createReloader({ clock, log }: WindowParts, isReleased: () => boolean) {
  let reloadedAt = -Infinity;
  function reload(window: BrowserWindow, reason: string, code: number): void {
    const again = clock.monotonic() - reloadedAt >= reloadEvery && !isReleased();
    log.write('error', 'window.failed', { reason, code, again });
    if (!again || window.isDestroyed()) return;
    reloadedAt = clock.monotonic();
    load(window);
  }
  return (window: BrowserWindow): void => {
    window.webContents.on('did-fail-load', (_event, code, _description, _url, isMainFrame) => {
      if (isMainFrame && code !== aborted) reload(window, 'load', code);
    });
    window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      if (reason !== 'clean-exit') reload(window, reason, exitCode);
    });
  };
}

function load(window: BrowserWindow): void {
  // A failed load also rejects; `did-fail-load` has reported it.
  window.loadURL(`${appOrigin}/`).catch(() => undefined);
}

function restoredBounds({ files, screen }: WindowParts): WindowBounds | undefined {
  return clampBounds(
    readBounds(files.read(boundsFile)) ?? { x: 0, y: 0, width: 0, height: 0, maximized: false },
    screen.getAllDisplays().map(({ workArea }) => workArea),
  );
}

function saveBounds(window: BrowserWindow, { files }: WindowParts): void {
  if (window.isMinimized()) return;
  const maximized = window.isMaximized();
  const { zoomLevel } = window.webContents;
  const zoom = zoomLevel === 0 ? {} : { zoomLevel };
  files.write(boundsFile, JSON.stringify({ ...window.getNormalBounds(), maximized, ...zoom }));
}
