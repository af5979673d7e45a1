import { EventEmitter } from 'node:events';

/**
 * A window on Windows as far as the keyboard goes: what loses it hands it to the next window of its
 * level, which for topmost windows is the taskbar.
 */
export class WindowOnWindows extends EventEmitter {
  static keyboard = 'the former program';
  readonly webContents = Object.assign(new EventEmitter(), {
    isLoading: () => false,
    send: () => undefined,
  });
  #topmost = false;
  #visible = false;

  setAlwaysOnTop(on: boolean): void {
    this.#topmost = on;
  }

  isVisible(): boolean {
    return this.#visible;
  }

  isFocused(): boolean {
    return WindowOnWindows.keyboard === 'quick copy';
  }

  isDestroyed(): boolean {
    return false;
  }

  show(): void {
    this.#visible = true;
  }

  focus(): void {
    WindowOnWindows.keyboard = 'quick copy';
    this.emit('focus');
  }

  blur(): void {
    // Whatever has the keyboard loses it, also where that is another program.
    WindowOnWindows.keyboard = this.#topmost ? 'the taskbar' : 'the former program';
  }

  hide(): void {
    this.#visible = false;
    if (this.isFocused()) WindowOnWindows.keyboard = 'the main window';
  }

  setBounds(): void {
    // Its place does not matter here.
  }

  loadURL(): Promise<void> {
    return Promise.resolve();
  }

  get isTopmost(): boolean {
    return this.#topmost;
  }
}
