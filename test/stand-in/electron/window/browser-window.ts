import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import type { Receive } from '#test/stand-in/electron/ipc-main.ts';
import { destroyedText, preventable, type Machine } from '#test/stand-in/electron/machine.ts';
import type { StandInSession } from './session.ts';
import { createWebContents, type StandInWebContents } from './web-contents.ts';

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

/** Makes the `BrowserWindow` class of one machine. */
export function createBrowserWindowClass(machine: Machine, receive: Receive) {
  const windows = new Set<BrowserWindow>();
  /** What had the keyboard, newest first; `undefined` is a window of another program. */
  let focusOrder: readonly (BrowserWindow | undefined)[] = [undefined];

  /** The system moves the keyboard: to the window in front, or back to what had it before. */
  function moveFocus(order: readonly (BrowserWindow | undefined)[]): void {
    const [before] = focusOrder;
    const [now] = order;
    focusOrder = order;
    if (before === now) return;
    before?.emit('blur', {});
    now?.emit('focus', {});
  }

  const focusOn = (window: BrowserWindow | undefined) => {
    moveFocus([window, ...focusOrder.filter((other) => other !== window)]);
  };
  const takeFocus = (window: BrowserWindow) => {
    moveFocus(focusOrder.filter((other) => other !== window));
  };
  machine.signals.on('focus-elsewhere', () => {
    focusOn(undefined);
  });

  class BrowserWindow extends EventEmitter {
    readonly webContents: StandInWebContents;
    readonly options: BrowserWindowConstructorOptions;
    #bounds: Rectangle;
    #visible = false;
    #minimized = false;
    #maximized = false;
    #fullScreen = false;
    #destroyed = false;

    constructor(options: BrowserWindowConstructorOptions = {}) {
      super();
      if (!machine.ready) throw new Error('Cannot create BrowserWindow before app is ready');
      const preferences: object = options.webPreferences ?? {};
      for (const [name, value] of Object.entries(forbidden)) {
        if (Reflect.get(preferences, name) === value) {
          throw new Error(`the stand-in has no window with ${name}: ${String(value)}`);
        }
      }
      this.options = options;
      const { x = 0, y = 0, width = usual.width, height = usual.height } = options;
      this.#bounds = { x, y, width, height };
      this.webContents = createWebContents({
        machine,
        receive,
        session:
          (options.webPreferences?.session as unknown as StandInSession | undefined) ??
          machine.defaultSession,
        preload: options.webPreferences?.preload,
        size: () => this.#bounds,
        title: options.title ?? '',
        onClosedByPerson: () => {
          machine.signals.emit('closed-by-person', this);
        },
      });
      this.webContents.once('did-finish-load', () => this.emit('ready-to-show', {}));
      windows.add(this);
      machine.signals.emit('window-created', this);
      if (options.show !== false) this.show();
    }

    static getAllWindows(): BrowserWindow[] {
      return [...windows];
    }

    static getFocusedWindow(): BrowserWindow | null {
      return focusOrder[0] ?? null;
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

    hide(): void {
      if (!this.#visible) return;
      if (this.#fullScreen) throw new Error('hidden in full screen: its space stays, empty');
      this.#visible = false;
      takeFocus(this);
      this.emit('hide', {});
    }

    focus(): void {
      if (this.#visible) focusOn(this);
    }

    blur(): void {
      takeFocus(this);
    }

    isFocused(): boolean {
      return focusOrder[0] === this;
    }

    minimize(): void {
      this.#minimized = true;
      takeFocus(this);
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
      takeFocus(this);
      windows.delete(this);
      this.webContents.destroy().catch(() => undefined);
      this.#becomeUnusable();
      this.emit('closed', {});
      machine.signals.emit('window-closed', windows.size);
    }

    #becomeUnusable(): void {
      const get = () => {
        throw new TypeError(destroyedText);
      };
      for (const name of Object.getOwnPropertyNames(BrowserWindow.prototype)) {
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

    /** Nothing here takes screenshots of it. */
    setContentProtection(): void {}
    setAlwaysOnTop(_flag: boolean, _level?: string): void {
      // Pages of an engine do not cover each other.
    }

    setVisibleOnAllWorkspaces(_visible: boolean, _options?: object): void {
      // There is one workspace.
    }

    setBackgroundColor(colour: string): void {
      this.options.backgroundColor = colour;
    }

    getBounds(): Rectangle {
      return { ...this.#bounds };
    }

    getNormalBounds(): Rectangle {
      return { ...this.#bounds };
    }

    setBounds(bounds: Partial<Rectangle>): void {
      this.#bounds = { ...this.#bounds, ...bounds };
    }
  }

  return BrowserWindow;
}
