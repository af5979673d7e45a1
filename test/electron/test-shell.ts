import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { registerAppScheme } from '#electron/app-protocol.ts';
import { createShortcutKeeper } from '#electron/quick/quick-shortcut.ts';
import { startShell } from '#electron/start-shell.ts';
import { startWindow } from '#electron/window/start-window.ts';
import { manualClock, memoryFiles, recordingLog } from '#test/core/fakes.ts';
import { createStandIn, type StandIn } from '#test/stand-in/driver/stand-in.ts';
import { createContextEngine, sharedChromium, type Engine } from '#test/stand-in/engine/engine.ts';
import { createFakeCore, type FakeCore } from './fake-core.ts';
import { patient } from '#test/patient.ts';

/** What one test's shell runs on: a fake core and the stand-in, each recording what it is given. */
interface ShellParts {
  readonly core: FakeCore;
  readonly clock: ReturnType<typeof manualClock>;
  readonly log: ReturnType<typeof recordingLog>;
  readonly files: ReturnType<typeof memoryFiles>;
  readonly notifications: { title: string; body: string }[];
  click(): void;
  readonly pages: Page[];
  readonly exits: number[];
  readonly standIn: StandIn;
}

interface TestShell extends ShellParts {
  start(...argv: string[]): Promise<void>;
  /** Where the desktop is asked whether it has a tray. */
  startAskingTray(...argv: string[]): Promise<void>;
  openPage(): Promise<Page>;
}

/** The shell over a fake core, on the stand-in and Chromium; new for each test. */
export function createTestShell(): TestShell {
  let browser: Browser;
  /** The preload script as it is built, and a page to load it in. */
  let built: string;
  let engine: Engine;

  beforeAll(async () => {
    built = await writePages();
    browser = await sharedChromium();
  });
  afterAll(() => {
    rmSync(built, { recursive: true });
  });
  beforeEach(() => {
    const pages: Page[] = [];
    engine = createContextEngine(browser, { onPage: (page) => void pages.push(page) });
    Object.assign(shell, createParts(engine, pages));
  });
  afterEach(() => engine.close());

  const shell = {
    start: (...argv: string[]) => startTestShell(shell, built, ['--tray', ...argv]),
    startAskingTray: (...argv: string[]) => startTestShell(shell, built, argv),
    openPage: () => openedPage(shell),
  } as TestShell;
  return shell;
}

function createParts(engine: Engine, pages: Page[]): ShellParts {
  const exits: number[] = [];
  return {
    core: createFakeCore(),
    clock: manualClock(0),
    log: recordingLog(),
    files: memoryFiles(),
    notifications: [],
    click: () => undefined,
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

async function startTestShell(
  shell: ShellParts,
  built: string,
  argv: readonly string[],
): Promise<void> {
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
    argv,
  });
  startShell(electron, {
    core,
    ...windows,
    shortcut: createShortcutKeeper({
      globalShortcut: electron.globalShortcut,
      platform: 'linux',
      environment: {},
      wayland: false,
      executable: '/opt/Culvert/culvert',
      onPressed: () => windows.quick.toggle(),
    }),
    clock,
    log,
    icons,
    shell: {
      notify: (title, body, onClick) => {
        shell.notifications.push({ title, body });
        if (onClick !== undefined) shell.click = onClick;
      },
    },
  });
}

/** The page of the only window, once that is visible, which it may be before its document is loaded. */
async function openedPage(shell: ShellParts): Promise<Page> {
  await expect
    .poll(() => shell.standIn.windows().map((window) => window.isVisible()), patient)
    .toEqual([true]);
  const page = shell.pages.at(-1);
  if (page === undefined) throw new Error('no window was opened');
  await page.locator('h1').waitFor(patient);
  return page;
}

/** A new folder with the preload script as it is built, and pages to load it in. */
async function writePages(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'culvert-shell-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><h1>Shell</h1>');
  writeFileSync(join(folder, 'quick.html'), '<!doctype html><h1>Quick</h1>');
  writeFileSync(join(folder, 'preload.cjs'), await (preload ??= buildPreload()));
  return folder;
}

/** Built once for the files of a worker. */
let preload: Promise<string> | undefined;

async function buildPreload(): Promise<string> {
  const [built] = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(import.meta.dirname, '../../src-preload/preload.ts'),
        formats: ['cjs'],
      },
      rolldownOptions: { external: ['electron'] },
    },
  })) as Rolldown.RolldownOutput[];
  if (built === undefined) throw new Error('nothing was built');
  return built.output[0].code;
}
