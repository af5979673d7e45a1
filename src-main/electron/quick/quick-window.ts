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
import type { Log } from '#core/kernel/ports.ts';
import { appOrigin } from '#electron/app-protocol.ts';
import { groundColour } from '#electron/theme.ts';
import { pagePreferences } from '#electron/window/page-preferences.ts';

const size = { width: 640, height: 440 };

/** How far below the top of the screen it opens, as a share of the room there is. */
const fromTop = 0.3;

interface QuickHostParts {
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly session: Session;
  readonly screen: Pick<Screen, 'getCursorScreenPoint' | 'getDisplayNearestPoint'>;
  readonly nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors'>;
  readonly preload: string;
  readonly devTools: boolean;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
}

/** The quick copy window: it opens over the current application, and hides when it loses the focus. */
export class QuickHost {
  readonly #parts: QuickHostParts;
  #window: BrowserWindow | undefined;
  /** It will be shown as soon as its page is drawn or has loaded. */
  #pending = false;
  /** It was told that it has the keyboard since it was shown. */
  #focused = false;

  constructor(parts: QuickHostParts) {
    this.#parts = parts;
  }

  current(): BrowserWindow | undefined {
    return this.#window;
  }

  /** Creates it hidden, so that showing it takes no time. */
  prepare(): void {
    this.#window ??= this.#open();
  }

  /** Shows it on the screen that the pointer is on. */
  show(): void {
    if (this.#window !== undefined && !this.#window.webContents.isLoading()) {
      this.#present(this.#window);
      return;
    }
    this.#pending = true;
    this.prepare();
  }

  /** Shows it, or hides it where it has the keyboard. */
  toggle(): void {
    if (this.#window?.isVisible() === true && this.#window.isFocused()) this.hide();
    else this.show();
  }

  /** Hides it; the keyboard goes back to what had it. */
  hide(): void {
    this.#pending = false;
    this.#focused = false;
    if (this.#window?.isVisible() !== true) return;
    if (this.#parts.platform === 'win32') giveBackKeyboard(this.#window);
    this.#window.hide();
    this.send('quick.shown', false);
  }

  close(): void {
    const gone = this.#window;
    this.#window = undefined;
    this.#pending = false;
    if (gone?.isDestroyed() === false) gone.destroy();
  }

  send<Name extends EventName>(event: Name, payload: Events[Name]): void {
    const window = this.#window;
    if (window === undefined || window.isDestroyed() || !quickWindowEvents.has(event)) return;
    window.webContents.send(eventChannel, event, payload);
  }

  #present(window: BrowserWindow): void {
    const { screen } = this.#parts;
    this.#pending = false;
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    window.setBounds(placeIn(workArea));
    // The level that stays above programs which fill the screen.
    window.setAlwaysOnTop(true, 'screen-saver');
    window.show();
    window.focus();
    this.send('quick.shown', true);
  }

  #open(): BrowserWindow {
    const made = new this.#parts.BrowserWindow(windowOptions(this.#parts));
    if (this.#parts.platform === 'darwin') {
      made.setVisibleOnAllWorkspaces(true, {
        visibleOnFullScreen: true,
        skipTransformProcessType: true,
      });
    }
    this.#watch(made);
    // A window without its page would stay blank: the next one is a new one.
    made.loadURL(`${appOrigin}/quick.html`).catch(() => {
      if (!made.isDestroyed()) made.destroy();
    });
    return made;
  }

  #watch(made: BrowserWindow): void {
    const presentPending = () => {
      if (this.#pending) this.#present(made);
    };
    // Either may come first, and the keys may be pressed between them.
    made.once('ready-to-show', presentPending);
    made.webContents.on('did-finish-load', presentPending);
    made.on('focus', () => {
      this.#focused = made.isVisible();
    });
    made.on('blur', () => {
      // One from before it was hidden comes late, when the keys have opened it again.
      if (this.#focused && !made.isFocused()) this.hide();
    });
    made.on('close', (event) => {
      event.preventDefault();
      this.hide();
    });
    made.on('closed', () => {
      if (this.#window === made) this.#window = undefined;
    });
    made.on('page-title-updated', (event) => event.preventDefault());
    made.webContents.on('render-process-gone', (_event, { reason }) => {
      this.#parts.log.write('error', 'quick-window.failed', { reason });
      this.close();
    });
  }
}

/**
 * Windows gives the keyboard to the next window of the same level: for a topmost one that is the
 * taskbar, and for an ordinary one of ours another of this program. So the window leaves its level
 * first, and is then put behind all others. It is not blurred where a click elsewhere has already
 * given the keyboard to another program, which would lose it.
 */
function giveBackKeyboard(window: BrowserWindow): void {
  window.setAlwaysOnTop(false);
  if (window.isFocused()) window.blur();
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
