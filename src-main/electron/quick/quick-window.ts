import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  NativeTheme,
  Rectangle,
  Screen,
  Session,
} from 'electron';
import type { EventName, Events } from '#contract/ipc.ts';
import { eventChannel } from '#contract/ipc/events.ts';
import { quickWindowEvents } from '#contract/quick-window.ts';
import type { Log } from '#core/ports.ts';
import { appOrigin } from '#electron/app-protocol.ts';
import { groundColour } from '#electron/theme.ts';
import { pagePreferences } from '#electron/window/page-preferences.ts';

const size = { width: 640, height: 440 };

/** How far below the top of the screen it opens, as a share of the room there is. */
const fromTop = 0.3;

export interface QuickHostParts {
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly session: Session;
  readonly screen: Pick<Screen, 'getCursorScreenPoint' | 'getDisplayNearestPoint'>;
  readonly nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors'>;
  readonly preload: string;
  readonly devTools: boolean;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
  /** Whether it stays in memory while it is hidden. */
  isKept(): boolean;
}

/** The quick copy window: it opens over whatever the person works in, and hides when they leave it. */
export interface QuickHost {
  /** Creates it hidden, so that showing it takes no time. */
  readonly prepare: () => void;
  /** Shows it on the screen that the pointer is on. */
  readonly show: () => void;
  /** Shows it, or hides it where it has the keyboard. */
  readonly toggle: () => void;
  /** Hides it; the keyboard goes back to what had it. */
  readonly hide: () => void;
  readonly current: () => BrowserWindow | undefined;
  /** Sends an event that this window listens to, if there is one. */
  send<Name extends EventName>(event: Name, payload: Events[Name]): void;
  /** Removes it for good. */
  readonly close: () => void;
}

export function createQuickHost(parts: QuickHostParts): QuickHost {
  let window: BrowserWindow | undefined;
  /** It was asked for before its page was there. */
  let awaited = false;

  function open(): BrowserWindow {
    const made = new parts.BrowserWindow(windowOptions(parts));
    if (parts.platform === 'darwin') {
      made.setVisibleOnAllWorkspaces(true, {
        visibleOnFullScreen: true,
        skipTransformProcessType: true,
      });
    }
    // The level that stays above programs which fill the screen.
    made.setAlwaysOnTop(true, 'screen-saver');
    made.once('ready-to-show', () => {
      if (awaited) present(made);
    });
    made.on('blur', hide);
    made.on('close', (event) => {
      event.preventDefault();
      hide();
    });
    made.on('closed', () => {
      if (window === made) window = undefined;
    });
    made.on('page-title-updated', (event) => {
      event.preventDefault();
    });
    made.webContents.on('render-process-gone', (_event, { reason }) => {
      parts.log.write('error', 'quick-window.failed', { reason });
      remove();
    });
    // A window without its page would stay blank: the next one is a new one.
    made.loadURL(`${appOrigin}/quick.html`).catch(() => {
      if (!made.isDestroyed()) made.destroy();
    });
    return made;
  }

  function present(made: BrowserWindow): void {
    awaited = false;
    const { workArea } = parts.screen.getDisplayNearestPoint(parts.screen.getCursorScreenPoint());
    made.setBounds(placeIn(workArea));
    made.show();
    made.focus();
    send('quick.shown', true);
  }

  function show(): void {
    if (window !== undefined && !window.webContents.isLoading()) {
      present(window);
      return;
    }
    awaited = true;
    window ??= open();
  }

  function hide(): void {
    awaited = false;
    if (window?.isVisible() !== true) return;
    // Windows would choose another window of this program before the one that was left.
    if (parts.platform === 'win32') window.blur();
    window.hide();
    send('quick.shown', false);
    if (!parts.isKept()) remove();
  }

  function remove(): void {
    const gone = window;
    window = undefined;
    awaited = false;
    if (gone?.isDestroyed() === false) gone.destroy();
  }

  function send<Name extends EventName>(event: Name, payload: Events[Name]): void {
    if (window === undefined || window.isDestroyed() || !quickWindowEvents.has(event)) return;
    window.webContents.send(eventChannel, event, payload);
  }

  return {
    prepare: () => {
      window ??= open();
    },
    show,
    toggle: () => {
      if (window?.isVisible() === true && window.isFocused()) hide();
      else show();
    },
    hide,
    current: () => window,
    send,
    close: remove,
  };
}

/** In the middle of a screen, above the centre; smaller where there is less room. */
export function placeIn(area: Rectangle): Rectangle {
  const width = Math.min(size.width, area.width);
  const height = Math.min(size.height, area.height);
  return {
    x: Math.round(area.x + (area.width - width) / 2),
    y: Math.round(area.y + (area.height - height) * fromTop),
    width,
    height,
  };
}

function windowOptions(parts: QuickHostParts): BrowserWindowConstructorOptions {
  return {
    ...size,
    title: 'Culvert quick copy',
    show: false,
    frame: false,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: true,
    alwaysOnTop: true,
    // A panel takes the keyboard without making this the active program.
    ...(parts.platform === 'darwin' && { type: 'panel' }),
    backgroundColor: groundColour(parts.nativeTheme),
    webPreferences: pagePreferences(parts),
  };
}
