import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { createTestShell } from '#test/electron/test-shell.ts';
import { patient } from '#test/patient.ts';

const shell = createTestShell();

describe('the window', () => {
  it('has nothing that a page does not need, and tells that a key or the mouse is used', async () => {
    await shell.start('--hidden');
    shell.standIn.tray()?.menu?.choose('Open Culvert');
    expect(shell.standIn.windows()[0]?.options.webPreferences).toMatchObject({
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
      spellcheck: false,
      devTools: true,
    });
    const page = await shell.openPage();
    const uses = () => shell.core.calls.filter(([name]) => name === 'windowUsed').length;
    await page.keyboard.press('a');
    await expect.poll(uses, patient).toBe(1);
    await page.mouse.click(10, 10);
    await expect.poll(uses, patient).toBe(2);
  });

  it('has no developer tools once it is packaged', async () => {
    Reflect.set(shell.standIn.app, 'isPackaged', true);
    await shell.start();
    await shell.openPage();
    expect(shell.standIn.windows()[0]?.options.webPreferences?.devTools).toBe(false);
  });

  it('is restored where it was, hides when it is closed, and tells the core whether it is visible', async () => {
    const place = { x: 40, y: 60, width: 1000, height: 700, maximized: false };
    shell.files.write('window.json', JSON.stringify(place));
    await shell.start();
    await shell.openPage();
    expect(shell.standIn.windows()[0]?.getBounds()).toEqual({
      x: 40,
      y: 60,
      width: 1000,
      height: 700,
    });
    shell.standIn.windows()[0]?.setBounds({ x: 50 });
    shell.standIn.windows()[0]?.close();
    expect(JSON.parse(shell.files.read('window.json') ?? '')).toEqual({ ...place, x: 50 });
    expect(shell.standIn.windows().map((window) => window.isVisible())).toEqual([false]);
    shell.standIn.tray()?.menu?.choose('Open Culvert');
    const seen = shell.core.calls
      .filter(([what]) => what === 'visible')
      .map(([, visible]) => visible);
    // Its focus says it too: the user is back.
    expect(seen).toEqual([true, true, false, true]);
    expect(shell.exits).toEqual([]);
  });

  it('is replaced at a lock at once, on the ground of its theme, whatever its page wants, and takes no keyboard', async () => {
    await shell.start();
    const page = await shell.openPage();
    await page.evaluate(`addEventListener('beforeunload', (event) => event.preventDefault())`);
    const [before] = shell.standIn.windows();
    before?.webContents.removeAllListeners('will-prevent-unload');
    await expect(before?.loadURL('app://culvert/')).rejects.toMatchObject({ code: 'ERR_ABORTED' });
    before?.setBounds({ x: 70 });
    expect(before?.options.backgroundColor).toBe('#ffffff');
    shell.core.change((state) => ({ ...state, settings: { ...state.settings, theme: 'dark' } }));
    expect(before?.options.backgroundColor).toBe('#18181b');
    shell.standIn.focusElsewhere();
    shell.core.change((state) => ({ ...state, locked: true }));
    expect(before?.isDestroyed()).toBe(true);
    const [after, ...others] = shell.standIn.windows();
    expect([after === before, others.length]).toEqual([false, 0]);
    expect([after?.isVisible(), after?.options.backgroundColor]).toEqual([true, '#18181b']);
    expect([after?.getBounds().x, after?.isFocused()]).toEqual([70, false]);
    await expect.poll(() => page.isClosed(), patient).toBe(true);
    expect(shell.exits).toEqual([]);
  });

  it('stays hidden where it is replaced while it is hidden', async () => {
    await shell.start();
    await shell.openPage();
    shell.standIn.windows()[0]?.close();
    shell.core.change((state) => ({ ...state, locked: true }));
    await expect.poll(() => shell.pages.length, patient).toBe(2);
    await shell.pages[1]?.waitForSelector('h1');
    expect(shell.standIn.windows().map((window) => window.isVisible())).toEqual([false]);
    shell.core.change((state) => ({ ...state, locked: false }));
    shell.standIn.tray()?.menu?.choose('Open Culvert');
    expect(shell.standIn.windows().map((window) => window.isVisible())).toEqual([true]);
  });

  it('is reloaded when its page crashes, up to a limit', async () => {
    await shell.start();
    const first = await shell.openPage();
    const crash = async (page: Page) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Page.crash').catch(() => undefined);
    };
    void crash(first);
    await expect.poll(() => shell.pages.length, patient).toBe(2);
    const second = shell.pages[1];
    await second?.waitForSelector('h1');
    if (second !== undefined) void crash(second);
    const failures = () => shell.log.lines.filter((line) => line.includes('window.failed'));
    await expect
      .poll(failures, patient)
      .toMatchObject([
        expect.stringContaining('"again":true'),
        expect.stringContaining('"again":false'),
      ]);
    expect(shell.pages).toHaveLength(2);
  });
});
