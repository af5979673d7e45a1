import { describe, expect, it } from 'vitest';
import { placeIn } from '#electron/quick/quick-window.ts';
import { createTestShell } from '#test/electron/test-shell.ts';
import { patient } from '#test/patient.ts';

const shell = createTestShell();
const keys = 'Control+Shift+Space';
const seen = () =>
  shell.standIn
    .windows()
    .map((window) => [window.options.title, window.isVisible(), window.isFocused()]);

describe('the quick copy window', () => {
  it('is placed in the middle of the screen, above its centre, and within a small one', () => {
    expect(placeIn({ x: 1920, y: 32, width: 1920, height: 1048 })).toEqual({
      x: 2560,
      y: 214,
      width: 640,
      height: 440,
    });
    expect(placeIn({ x: 0, y: 0, width: 500, height: 300 })).toEqual({
      x: 0,
      y: 0,
      width: 500,
      height: 300,
    });
  });

  it('has nothing that a page does not need, and is shown again from the tray without being loaded again', async () => {
    await shell.start('--hidden');
    shell.standIn.shortcuts.press(keys);
    await expect.poll(seen, patient).toEqual([['Culvert quick copy', true, true]]);
    expect(shell.standIn.windows()[0]?.options).toMatchObject({
      frame: false,
      skipTaskbar: true,
      webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false },
    });
    shell.standIn.shortcuts.press(keys);
    expect(seen()).toEqual([['Culvert quick copy', false, false]]);
    shell.standIn.tray()?.menu?.choose('Quick copy…');
    await expect.poll(seen, patient).toEqual([['Culvert quick copy', true, true]]);
    expect(shell.pages).toHaveLength(1);
  });

  it('does not keep Culvert from ending when the main window closes for good', async () => {
    shell.core.change((state) => ({
      ...state,
      settings: { ...state.settings, closeToTray: false },
    }));
    await shell.start();
    await shell.openPage();
    shell.standIn.shortcuts.press(keys);
    await expect.poll(() => seen().length, patient).toBe(2);
    shell.standIn.windows()[0]?.close();
    await expect.poll(() => shell.exits, patient).toEqual([0]);
  });
});
