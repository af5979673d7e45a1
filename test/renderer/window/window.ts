import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { chromium, type ConsoleMessage, type Page, type Request } from 'playwright-core';
import { appOrigin, createAppProtocol } from '#electron/app-protocol.ts';
import { patient } from '#test/patient.ts';
import { isDeep } from '#test/simulator/deep.ts';
import { lightArgs } from '#test/stand-in/engine/engine.ts';
import { openMain } from './account.ts';
import type { MainProcess, Setup } from './main-process.ts';

const built = 'out/renderer';

/** Where a page waits for its next window: from another origin it would come back in a new process. */
const emptyPage = '/empty';

/** Serves the built files as `app://` does, but that a browser may keep those whose names change. */
async function serve(folder: string): Promise<{ server: Server; origin: string }> {
  const answer = createAppProtocol(folder);
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === emptyPage) {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end();
      return;
    }
    void answer(new Request(`${appOrigin}${path}`)).then(async ({ status, headers, body }) => {
      const kept = path.startsWith('/assets/') && { 'cache-control': 'max-age=3600' };
      response.writeHead(status, { ...Object.fromEntries(headers), ...kept });
      response.end(body === null ? undefined : await buffer(body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return { server, origin: `http://127.0.0.1:${String(address.port)}` };
}

/** What went wrong in a window without anyone asking. */
interface Complaints {
  readonly violations: string[];
  readonly errors: string[];
  /** Requested addresses that are not the window's own. */
  readonly outside: string[];
}

export const noComplaints: Complaints = { violations: [], errors: [], outside: [] };

export interface OpenOptions {
  /** What it is opened on: a main process, or the setup of one. */
  readonly main?: MainProcess;
  readonly setup?: Setup;
  readonly path?: string | ((main: MainProcess) => string);
  /** The page of the quick copy window. */
  readonly quick?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** As in every run but a deep one, because drawing motion takes a quarter of a page's time. */
  readonly reducedMotion?: boolean;
}

/** The built window in a page of the browser, connected to a main process in this one. */
export interface OpenWindow {
  readonly page: Page;
  readonly main: MainProcess;
  readonly complaints: Complaints;
  /** Waits until the page and its requests have loaded, and nothing in it changes any more. */
  readonly rested: () => Promise<void>;
  /** Unloads the window; its page is used for the next one. */
  readonly close: () => Promise<void>;
}

/** How many frames without a change tell that none is on its way. */
const stillFrames = 5;

/** In the page: a heading is there, and nothing changed for so many frames. */
function untilStill(frames: number): Promise<void> {
  return new Promise((resolve) => {
    let still = 0;
    const changes = new MutationObserver(() => {
      still = 0;
    });
    changes.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    function look(): void {
      still = document.querySelector('h1') === null ? 0 : still + 1;
      if (still <= frames) {
        requestAnimationFrame(look);
      } else {
        changes.disconnect();
        resolve();
      }
    }
    requestAnimationFrame(look);
  });
}

/** What connects a page with the main process. */
interface Wires {
  callMain(name: string, input: unknown): Promise<unknown>;
  deliver(event: string, payload: unknown): void;
}

/** In the page, before its scripts: what the preload script leaves in it. */
function connect(): void {
  const wires = window as unknown as Wires;
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  wires.deliver = (event, payload) => {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  };
  const culvert = {
    call: (name: string, input: unknown) => wires.callMain(name, input),
    listen(event: string, listener: (payload: unknown) => void) {
      const registered = listeners.get(event) ?? new Set();
      listeners.set(event, registered.add(listener));
      return () => registered.delete(listener);
    },
  };
  Object.assign(window, { culvert });
}

/** Collects what a page complains about and what it is loading, until it is stopped. */
function observe(page: Page, origin: string) {
  const complaints: Complaints = { violations: [], errors: [], outside: [] };
  const loading = new Set<Request>();
  const onConsole = (message: ConsoleMessage): void => {
    const text = message.text();
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(text))
      complaints.violations.push(text);
    else if (message.type() === 'error' || message.type() === 'warning')
      complaints.errors.push(text);
  };
  const onError = (error: Error): void => {
    complaints.errors.push(String(error));
  };
  const onRequest = (request: Request): void => {
    loading.add(request);
    if (!request.url().startsWith(origin)) complaints.outside.push(request.url());
  };
  const onLoaded = (request: Request): void => {
    loading.delete(request);
  };
  page.on('console', onConsole);
  page.on('pageerror', onError);
  page.on('request', onRequest);
  page.on('requestfinished', onLoaded);
  page.on('requestfailed', onLoaded);
  return {
    complaints,
    loading,
    stop: (): void => {
      page.off('console', onConsole);
      page.off('pageerror', onError);
      page.off('request', onRequest);
      page.off('requestfinished', onLoaded);
      page.off('requestfailed', onLoaded);
    },
  };
}

function deliver([event, payload]: readonly [string, unknown]): void {
  (window as unknown as Wires).deliver(event, payload);
}

/** A page, and the main process of the window that is in it now. */
interface ConnectedPage {
  readonly page: Page;
  main: MainProcess | undefined;
}

/** By then the statistics of the servers on screen are requested for the first time, milliseconds. */
const firstPolls = 2000;

/**
 * A browser with the built window on a server of its own. A page is used again for the next window, as
 * making one costs more than loading one: nothing of a window outlives its document.
 */
export async function openBrowser({ scale = 1 } = {}) {
  const folder = fileURLToPath(new URL(`../../../${built}`, import.meta.url));
  const { server, origin } = await serve(folder);
  const browser = await chromium.launch({
    executablePath: process.env['CULVERT_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--font-render-hinting=none',
      ...lightArgs,
    ],
  });
  const unused: ConnectedPage[] = [];

  /** Each page in a context of its own: of several in one, Chromium slows all but one down. */
  async function newPage(): Promise<ConnectedPage> {
    const page = await browser.newPage({ timezoneId: 'Europe/Moscow', deviceScaleFactor: scale });
    page.setDefaultTimeout(patient.timeout);
    const connected: ConnectedPage = { page, main: undefined };
    await page.exposeFunction('callMain', (name: string, input: unknown) =>
      connected.main?.answer(name, input),
    );
    await page.addInitScript(connect);
    return connected;
  }

  async function open(options: OpenOptions = {}): Promise<OpenWindow> {
    const { setup, path = '/' } = options;
    const main = options.main ?? (await openMain(setup));
    const connected = unused.pop() ?? (await newPage());
    const { page } = connected;
    connected.main = main;
    await page.setViewportSize({ width: options.width ?? 1280, height: options.height ?? 800 });
    await page.emulateMedia({
      reducedMotion: (options.reducedMotion ?? !isDeep) ? 'reduce' : 'no-preference',
    });
    main.listen((event, payload) => {
      // What a process says while it ends is not for the window that has its page by then.
      if (connected.main !== main) return;
      // A page that is being left has no use for it.
      page.evaluate(deliver, [event, payload] as const).catch(() => undefined);
    });
    const { complaints, loading, stop } = observe(page, origin);
    const file = options.quick === true ? 'quick.html' : '';
    await page.goto(`${origin}/${file}#${typeof path === 'string' ? path : path(main)}`);
    main.show();
    let polled = false;

    async function rested(): Promise<void> {
      do {
        await main.idle();
        await page.evaluate(untilStill, stillFrames);
      } while (main.busy || loading.size > 0);
      if (polled) return;
      polled = true;
      await main.advance(firstPolls);
      await rested();
    }

    return {
      page,
      main,
      complaints,
      rested,
      async close() {
        await page.mouse.move(0, 0);
        await page.goto(`${origin}${emptyPage}`);
        connected.main = undefined;
        // As a quit, it does not wait for a keychain that never answers.
        void main.stop();
        stop();
        unused.push(connected);
      },
    };
  }

  return {
    open,
    async close(): Promise<void> {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let shared: ReturnType<typeof openBrowser> | undefined;

/** The browser of all test files of a worker, which ends with it: starting one costs more than a test. */
export function sharedBrowser(): ReturnType<typeof openBrowser> {
  shared ??= openBrowser();
  return shared;
}
