import type { BrowserWindow } from 'electron';
import { describe, expect, it } from 'vitest';
import { QuickHost } from '#electron/quick/quick-window.ts';
import { recordingLog } from '#test/core/fakes.ts';
import { WindowOnWindows } from '#test/stand-in/electron/window/window-on-windows.ts';

function openOnWindows() {
  WindowOnWindows.keyboard = 'the former program';
  const host = new QuickHost({
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

  it('stays where it was opened again before it was told that it had lost the keyboard', () => {
    const { host, window } = openOnWindows();
    host.hide();
    window.focus = () => undefined;
    host.show();
    window.emit('blur');
    expect(window.isVisible()).toBe(true);
    WindowOnWindows.keyboard = 'quick copy';
    window.emit('focus');
    WindowOnWindows.keyboard = 'the clicked program';
    window.emit('blur');
    expect(window.isVisible()).toBe(false);
  });

  it('leaves the keyboard to the program that was clicked', () => {
    const { window } = openOnWindows();
    WindowOnWindows.keyboard = 'the clicked program';
    window.emit('blur');
    expect([window.isVisible(), WindowOnWindows.keyboard]).toEqual([false, 'the clicked program']);
  });
});
