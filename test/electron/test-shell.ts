import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { registerAppScheme } from '#electron/app-protocol.ts';
import { createShortcutKeeper } from '#electron/quick/quick-shortcut.ts';
import { startShell } from '#electron/start-shell.ts';
import { startWindow } from '#electron/window/start-window.ts';
import { manualClock, memoryFiles, recordingLog } from '#test/core/fakes.ts';
import { createStandIn } from '#test/stand-in/driver/stand-in.ts';
import { createContextEngine, launchChromium } from '#test/stand-in/engine/engine.ts';
import { createFakeCore } from './fake-core.ts';

/** Generous, because a machine under load is slow. */
export const patient = { timeout: 15_000 };

/** The shell over a fake core, on the stand-in and Chromium; new for each test. */
export function createTestShell() {
  let browser: Browser;
  /** The preload script as it is built, and a page to load it in. */
  let built: string;
  let close: () => Promise<void>;

  function begin() {
    const pages: Page[] = [];
    const exits: number[] = [];
    const engine = createContextEngine(browser, { onPage: (page) => void pages.push(page) });
    close = () => engine.close();
    return {
      core: createFakeCore(),
      clock: manualClock(0),
      log: recordingLog(),
      files: memoryFiles(),
      notifications: [] as { title: string; body: string }[],
      /** Clicks the last notification. */
      click: (): void => undefined,
      pages,
      exits,
      standIn: createStandIn({
        engine,
        main: import.meta.filename,
        attended: false,
        exit: (code) => void exits.push(code),
      }),
    };
  }

  async function start(...argv: string[]): Promise<void> {
    const electron = shell.standIn.electron as Parameters<typeof startShell>[0];
    const { core, clock, files, log } = shell;
    const icons = join(import.meta.dirname, '../../build/icons');
    registerAppScheme(electron.protocol);
    shell.standIn.app.becomeReady();
    const windows = await startWindow(electron, {
      core: Promise.resolve(core),
      clock,
      files,
      log,
      preload: join(built, 'preload.cjs'),
      renderer: built,
      icons,
      argv: ['--tray', ...argv],
    });
    startShell(electron, {
      core,
      ...windows,
      shortcut: createShortcutKeeper({
        globalShortcut: electron.globalShortcut,
        platform: 'linux',
        environment: {},
        executable: '/opt/Culvert/culvert',
        onPressed: windows.quick.toggle,
      }),
      clock,
      log,
      icons,
      shell: {
        notify: (title, body, onClick) => {
          shell.notifications.push({ title, body });
          shell.click = onClick ?? shell.click;
        },
      },
    });
  }

  async function openPage(): Promise<Page> {
    await expect
      .poll(() => shell.standIn.windows().map((window) => window.isVisible()), patient)
      .toEqual([true]);
    const page = shell.pages.at(-1);
    if (page === undefined) throw new Error('no window was opened');
    return page;
  }

  const shell = { start, openPage } as ReturnType<typeof begin> & {
    start: typeof start;
    openPage: typeof openPage;
  };

  beforeAll(async () => {
    built = mkdtempSync(join(tmpdir(), 'culvert-shell-'));
    writeFileSync(join(built, 'index.html'), '<!doctype html><h1>Shell</h1>');
    writeFileSync(join(built, 'quick.html'), '<!doctype html><h1>Quick</h1>');
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
  beforeEach(() => void Object.assign(shell, begin()));
  afterEach(() => close());
  return shell;
}
