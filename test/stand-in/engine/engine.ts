import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Page,
} from 'playwright-core';

/** One Chromium page as the stand-in drives it: by the DevTools protocol alone. */
export interface EnginePage {
  readonly cdp: Pick<CDPSession, 'send' | 'on'>;
  /** Called when the page was closed or crashed. */
  onGone(listener: (why: 'closed' | 'crashed') => void): void;
  /** Lets the page use permissions that Chromium would ask a user about. */
  grant(permissions: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** The window that a page is for. */
export interface EngineWindow {
  readonly width: number;
  readonly height: number;
  readonly title: string;
}

/** What makes windows: Chromium in this process, or in the one that runs the tests. */
export interface Engine {
  open(window: EngineWindow): Promise<EnginePage>;
  close(): Promise<void>;
}

export interface EngineOptions {
  /** Real windows on the display, instead of none at all. */
  readonly headed?: boolean;
  readonly executablePath?: string;
  /** Called with each page before anything is loaded in it. */
  onPage?(page: Page, title: string): void;
}

const quiet = [
  // Requests that the stand-in does not answer fail.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
];

/** Starts an installed Chromium without a window, ready for pages of any number of programs. */
export function launchChromium(
  executablePath = chromiumPath(),
  args: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [...quiet, ...args],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/** No window of a test lives long enough to gain from more compilers, and software draws all of it. */
export const lightArgs = ['--js-flags=--no-maglev --no-turbofan', '--in-process-gpu'];

let shared: Promise<Browser> | undefined;

/** The Chromium of all test files of a worker, which ends with it. */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium(chromiumPath(), lightArgs);
  return shared;
}

/** Where Chromium is: `CULVERT_CHROMIUM`, or Debian's place. */
function chromiumPath(): string {
  return process.env['CULVERT_CHROMIUM'] ?? '/usr/bin/chromium';
}

/** An engine in a Chromium of its own, which ends with it. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  if (options.headed === true) return createHeadedEngine(options);
  const browser = await launchChromium(options.executablePath);
  const engine = createContextEngine(browser, options);
  return { ...engine, close: () => browser.close() };
}

/** An engine in a Chromium that others use too; what it keeps ends with it. */
export function createContextEngine(browser: Browser, options: EngineOptions = {}): Engine {
  return engineOf(options, ({ width, height }) => {
    const viewport = { width, height };
    return browser.newContext({ viewport, acceptDownloads: false });
  });
}

/** Windows of Chromium without tabs exist from its start only, so each open starts a Chromium. */
function createHeadedEngine(options: EngineOptions): Engine {
  return engineOf(options, async ({ width, height }) => {
    const profile = mkdtempSync(join(tmpdir(), 'culvert-window-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: options.executablePath ?? chromiumPath(),
      headless: false,
      viewport: null,
      acceptDownloads: false,
      args: [
        ...quiet,
        // No bar that warns of these flags, which are the stand-in's and not the user's.
        '--test-type',
        `--window-size=${String(width)},${String(height)}`,
        '--app=data:text/html,',
      ],
      ignoreDefaultArgs: ['--enable-automation', 'about:blank'],
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    // Chromium writes to its profile until its very end, and so may this process.
    process.once('exit', () => {
      rmSync(profile, { recursive: true, force: true });
    });
    return context;
  });
}

/** An engine whose windows are in contexts of their own. */
function engineOf(
  options: EngineOptions,
  openContext: (size: { width: number; height: number }) => Promise<BrowserContext>,
): Engine {
  const contexts: BrowserContext[] = [];
  return {
    open: async ({ title, ...size }) => {
      const context = await openContext(size);
      contexts.push(context);
      const page = context.pages()[0] ?? (await context.newPage());
      options.onPage?.(page, title);
      return enginePage(page, () => context.close());
    },
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

async function enginePage(page: Page, close: () => Promise<void>): Promise<EnginePage> {
  const cdp = await page.context().newCDPSession(page);
  // The stand-in refuses every second window; Chromium has no option for it.
  page.on('popup', (popup) => void popup.close().catch(() => undefined));
  // Playwright would let every page unload; the connection to the page answers as Electron does.
  page.on('dialog', () => undefined);
  return {
    cdp,
    onGone: (listener) => {
      page.on('close', () => {
        listener('closed');
      });
      page.on('crash', () => {
        listener('crashed');
      });
    },
    grant: (permissions) => page.context().grantPermissions(permissions),
    close,
  };
}
