import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { describe, expect, it } from 'vitest';
import { createQuickHost } from '#electron/quick/quick-window.ts';
import { recordingLog } from '#test/core/fakes.ts';

/**
 * A window on Windows as far as the keyboard goes: what loses it hands it to the next window of its
 * level, which for topmost windows is the taskbar.
 */
class WindowOnWindows extends EventEmitter {
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

function openOnWindows() {
  WindowOnWindows.keyboard = 'the former program';
  const host = createQuickHost({
    BrowserWindow: WindowOnWindows as unknown as new () => BrowserWindow,
    session: undefined as never,
    screen: {
      getCursorScreenPoint: () => ({ x: 0, y: 0 }),
      getDisplayNearestPoint: () =>
        ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }) as Electron.Display,
    },
    nativeTheme: { shouldUseDarkColors: false },
    preload: '',
    devTools: false,
    platform: 'win32',
    log: recordingLog(),
    staysLoaded: () => true,
  });
  host.prepare();
  host.show();
  return { host, window: host.current() as unknown as WindowOnWindows };
}

describe('the quick copy window on Windows', () => {
  it('gives the keyboard back to the program that had it, and is topmost again when shown', () => {
    const { host, window } = openOnWindows();
    expect(window.isTopmost).toBe(true);
    host.hide();
    expect(WindowOnWindows.keyboard).toBe('the former program');
    host.show();
    expect([window.isTopmost, WindowOnWindows.keyboard]).toEqual([true, 'quick copy']);
  });

  it('leaves the keyboard to the program that was clicked', () => {
    const { window } = openOnWindows();
    WindowOnWindows.keyboard = 'the clicked program';
    window.emit('blur');
    expect([window.isVisible(), WindowOnWindows.keyboard]).toEqual([false, 'the clicked program']);
  });
});
