import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import type { Receive } from '#test/stand-in/electron/ipc-main.ts';
import { destroyedText, preventable, type Machine } from '#test/stand-in/electron/machine.ts';
import type { StandInSession } from './session.ts';
import { StandInWebContents } from './web-contents.ts';

const usual = { width: 800, height: 600 };

/** Options that cannot be imitated and must not be used: the stand-in would hide that they were. */
const forbidden = {
  nodeIntegration: true,
  nodeIntegrationInWorker: true,
  nodeIntegrationInSubFrames: true,
  contextIsolation: false,
  sandbox: false,
  webSecurity: false,
  webviewTag: true,
  allowRunningInsecureContent: true,
} as const;

/** What can still be asked of a window that has been destroyed: the rest throws. */
const afterDestruction = new Set(['constructor', 'destroy', 'isDestroyed']);

/** The open windows of one machine, and which of them has the keyboard. */
class WindowList {
  readonly #windows = new Set<StandInWindow>();
  /** What had the keyboard, newest first; `undefined` is a window of another program. */
  #focusOrder: readonly (StandInWindow | undefined)[] = [undefined];

  add(window: StandInWindow): void {
    this.#windows.add(window);
  }

  delete(window: StandInWindow): void {
    this.#windows.delete(window);
  }

  all(): StandInWindow[] {
    return [...this.#windows];
  }

  focused(): StandInWindow | undefined {
    return this.#focusOrder[0];
  }

  /** @param window `undefined` for a window of another program */
  focusOn(window: StandInWindow | undefined): void {
    this.#moveFocus([window, ...this.#focusOrder.filter((other) => other !== window)]);
  }

  /** The window loses the focus to the one that had it before. */
  takeFocus(window: StandInWindow): void {
    this.#moveFocus(this.#focusOrder.filter((other) => other !== window));
  }

  #moveFocus(order: readonly (StandInWindow | undefined)[]): void {
    const before = this.focused();
    this.#focusOrder = order;
    const now = this.focused();
    if (before === now) return;
    // The system tells both later, and a window that is gone nothing.
    setImmediate(() => {
      if (before?.isDestroyed() === false) before.emit('blur', {});
      if (now?.isDestroyed() === false) now.emit('focus', {});
    });
  }
}

interface WindowSystem {
  readonly machine: Machine;
  readonly receive: Receive;
  readonly windows: WindowList;
}

/** A window of one machine. */
class StandInWindow extends EventEmitter {
  readonly webContents: StandInWebContents;
  readonly options: BrowserWindowConstructorOptions;
  readonly #machine: Machine;
  readonly #windows: WindowList;
  #bounds: Rectangle;
  #visible = false;
  #minimized = false;
  #maximized = false;
  #fullScreen = false;
  #destroyed = false;

  constructor(
    { machine, receive, windows }: WindowSystem,
    options: BrowserWindowConstructorOptions = {},
  ) {
    super();
    if (!machine.ready) throw new Error('Cannot create BrowserWindow before app is ready');
    requireImitated(options.webPreferences);
    this.options = options;
    this.#machine = machine;
    this.#windows = windows;
    const { x = 0, y = 0, width = usual.width, height = usual.height } = options;
    this.#bounds = { x, y, width, height };
    this.webContents = new StandInWebContents({
      machine,
      receive,
      session:
        (options.webPreferences?.session as unknown as StandInSession | undefined) ??
        machine.defaultSession,
      preload: options.webPreferences?.preload,
      size: () => this.#bounds,
      title: options.title ?? '',
      onClosedByUser: () => {
        machine.signals.emit('closed-by-user', this);
      },
    });
    // The first picture may come before the page has loaded.
    this.webContents.once('did-navigate', () => this.emit('ready-to-show', {}));
    windows.add(this);
    machine.signals.emit('window-created', this);
    if (options.show !== false) this.show();
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address);
  }

  show(): void {
    if (!this.#visible) {
      this.#visible = true;
      this.emit('show', {});
    }
    this.focus();
  }

  showInactive(): void {
    if (this.#visible) return;
    this.#visible = true;
    this.emit('show', {});
  }

  hide(): void {
    if (!this.#visible) return;
    if (this.#fullScreen) throw new Error('hidden in full screen: its space stays, empty');
    this.#visible = false;
    this.#windows.takeFocus(this);
    this.emit('hide', {});
  }

  focus(): void {
    if (this.#visible) this.#windows.focusOn(this);
  }

  blur(): void {
    this.#windows.takeFocus(this);
  }

  isFocused(): boolean {
    return this.#windows.focused() === this;
  }

  minimize(): void {
    this.#minimized = true;
    this.#windows.takeFocus(this);
    this.emit('minimize', {});
  }

  restore(): void {
    this.#minimized = false;
    this.emit('restore', {});
  }

  maximize(): void {
    this.#maximized = true;
    this.show();
    this.emit('maximize', {});
  }

  close(): void {
    if (this.#destroyed) return;
    const event = preventable({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#visible = false;
    this.#windows.takeFocus(this);
    this.#windows.delete(this);
    this.webContents.destroy().catch(() => undefined);
    this.#becomeUnusable();
    this.emit('closed', {});
    this.#machine.signals.emit('window-closed', this.#windows.all().length);
  }

  #becomeUnusable(): void {
    const get = () => {
      throw new TypeError(destroyedText);
    };
    for (const name of Object.getOwnPropertyNames(StandInWindow.prototype)) {
      if (!afterDestruction.has(name)) Object.defineProperty(this, name, { value: get });
    }
    Object.defineProperty(this, 'webContents', { get });
  }

  isVisible(): boolean {
    return this.#visible;
  }

  isMinimized(): boolean {
    return this.#minimized;
  }

  isMaximized(): boolean {
    return this.#maximized;
  }

  isFullScreen(): boolean {
    return this.#fullScreen;
  }

  /** Takes its time, as on macOS, where a window that is hidden meanwhile leaves an empty space. */
  setFullScreen(full: boolean): void {
    setImmediate(() => {
      this.#fullScreen = full;
      this.emit(full ? 'enter-full-screen' : 'leave-full-screen', {});
    });
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  setAlwaysOnTop(_flag: boolean, _level?: string): void {
    // Pages of an engine do not cover each other.
  }

  setVisibleOnAllWorkspaces(_visible: boolean, _options?: object): void {
    // There is one workspace.
  }

  setBackgroundColor(colour: string): void {
    this.options.backgroundColor = colour;
  }

  /** The place on the screen; of a window that is maximized, the whole of it. */
  getBounds(): Rectangle {
    return this.#maximized ? { x: 0, y: 32, width: 1920, height: 1048 } : { ...this.#bounds };
  }

  getNormalBounds(): Rectangle {
    return { ...this.#bounds };
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
  }
}

/** Throws for an option that the stand-in would ignore. */
function requireImitated(preferences: object = {}): void {
  for (const [name, value] of Object.entries(forbidden)) {
    if (Reflect.get(preferences, name) === value) {
      throw new Error(`the stand-in has no window with ${name}: ${String(value)}`);
    }
  }
}

/** Makes the `BrowserWindow` class of one machine. */
export function createBrowserWindowClass(machine: Machine, receive: Receive) {
  const windows = new WindowList();
  machine.signals.on('focus-elsewhere', () => {
    windows.focusOn(undefined);
  });
  return class BrowserWindow extends StandInWindow {
    constructor(options?: BrowserWindowConstructorOptions) {
      super({ machine, receive, windows }, options);
    }

    static getAllWindows(): StandInWindow[] {
      return windows.all();
    }

    static getFocusedWindow(): StandInWindow | null {
      return windows.focused() ?? null;
    }
  };
}
