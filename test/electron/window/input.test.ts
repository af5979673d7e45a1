import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { createTestShell } from '#test/electron/test-shell.ts';
import { setApplicationMenu } from '#electron/menu.ts';
import { prepareStart } from '#electron/window/start-window.ts';
import { createZoomRestorer, readZoomLevel } from '#electron/window/zoom.ts';
import { createMenuModule, type SeenItem } from '#test/stand-in/electron/menus.ts';

const shell = createTestShell();

async function openFields(): Promise<Page> {
  await shell.start();
  const page = await shell.openPage();
  await page.evaluate(`(() => {
    const make = (tag, properties) => {
      document.body.append(Object.assign(document.createElement(tag), properties));
    };
    make('input', { id: 'key', type: 'password' });
    make('input', { id: 'title', value: 'Home' });
    make('p', { id: 'text', textContent: 'Words' });
  })()`);
  return page;
}

const lines = () =>
  (shell.standIn.contextMenu()?.seen ?? []).map(({ label, enabled, type }) =>
    type === 'separator' ? '-' : `${label}${enabled ? '' : ' (off)'}`,
  );

describe('a right click', () => {
  it('pastes, cuts and copies where there is something to do, in the language of the settings', async () => {
    const page = await openFields();
    await shell.standIn.clipboard.writeText('svc_pasted');
    await page.click('#key', { button: 'right' });
    await expect.poll(lines).toEqual(['Cut (off)', 'Copy (off)', 'Paste', '-', 'Select All']);
    shell.standIn.contextMenu()?.choose('Paste');
    await expect.poll(() => page.inputValue('#key')).toBe('svc_pasted');

    await page.click('#title', { clickCount: 2 });
    await page.click('#title', { button: 'right' });
    await expect.poll(lines).toEqual(['Cut', 'Copy', 'Paste', '-', 'Select All']);
    shell.standIn.contextMenu()?.choose('Cut');
    await expect.poll(() => page.inputValue('#title')).toBe('');
    expect(shell.standIn.clipboard.content().get('text/plain')).toBe('Home');

    await page.click('#text', { button: 'right' });
    await page.click('#text', { clickCount: 2 });
    await page.click('#text', { button: 'right' });
    await expect.poll(lines).toEqual(['Copy']);

    shell.core.change((state) => ({
      ...state,
      settings: { ...state.settings, resolvedLanguage: 'ru' },
    }));
    await page.click('#title', { button: 'right' });
    await expect
      .poll(lines)
      .toEqual(['Вырезать (off)', 'Копировать (off)', 'Вставить', '-', 'Выделить всё']);
  });
});

describe('zooming', () => {
  it('follows Ctrl with plus, minus and zero, within limits', async () => {
    const page = await openFields();
    const level = () => shell.standIn.windows()[0]?.webContents.zoomLevel;
    await page.keyboard.press('Control+=');
    await page.keyboard.press('Control++');
    await expect.poll(level).toBe(1);
    await page.keyboard.press('Control+-');
    await expect.poll(level).toBe(0.5);
    await page.keyboard.press('Control+0');
    await expect.poll(level).toBe(0);
    for (let n = 0; n < 8; n += 1) await page.keyboard.press('Control+-');
    await expect.poll(level).toBe(-3);
  });
});

describe('the level of the last run', () => {
  const saved = (zoomLevel: unknown) =>
    JSON.stringify({ x: 0, y: 0, width: 1280, height: 800, maximized: false, zoomLevel });
  const level = () => shell.standIn.windows()[0]?.webContents.zoomLevel;

  it('returns with the window, and is kept when that is closed', async () => {
    shell.files.write('window.json', saved(1.5));
    const page = await openFields();
    await expect.poll(level).toBe(1.5);
    await page.keyboard.press('Control+-');
    await expect.poll(level).toBe(1);
    shell.standIn.windows()[0]?.close();
    expect(JSON.parse(shell.files.read('window.json') ?? '')).toMatchObject({ zoomLevel: 1 });
  });

  it('is the usual one where the file says none, and stays within the limits', () => {
    expect([undefined, '', '{', '[]', '{}', saved('1'), saved(null)].map(readZoomLevel)).toEqual([
      0, 0, 0, 0, 0, 0, 0,
    ]);
    expect([saved(99), saved(-99), saved(0.5)].map(readZoomLevel)).toEqual([5, -3, 0.5]);
  });

  it('is restored once: a reloaded page keeps the level that was set since', () => {
    const contents = Object.assign(new EventEmitter(), { zoomLevel: 0 });
    createZoomRestorer(() => 2)(contents as never);
    contents.emit('did-navigate');
    expect(contents.zoomLevel).toBe(2);
    contents.zoomLevel = 0;
    contents.emit('did-navigate');
    expect(contents.zoomLevel).toBe(0);
  });
});

describe('a window in full screen', () => {
  it('leaves it before it hides', async () => {
    await openFields();
    const window = shell.standIn.windows()[0];
    window?.setFullScreen(true);
    await expect.poll(() => window?.isFullScreen()).toBe(true);
    window?.close();
    await expect.poll(() => window?.isVisible()).toBe(false);
    expect(window?.isFullScreen()).toBe(false);
  });
});

describe('the application menu', () => {
  it('is never Electron’s own', () => {
    const electron = shell.standIn.electron as Parameters<typeof prepareStart>[0];
    prepareStart(electron, { profile: undefined, hasUpdates: false });
    shell.standIn.app.becomeReady();
    expect(shell.standIn.applicationMenu()).toBeNull();
  });

  it('has a label of ours in each language on every line, and closes and zooms', () => {
    const labels = (['en', 'ru'] as const).map((language) => {
      const menu = createMenuModule();
      setApplicationMenu(menu as never, 'darwin', language, () => undefined);
      return below(menu.getApplicationMenu()?.seen ?? []);
    });
    const [english = [], russian = []] = labels;
    expect(english).toContain('Close Window');
    expect(english).toContain('Zoom In');
    expect(english).toHaveLength(russian.length);
    expect(russian.filter((label) => label !== 'Culvert' && !/[а-яё]/i.test(label))).toEqual([]);
    expect(english.filter((label) => /[а-яё]/i.test(label))).toEqual([]);
  });

  it('locks Culvert', () => {
    const menu = createMenuModule();
    const lock = vi.fn();
    setApplicationMenu(menu as never, 'darwin', 'en', lock);
    menu.getApplicationMenu()?.choose('Lock now');
    expect(lock).toHaveBeenCalledOnce();
  });
});

function below(items: readonly SeenItem[]): string[] {
  return items
    .filter(({ type }) => type !== 'separator')
    .flatMap(({ label, items: lower }) => [label, ...below(lower)]);
}
