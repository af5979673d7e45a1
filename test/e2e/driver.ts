import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { installedElectron } from '#build/run/machine/electron.js';
import type { RemoteControls } from '#test/stand-in/driver/control.ts';
import type { OpenBox } from '#test/stand-in/electron/message-boxes.ts';
import type { SeenItem } from '#test/stand-in/electron/menus.ts';
import { sharedChromium } from '#test/stand-in/engine/engine.ts';
import {
  isQuickTitle,
  startProgram,
  startSecond,
  type Program,
  type ProgramOptions,
  type SecondStart,
} from '#test/stand-in/driver/program.ts';
import { trayFlag } from '#electron/window/start-window.ts';
import { startOnElectron, startSecondOnElectron } from './electron-program.ts';
import { openProgramUnderTest } from './program-under-test.ts';

/** How long an action in the window waits for its element: a busy machine is slow, milliseconds. */
const actionTimeout = 120_000;

interface LaunchOptions {
  /** Folder of the profile; a fresh one, removed at the end, where none is given. */
  readonly profile?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** A folder that it can read and not write (Linux only). */
  readonly readOnlyFolder?: string;
}

/** What main asks in a dialog of its own. */
export type Question = Pick<OpenBox, 'message' | 'detail' | 'buttons'>;

/** As long as a user takes at least to read a question, milliseconds. */
const readingTime = 600;

/** How long a question is waited for, milliseconds. */
const patience = 120_000;

/** Culvert as it ships, and the machine that it runs on. */
export interface Driver {
  readonly profile: string;
  /** The window's page; another one after a restart. */
  page(): Promise<Page>;
  /** Starts the program a second time, which shows the window of the first. */
  openWindow(): Promise<void>;
  closeWindow(): Promise<void>;
  isWindowVisible(): Promise<boolean>;
  /** The page of the quick copy window; waits until there is one. */
  quickPage(): Promise<Page>;
  isQuickVisible(): Promise<boolean>;
  isFocusElsewhere(): Promise<boolean>;
  focusElsewhere(): Promise<void>;
  /** Starts the program once more with these arguments and standard input; answers how that ended. */
  startAgain(
    args: readonly string[],
    env?: Readonly<Record<string, string | undefined>>,
    input?: string,
  ): Promise<SecondStart>;
  /** Presses keys that are registered for the whole machine. */
  pressShortcut(accelerator: string): Promise<void>;

  clipboardText(): Promise<string>;
  writeClipboard(text: string): Promise<void>;
  trayItems(): Promise<readonly SeenItem[]>;
  /** Chooses the first line of the tray's menu that says `label`, in submenus too. */
  clickTray(label: string): Promise<void>;
  /** The question that main asks; waits for one. */
  question(): Promise<Question>;
  isAsking(): Promise<boolean>;
  /** Confirms main's question, once there is one and it could be read. Answers what it said. */
  confirm(): Promise<Question>;
  /** Presses Escape in main's question. */
  refuse(): Promise<Question>;
  /** Answers the next dialog for saving; `null` refuses. */
  answerSave(path: string | null): Promise<void>;
  /** Answers the next dialog for opening a file; `null` refuses. */
  answerOpen(path: string | null): Promise<void>;

  openedElsewhere(): Promise<readonly string[]>;

  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  suspend(): Promise<void>;
  resume(): Promise<void>;

  /** As the system does it: without a word to the program. By another signal where one is named. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Stops the main process until the returned function is called, as an overloaded machine would. */
  stall(): () => void;
  /** Something in the main process throws, and nothing there catches it. */
  throwInMain(text: string): Promise<void>;
  /** Advances the time by which purchases wait and give up; wants `CULVERT_ADJUSTABLE_CLOCK`. */
  advancePurchases(ms: number): Promise<void>;
  /** Puts the computer's clock ahead of the true time, or behind it, until the program ends, ms. */
  setClock(aheadMs: number): Promise<void>;
  /** No file of the program grows beyond so many bytes, as on a full disk (Linux only); `null`: as before. */
  limitFiles(bytes: number | null): void;
  /** Quits as a user does; answers the exit code. */
  quit(): Promise<number | string>;
  /** Starts again on the same profile, after a kill or a quit. */
  restart(options?: Omit<LaunchOptions, 'profile'>): Promise<void>;

  /** Addresses that the window requested outside its own origin. */
  requestsElsewhere(): Promise<readonly string[]>;
  /** What the window's policy has stopped, as the console reports it. */
  policyViolations(): readonly string[];
  consoleErrors(): readonly string[];
  heapSnapshot(): Promise<string>;
  /** Of main's memory after a collection of garbage: 1,024 characters of each string, nothing in buffers. */
  mainHeapSnapshot(): Promise<string>;
  output(): string;
}

/** Starts programs, on Electron where it is installed and else on the stand-in. */
export interface Launcher {
  launch(options?: LaunchOptions): Promise<Driver>;
  close(): Promise<void>;
}

export async function createLauncher(): Promise<Launcher> {
  const electron = installedElectron();
  const browser = electron === undefined ? await sharedChromium() : undefined;
  const drivers: { readonly end: () => Promise<void> }[] = [];
  const { main, discard } = openProgramUnderTest(electron !== undefined);
  const start = (options: Omit<ProgramOptions, 'browser' | 'main'>): Promise<Program> =>
    electron === undefined
      ? startProgram({ ...options, main, browser: browser as Browser })
      : startOnElectron({ ...options, main, executablePath: electron });

  return {
    launch: async (options = {}) => {
      const { driver, end } = await createDriver(start, main, options);
      drivers.push({ end });
      return driver;
    },
    close: async () => {
      await Promise.all(drivers.map(({ end }) => end()));
      discard();
    },
  };
}

async function createDriver(
  start: (options: Omit<ProgramOptions, 'browser' | 'main'>) => Promise<Program>,
  main: string,
  options: LaunchOptions,
): Promise<{ driver: Driver; end: () => Promise<void> }> {
  const profile = options.profile ?? mkdtempSync(join(tmpdir(), 'culvert-profile-'));
  const errors: string[] = [];
  const launch = ({ args = [], env = {}, ...rest }: Omit<LaunchOptions, 'profile'>) =>
    start({
      ...rest,
      args: [`--profile=${profile}`, trayFlag, ...args],
      env,
      onPage: (page) => {
        page.setDefaultTimeout(actionTimeout);
        page.emulateMedia({ reducedMotion: 'reduce' }).catch(() => undefined);
        page.on('console', (message) => {
          if (message.type() === 'error') errors.push(message.text());
        });
        page.on('pageerror', (error) => {
          errors.push(error.message);
        });
      },
    });
  let program = await launch(options);
  // Restarts may come while a program ends: each control asks the one that runs now.
  const controls = () => program.controls;
  const elsewhere: string[] = [];
  const keepRecords = async () => {
    const { requestsElsewhere } = await controls().records();
    elsewhere.push(...requestsElsewhere.map(({ url }) => url));
  };

  const driver: Driver = {
    profile,
    page: () => program.page(),
    openWindow: () => controls().openWindow(),
    closeWindow: () => controls().closeWindow(),
    isWindowVisible: async () =>
      (await controls().windows()).some(({ title, visible }) => visible && !isQuickTitle(title)),
    quickPage: () => program.page('quick'),
    isQuickVisible: async () =>
      (await controls().windows()).some(({ title, visible }) => visible && isQuickTitle(title)),
    isFocusElsewhere: async () => !(await controls().windows()).some(({ focused }) => focused),
    focusElsewhere: () => controls().focusElsewhere(),
    startAgain: (args, env, input = '') => {
      const second = {
        main,
        args: [`--profile=${profile}`, ...args],
        env: { ...options.env, ...env },
      };
      const electron = installedElectron();
      return electron === undefined
        ? startSecond(second, input)
        : startSecondOnElectron({ ...second, executablePath: electron }, input);
    },
    pressShortcut: (accelerator) => controls().pressShortcut(accelerator),
    clipboardText: () => controls().clipboardText(),
    writeClipboard: (text) => controls().writeClipboard(text),
    trayItems: () => controls().trayItems(),
    clickTray: (label) => controls().chooseTray(label),
    question: () => questionOpenFor(controls, 0),
    isAsking: async () => (await controls().openBox()) !== undefined,
    confirm: async () => {
      const question = await questionOpenFor(controls, readingTime);
      await controls().pressInBox('confirm');
      return question;
    },
    refuse: async () => {
      const question = await questionOpenFor(controls, 0);
      await controls().pressInBox('Escape');
      return question;
    },
    answerSave: (path) => controls().answerSave(path),
    answerOpen: (path) => controls().answerOpen(path),
    openedElsewhere: async () => (await controls().records()).openedElsewhere,
    goOffline: () => controls().setOnline(false),
    goOnline: () => controls().setOnline(true),
    suspend: () => controls().suspend(),
    resume: () => controls().resume(),
    kill: async (signal) => {
      await keepRecords().catch(() => undefined);
      await program.kill(signal);
    },
    stall: () => {
      const stalled = program;
      stalled.signal('SIGSTOP');
      return () => {
        stalled.signal('SIGCONT');
      };
    },
    throwInMain: (text) => controls().throwInMain(text),
    advancePurchases: (ms) => controls().advancePurchases(ms),
    setClock: (aheadMs) => controls().setClock(aheadMs),
    limitFiles: (bytes) => {
      const limit = bytes === null ? 'unlimited' : String(bytes);
      // The soft limit alone can be lifted again.
      execFileSync('prlimit', [`--pid=${String(program.pid)}`, `--fsize=${limit}:`]);
    },
    quit: async () => {
      await keepRecords();
      // The answer may be overtaken by the end.
      await controls()
        .quit()
        .catch(() => undefined);
      return await program.exited;
    },
    restart: async (next = options) => {
      program = await launch(next);
    },
    requestsElsewhere: async () => {
      const { requestsElsewhere } = await controls().records();
      return [...elsewhere, ...requestsElsewhere.map(({ url }) => url)];
    },
    policyViolations: () => errors.filter((text) => /Content Security Policy|Trusted/.test(text)),
    consoleErrors: () => errors,
    heapSnapshot: async () => await takeHeapSnapshot(await program.page()),
    mainHeapSnapshot: () => mainHeapSnapshot(controls()),
    output: () => program.output(),
  };
  return {
    driver,
    end: async () => {
      await program.kill();
      if (options.profile === undefined) rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Main's question, once it has been open for so many milliseconds. */
async function questionOpenFor(controls: () => RemoteControls, ms: number): Promise<Question> {
  const until = performance.now() + patience;
  for (;;) {
    const box = await controls().openBox();
    if (box !== undefined && box.openFor >= ms) return box;
    if (performance.now() > until) throw new Error('Culvert asks nothing.');
    await pause(50);
  }
}

async function mainHeapSnapshot(controls: RemoteControls): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'culvert-heap-'));
  try {
    const path = join(folder, 'main.heapsnapshot');
    await controls.writeHeapSnapshot(path);
    return readFileSync(path, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function takeHeapSnapshot(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  // What waits for a finalizer is collected by the next round.
  for (let n = 0; n < 3; n += 1) await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}
