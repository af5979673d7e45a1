import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appOrigin, registerAppScheme } from '../../src-main/electron/app-protocol.ts';
import { startShell, type ShellOptions } from '../../src-main/electron/start-shell.ts';
import {
  manualClock,
  memoryFiles,
  recordingLog,
  type ManualClock,
  type RecordingLog,
} from '../core/fakes.ts';
import { createContextEngine, launchChromium } from '../stand-in/engine/engine.ts';
import { createStandIn, type StandIn } from '../stand-in/driver/stand-in.ts';
import { createFakeCore, type FakeCore } from './fake-core.ts';

/** A busy machine takes its time; nothing here is about speed. */
const patient = { timeout: 15_000 };

let browser: Browser;
/** The preload script as it is built, and a page to load it in. */
let built: string;

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'culvert-shell-'));
  writeFileSync(join(built, 'index.html'), '<!doctype html><h1>Shell</h1>');
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: built,
      emptyOutDir: false,
      minify: false,
      lib: {
        entry: join(import.meta.dirname, '../../src-preload/preload.ts'),
        formats: ['cjs'],
        fileName: () => 'preload.cjs',
      },
      rolldownOptions: { external: ['electron'] },
    },
  });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  rmSync(built, { recursive: true });
});

let core: FakeCore;
let clock: ManualClock;
let standIn: StandIn;
let pages: Page[];
let exits: number[];
let log: RecordingLog;
let said: { title: string; body: string }[];
let click: () => void;
let close: () => Promise<void>;
const files = memoryFiles();

beforeEach(() => {
  core = createFakeCore();
  clock = manualClock(0);
  pages = [];
  exits = [];
  said = [];
  click = () => undefined;
  log = recordingLog();
  files.texts.clear();
  const engine = createContextEngine(browser, { onPage: (page) => void pages.push(page) });
  close = () => engine.close();
  standIn = createStandIn({
    engine,
    main: import.meta.filename,
    attended: false,
    exit: (code) => void exits.push(code),
  });
});
afterEach(async () => {
  await close();
});

async function start(...argv: string[]): Promise<void> {
  const electron = standIn.electron as Parameters<typeof startShell>[0];
  const options: ShellOptions = {
    core,
    clock,
    files,
    log,
    shell: {
      notify: (title, body, onClick) => {
        said.push({ title, body });
        click = onClick ?? click;
      },
    },
    preload: join(built, 'preload.cjs'),
    renderer: built,
    icons: join(import.meta.dirname, '../../build/icons'),
    argv: ['--tray', ...argv],
  };
  registerAppScheme(electron.protocol);
  standIn.app.becomeReady();
  await startShell(electron, options);
}

async function openPage(): Promise<Page> {
  await expect
    .poll(() => standIn.windows().map((window) => window.isVisible()), patient)
    .toEqual([true]);
  const page = pages.at(-1);
  if (page === undefined) throw new Error('no window was opened');
  return page;
}

const labels = () => standIn.tray()?.menu?.seen.map(({ label }) => label) ?? [];

describe('the bridge', () => {
  it('carries calls to the core and events to the page', async () => {
    await start();
    const page = await openPage();
    expect(await page.evaluate(`culvert.call('sync.get', { a: 1 })`)).toEqual({
      ok: true,
      value: { name: 'sync.get' },
    });
    expect(core.asked).toContainEqual(['call', 'sync.get', { a: 1 }]);
    await page.evaluate(`void (globalThis.heard = new Promise((resolve) => {
      const stop = culvert.listen('app.navigate', (event) => { stop(); resolve(event); });
    }))`);
    core.emit('app.navigate', { path: '/settings' });
    expect(await page.evaluate('globalThis.heard')).toEqual({ path: '/settings' });
  });

  it('tells a listener nothing more once it was removed', async () => {
    await start();
    const page = await openPage();
    await page.evaluate(`(() => {
      globalThis.removed = [];
      culvert.listen('app.navigate', (event) => removed.push(event.path))();
      globalThis.heard = new Promise((resolve) => culvert.listen('app.navigate', resolve));
    })()`);
    core.emit('app.navigate', { path: '/settings' });
    await page.evaluate('globalThis.heard');
    expect(await page.evaluate('globalThis.removed')).toEqual([]);
  });

  it('keeps what came before anybody listened, the newest of each event', async () => {
    await start('--hidden');
    standIn.tray()?.menu?.choose('Settings…');
    const page = await openPage();
    const heard = await page.evaluate(
      `new Promise((resolve) => culvert.listen('app.navigate', resolve))`,
    );
    expect(heard).toEqual({ path: '/settings' });
  });
});

describe('the window', () => {
  it('is made with nothing that a page has no need of', async () => {
    await start('--hidden');
    standIn.tray()?.menu?.choose('Open Culvert');
    expect(standIn.windows()[0]?.options.webPreferences).toMatchObject({
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
    await openPage();
  });

  it('has no developer tools once it is packaged', async () => {
    Reflect.set(standIn.app, 'isPackaged', true);
    await start();
    await openPage();
    expect(standIn.windows()[0]?.options.webPreferences?.devTools).toBe(false);
  });

  it('goes nowhere and opens nothing', async () => {
    await start();
    const page = await openPage();
    await page.evaluate(`void window.open('https://example.com/popup')`);
    await page.evaluate(`void (location.href = 'https://example.com/away')`);
    await expect
      .poll(() => [standIn.records.windowOpens, standIn.records.navigations], patient)
      .toEqual([
        [{ url: 'https://example.com/popup', denied: true }],
        [{ url: 'https://example.com/away', denied: true }],
      ]);
    expect(await page.textContent('h1')).toBe('Shell');
  });

  it('has no permission, and its downloads are refused', async () => {
    await start();
    const page = await openPage();
    const query = `navigator.permissions.query({ name: 'geolocation' }).then((one) => one.state)`;
    expect(await page.evaluate(query)).not.toBe('granted');
    await page.evaluate(`(() => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['x']));
      link.download = 'x.txt';
      link.click();
    })()`);
    await expect.poll(() => standIn.records.downloads, patient).toMatchObject([{ denied: true }]);
  });

  it('hides when it is closed, and the core knows whether it is seen', async () => {
    await start();
    await openPage();
    standIn.windows()[0]?.close();
    expect(standIn.windows().map((window) => window.isVisible())).toEqual([false]);
    standIn.tray()?.menu?.choose('Open Culvert');
    const seen = core.asked.filter(([what]) => what === 'visible').map(([, visible]) => visible);
    expect(seen).toEqual([true, false, true]);
    expect(exits).toEqual([]);
  });

  it('closes, and Culvert with it, where the person does not want the tray', async () => {
    core.change((state) => ({ ...state, settings: { ...state.settings, closeToTray: false } }));
    await start();
    await openPage();
    standIn.windows()[0]?.close();
    await expect.poll(() => exits, patient).toEqual([0]);
  });

  it('comes back where it was', async () => {
    const place = { x: 40, y: 60, width: 1000, height: 700, maximized: false };
    files.write('window.json', JSON.stringify(place));
    await start();
    await openPage();
    expect(standIn.windows()[0]?.getBounds()).toEqual({ x: 40, y: 60, width: 1000, height: 700 });
    standIn.windows()[0]?.setBounds({ x: 50 });
    standIn.windows()[0]?.close();
    expect(JSON.parse(files.read('window.json') ?? '')).toEqual({ ...place, x: 50 });
  });

  it('is loaded again when its page crashes, but not for ever', async () => {
    await start();
    const first = await openPage();
    const crash = async (page: Page) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Page.crash').catch(() => undefined);
    };
    void crash(first);
    await expect.poll(() => pages.length, patient).toBe(2);
    const second = pages[1];
    await second?.waitForSelector('h1');
    if (second !== undefined) void crash(second);
    const failures = () => log.lines.filter((line) => line.includes('window.failed'));
    await expect
      .poll(failures, patient)
      .toMatchObject([
        expect.stringContaining('"again":true'),
        expect.stringContaining('"again":false'),
      ]);
    expect(pages).toHaveLength(2);
  });
});

describe('the tray', () => {
  it('copies with no window, and says so in words of its own', async () => {
    await start('--hidden');
    expect(standIn.windows()).toEqual([]);
    standIn.tray()?.menu?.choose('Home & away');
    await expect
      .poll(() => said)
      .toEqual([
        { title: 'Copied: Home & away', body: 'The URL leaves the clipboard in 60 seconds.' },
      ]);
    expect(core.asked).toContainEqual(['copyFromTray', 'config:1', 'url']);
    standIn.tray()?.menu?.choose('Gone');
    await expect.poll(() => said[1]?.title).toBe('Nothing was copied');
  });

  it('is drawn anew when what it shows has changed, and only then', async () => {
    await start('--hidden');
    const menu = standIn.tray()?.menu;
    core.change((state) => ({ ...state, sync: { ...state.sync, refreshing: true } }));
    expect(standIn.tray()?.menu).toBe(menu);
    core.change((state) => ({
      ...state,
      settings: { ...state.settings, resolvedLanguage: 'ru' },
    }));
    expect(labels()[0]).toBe('Избранное');
  });

  it('has a picture for each state that wants an eye, on any ground, and each is there', async () => {
    await start('--hidden');
    const picture = () => standIn.tray()?.image;
    const file = () => picture()?.path.replaceAll('\\', '/');
    expect(file()).toMatch(/tray\/light\/tray-expiring\.png$/);
    standIn.setDark(true);
    expect(file()).toMatch(/tray\/dark\/tray-expiring\.png$/);
    expect(picture()?.isEmpty()).toBe(false);
    core.change((state) => ({ ...state, sync: { ...state.sync, network: 'offline' } }));
    expect(file()).toMatch(/tray\/dark\/tray-offline\.png$/);
    expect(picture()?.isEmpty()).toBe(false);
    core.change((state) => ({ ...state, signedIn: false }));
    expect(file()).toMatch(/tray\/dark\/tray\.png$/);
    expect(picture()?.isEmpty()).toBe(false);
  });

  it('pauses what it shows as going on', async () => {
    await start('--hidden');
    standIn.tray()?.menu?.choose('Pause updates');
    expect(core.asked).toContainEqual(['call', 'sync.pause', { paused: true }]);
  });
});

describe('a notice', () => {
  it('is told with no window, and a click opens what it is about', async () => {
    await start('--hidden');
    core.tell({ kind: 'inbox', count: 2, path: '/inbox' });
    expect(said).toEqual([
      { title: '2 new messages from the service', body: 'Click to read them.' },
    ]);
    expect(standIn.windows()).toEqual([]);
    click();
    const page = await openPage();
    const heard = await page.evaluate(
      `new Promise((resolve) => culvert.listen('app.navigate', resolve))`,
    );
    expect(heard).toEqual({ path: '/inbox' });
  });
});

describe('quitting', () => {
  it('waits for the core to stop', async () => {
    await start('--hidden');
    const stop = Promise.withResolvers<undefined>();
    core.stopping = stop.promise;
    standIn.tray()?.menu?.choose('Quit');
    await clock.advance(4999);
    expect([core.asked.at(-1), exits]).toEqual([['stop'], []]);
    stop.resolve(undefined);
    await expect.poll(() => exits).toEqual([0]);
  });

  it('does not wait for a core that never stops', async () => {
    await start('--hidden');
    core.stopping = new Promise(() => undefined);
    standIn.app.quit();
    await clock.advance(5000);
    expect(exits).toEqual([0]);
  });
});

it('serves the window at its own origin alone', async () => {
  await start();
  await openPage();
  expect(standIn.windows()[0]?.webContents.getURL()).toBe(`${appOrigin}/`);
  expect(standIn.records.requestsElsewhere).toEqual([]);
});
