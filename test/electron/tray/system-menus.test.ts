import { beforeEach, describe, expect, it } from 'vitest';
import { readLaunchArguments } from '#electron/launch-arguments.ts';
import { createDockMenu } from '#electron/tray/dock-menu.ts';
import { createJumpList, jumpListExecutable } from '#electron/tray/jump-list.ts';
import { fail } from '#contract/failure.ts';
import { manualClock, recordingLog } from '#test/core/fakes.ts';
import { createFakeCore, type FakeCore } from '#test/electron/fake-core.ts';
import { createMenuModule } from '#test/stand-in/electron/menus.ts';
import { createDock, createJumpLists } from '#test/stand-in/electron/system-menus.ts';

let core: FakeCore;
let notified: string[];
let shown: string[];
beforeEach(() => {
  core = createFakeCore();
  notified = [];
  shown = [];
});

const parts = () => ({
  core,
  clock: manualClock(0),
  shell: { notify: (title: string) => void notified.push(title) },
  show: (path: string) => void shown.push(path),
  quit: () => undefined,
});

const settings = (changes: Partial<ReturnType<FakeCore['tray']>['settings']>): void => {
  core.change((state) => ({ ...state, settings: { ...state.settings, ...changes } }));
};

describe('the menu of the Dock', () => {
  function open() {
    const dock = createDock();
    createDockMenu({ ...parts(), dock: dock as never, Menu: createMenuModule() as never });
    return dock;
  }
  const labels = (dock: ReturnType<typeof open>) => dock.seen().map(({ label }) => label);

  it('names what the tray names, and copies it', async () => {
    const dock = open();
    expect(labels(dock)).toEqual(['Favourites', 'Home & away', 'Gone']);
    dock.choose('Home & away');
    await expect.poll(() => notified).toEqual(['Copied: Home & away']);
    expect(core.calls).toContainEqual(['copyFromTray', 'config:1', undefined]);
  });

  it('copies one that works, says how fast it is, and leads to the question before the first check', async () => {
    const dock = open();
    core.change((state) => ({ ...state, search: 'possible' }));
    dock.choose('Find one that works');
    await expect.poll(() => notified).toEqual(['Copied: Home · 42 ms from here']);
    core.working = fail('not-found', { reason: 'none-works' });
    dock.choose('Find one that works');
    await expect.poll(() => notified).toContain('Nothing was copied');
    core.working = fail('declined');
    dock.choose('Find one that works');
    await expect.poll(() => shown).toEqual(['/connections?find']);
  });

  it.each([
    ['locked', (state: ReturnType<FakeCore['tray']>) => ({ ...state, locked: true })],
    ['signed out', (state: ReturnType<FakeCore['tray']>) => ({ ...state, signedIn: false })],
  ])('is empty when Culvert is %s', (_how, change) => {
    const dock = open();
    core.change(change);
    expect(labels(dock)).toEqual([]);
  });

  it('is empty when the tray shall name no connection', () => {
    const dock = open();
    settings({ trayShows: 'none' });
    expect(labels(dock)).toEqual([]);
  });
});

describe('the jump list', () => {
  const executable = 'C:\\Program Files\\Culvert\\Culvert.exe';

  function open(windows = createJumpLists()) {
    const log = recordingLog();
    const list = createJumpList({ ...parts(), app: windows, executable, log });
    return { windows, list, log };
  }
  const titles = ({ windows }: ReturnType<typeof open>) =>
    windows.shown()?.map(({ name, items = [] }) => [name, ...items.map(({ title }) => title)]);

  it('names nothing before the user wants it, nor what Windows would name by itself', () => {
    expect(titles(open())).toEqual([]);
  });

  it('names favourites and recents, and each line starts the program with a key alone', async () => {
    const opened = open();
    const recent = {
      key: 'config:7',
      title: 'Café',
      country: '',
      forms: [],
      expiresAt: null,
    };
    core.change((state) => ({ ...state, recents: [recent] }));
    settings({ jumpList: true });
    expect(titles(opened)).toEqual([
      ['Favourites', 'Home & away', 'Gone'],
      ['Recent', 'Café'],
    ]);
    const argv = opened.windows.choose('Home & away');
    expect(argv).toEqual([executable, '--copy-key=config:1']);
    expect(readLaunchArguments(argv, { isPackaged: true, platform: 'win32' }).refused).toEqual([]);
    opened.list.copy(argv);
    await expect.poll(() => notified).toEqual(['Copied: Home & away']);
    core.change((state) => ({ ...state, search: 'possible' }));
    const working = opened.windows.choose('Find one that works');
    expect(working).toEqual([executable, '--copy-key=working']);
    opened.list.copy(working);
    await expect.poll(() => notified).toContain('Copied: Home · 42 ms from here');
  });

  it('copies nothing for a start that names no key', () => {
    const { list } = open();
    list.copy([executable]);
    list.copy([executable, '--copy-key=../../etc']);
    expect(core.calls.filter(([name]) => name === 'copyFromTray')).toEqual([]);
  });

  it.each([
    ['locked', (state: ReturnType<FakeCore['tray']>) => ({ ...state, locked: true })],
    ['signed out', (state: ReturnType<FakeCore['tray']>) => ({ ...state, signedIn: false })],
  ])('is empty when Culvert is %s', (_how, change) => {
    const opened = open();
    settings({ jumpList: true });
    core.change(change);
    expect(titles(opened)).toEqual([]);
  });

  it('is emptied when Culvert ends, and when it starts after it was killed', () => {
    const opened = open();
    settings({ jumpList: true });
    settings({ jumpList: false });
    expect(titles(opened)).toEqual([]);
    settings({ jumpList: true });
    opened.list.release();
    expect(titles(opened)).toEqual([]);
    settings({ jumpList: true, language: 'ru', resolvedLanguage: 'ru' });
    expect(titles(opened)).toEqual([]);

    const killed = open();
    settings({ resolvedLanguage: 'en' });
    expect(titles(killed)).toEqual([['Favourites', 'Home & away', 'Gone']]);
    settings({ jumpList: false });
    expect(titles(open(killed.windows))).toEqual([]);
  });

  it('leaves out what the user took out, and shows the rest', () => {
    const opened = open();
    settings({ jumpList: true });
    opened.windows.remove('Gone');
    settings({ resolvedLanguage: 'ru' });
    expect(titles(opened)).toEqual([['Избранное', 'Home & away']]);
    settings({ resolvedLanguage: 'en' });
    expect(titles(opened)).toEqual([['Favourites', 'Home & away']]);
  });

  it('logs where Windows refuses it', () => {
    const { log } = open(createJumpLists({ allowed: false }));
    settings({ jumpList: true });
    expect(JSON.stringify(log.lines)).toContain('customCategoryAccessDeniedError');
  });

  it('is made by the installed program alone, whose file stays where it is', () => {
    const installed = { isPackaged: true, executable };
    expect(jumpListExecutable('win32', {}, installed)).toBe(executable);
    const portable = { PORTABLE_EXECUTABLE_FILE: 'D:\\Culvert.exe' };
    expect(jumpListExecutable('win32', portable, installed)).toBeUndefined();
    expect(jumpListExecutable('win32', {}, { ...installed, isPackaged: false })).toBeUndefined();
    expect(jumpListExecutable('linux', {}, installed)).toBeUndefined();
  });
});
