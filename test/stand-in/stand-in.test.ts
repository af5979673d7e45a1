import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium } from './engine/engine.ts';
import { startProgram, type Program } from './driver/program.ts';

const main = join(import.meta.dirname, 'fixture/main.ts');
/** A busy machine takes its time; nothing here is about speed. */
const patient = { timeout: 15_000 };
let browser: Browser;
let profile: string;
let program: Program;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
});

async function open(): Promise<void> {
  profile = mkdtempSync(join(tmpdir(), 'culvert-fixture-'));
  await start();
}

async function close(): Promise<void> {
  await program.kill();
  rmSync(profile, { recursive: true });
}

async function start(...args: string[]): Promise<void> {
  program = await startProgram({ browser, main, args: [`--profile=${profile}`, ...args] });
  page = await program.page();
  await page.waitForFunction(() => 'seenAtStart' in globalThis);
}

/** Runs in the page; `fixture` is what the preload exposes there. */
function inPage<Value>(run: (fixture: Fixture) => Value | Promise<Value>): Promise<Value> {
  return page.evaluate(`(${String(run)})(globalThis.fixture)`);
}

/** The globals of a page on https that nothing was done to. */
async function plainGlobals(): Promise<string[]> {
  const plain = await browser.newPage();
  await plain.route('https://plain.invalid/', (route) => route.fulfill({ body: '' }));
  await plain.goto('https://plain.invalid/');
  const names = await plain.evaluate(() => Object.getOwnPropertyNames(globalThis));
  await plain.close();
  return names;
}

interface Fixture {
  invoke(channel: string, value?: unknown): Promise<unknown>;
  tick(listener: (value: unknown) => void): () => void;
  twice(run: (value: number) => number): number;
  required(name: string): unknown;
  readonly nested: { readonly list: number[] };
}

describe('the page', () => {
  beforeAll(open);
  afterAll(close);

  it('finds the exposed object before its first script runs, and nothing else of the preload', async () => {
    const seen = await page.evaluate<{
      fixture: string;
      preloadSecret: string;
      require: string;
      process: string;
      globals: string[];
    }>('globalThis.seenAtStart');
    expect(seen).toMatchObject({
      fixture: 'object',
      preloadSecret: 'undefined',
      require: 'undefined',
      process: 'undefined',
    });
    const plain = await plainGlobals();
    expect(seen.globals.filter((name) => !plain.includes(name))).toEqual(['fixture']);
  });

  it('cannot change what is exposed to it', async () => {
    const kept = await inPage((fixture) => {
      const forged = { invoke: null };
      Reflect.set(globalThis, 'fixture', forged);
      Reflect.set(fixture, 'invoke', null);
      Reflect.set(fixture.nested.list, 0, 9);
      return [
        typeof fixture.invoke,
        Reflect.get(globalThis, 'fixture') === fixture,
        fixture.nested.list[0],
      ];
    });
    expect(kept).toEqual(['function', true, 1]);
  });

  it('gets copies, and calls across worlds are immediate in both directions', async () => {
    const answers = await inPage((fixture) => [
      fixture.twice((value) => value * 10),
      fixture.nested.list instanceof Array,
    ]);
    expect(answers).toEqual([100, true]);
  });

  it('has no module but electron to require in its preload', async () => {
    const refusal = await inPage((fixture) => {
      try {
        return fixture.required('node:fs');
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(refusal).toBe('module not found: node:fs');
  });
});

describe('calls to main', () => {
  beforeAll(open);
  afterAll(close);

  it('carry every kind of value that the structured clone does, cycles too', async () => {
    const same = await inPage(async (fixture) => {
      const sent: Record<string, unknown> = {
        list: [1, -0, NaN, undefined, null, 'a', 12n],
        at: new Date(1),
        map: new Map([[{ a: 1 }, new Set([1])]]),
        bytes: new Uint8Array([1, 2, 255]),
        ['__proto__x']: /a/g,
      };
      sent['self'] = sent;
      const back = (await fixture.invoke('echo', sent)) as typeof sent;
      const { list, at, map, bytes } = back as {
        list: unknown[];
        at: Date;
        map: Map<{ a: number }, Set<number>>;
        bytes: Uint8Array;
      };
      return [
        back !== sent,
        back['self'] === back,
        Object.is(list[1], -0),
        Number.isNaN(list[2]),
        list[3] === undefined && 3 in list,
        list[6] === 12n,
        at.getTime(),
        [...map.keys()][0]?.a,
        bytes.join(),
      ];
    });
    expect(same).toEqual([true, true, true, true, true, true, 1, 1, '1,2,255']);
  });

  it('reject with what the handler threw, and for what cannot be cloned', async () => {
    const errors = await inPage(async (fixture) => {
      const messageOf = (call: Promise<unknown>) =>
        call.then(
          () => 'no error',
          (error: unknown) => (error as Error).message,
        );
      return [
        await messageOf(fixture.invoke('fail')),
        await messageOf(fixture.invoke('nobody')),
        await messageOf(Promise.resolve().then(() => fixture.invoke('echo', Symbol('s')))),
      ];
    });
    expect(errors[0]).toBe("Error invoking remote method 'fail': Error: on purpose");
    expect(errors[1]).toContain("No handler registered for 'nobody'");
    expect(errors[2]).toContain('could not be cloned');
  });

  it('tell main which frame of which window they come from, at the program’s own address', async () => {
    expect(await inPage((fixture) => fixture.invoke('sender'))).toEqual({
      own: true,
      main: true,
      url: 'app://fixture/',
      origin: 'app://fixture',
    });
  });

  it('are answered by events until the listener is removed', async () => {
    const heard = await inPage(
      (fixture) =>
        new Promise<unknown[]>((resolve) => {
          const values: unknown[] = [];
          const stop = fixture.tick((value) => {
            values.push((value as { at: Date }).at.getTime());
            stop();
            fixture.tick(() => {
              resolve(values);
            });
          });
        }),
    );
    expect(heard).toEqual([0]);
  });
});

describe('requests of the page', () => {
  beforeEach(open);
  afterEach(close);

  it('are answered by the program’s protocol handler, and refused elsewhere', async () => {
    const statuses = await page.evaluate(async () => {
      const own = await fetch('/page.js');
      const elsewhere = await fetch('https://example.com/x').catch(() => 'refused');
      return [own.status, own.headers.get('x-host'), elsewhere];
    });
    expect(statuses).toEqual([200, 'fixture', 'refused']);
    const { requestsElsewhere } = await program.controls.records();
    expect(requestsElsewhere).toEqual([
      { url: 'https://example.com/x', type: 'xhr', refused: false },
    ]);
  });

  it('do not take the page away or open another where the program denies it', async () => {
    await page.click('#away');
    await page.evaluate(`void window.open('https://example.com/popup')`);
    await expect
      .poll(async () => {
        const { navigations, windowOpens } = await program.controls.records();
        return [navigations, windowOpens];
      }, patient)
      .toEqual([
        [{ url: 'https://example.com/away', denied: true }],
        [{ url: 'https://example.com/popup', denied: true }],
      ]);
    expect(await page.textContent('h1')).toBe('Fixture');
    expect(await program.controls.windows()).toHaveLength(1);
  });

  it('have the permissions that nobody denies, as in Electron', async () => {
    const geolocation = () =>
      page.evaluate(
        `navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state)`,
      );
    expect(await geolocation()).not.toBe('granted');
    await program.kill();
    await start('--unguarded');
    expect(await geolocation()).toBe('granted');
  });
});

describe('the machine around the program', () => {
  beforeEach(open);
  afterEach(close);

  it('shows the tray’s menu, and chooses in it', async () => {
    const items = await program.controls.trayItems();
    expect(items.map(({ label }) => label)).toEqual(['Salt & Pepper', '', 'More', 'Dim']);
    await program.controls.chooseTray('Salt & Pepper');
    expect(await program.controls.clipboardText()).toBe('from the tray');
    await program.controls.chooseTray('Deep');
    expect(await program.controls.clipboardFormats()).toEqual(
      new Map([
        ['text/plain', 'deep'],
        ['x/mark', 'm'],
      ]),
    );
    expect((await program.controls.records()).notifications.map(({ body }) => body)).toEqual([
      'from the tray',
      'deep',
    ]);
    await expect(program.controls.chooseTray('Dim')).rejects.toThrow('no line of the menu');
  });

  it('answers the dialog for saving as it was told, once', async () => {
    await program.controls.answerSave('/tmp/chosen.txt');
    expect(await inPage((fixture) => fixture.invoke('save'))).toBe('/tmp/chosen.txt');
    expect(await inPage((fixture) => fixture.invoke('save'))).toBeNull();
    expect(await program.controls.savesSuggested()).toEqual(['a.txt', 'a.txt']);
  });

  it('cuts the program off from the network, and joins it again', async () => {
    const server = createServer((_request, response) => response.end('here'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
    const ask = () =>
      page.evaluate(`globalThis.fixture.invoke('fetch', ${JSON.stringify(address)})`);
    expect(await ask()).toBe(200);
    await program.controls.setOnline(false);
    expect(await ask()).toMatch(/ENETUNREACH|ECONNRESET/);
    await program.controls.setOnline(true);
    expect(await ask()).toBe(200);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('hides the window that refuses to close, and shows it when the program is started again', async () => {
    await program.controls.closeWindow();
    expect(await program.controls.windows()).toEqual([{ visible: false }]);
    await expect(startProgram({ browser, main, args: [`--profile=${profile}`] })).rejects.toThrow(
      'the program ended with 0',
    );
    await expect.poll(() => program.controls.windows(), patient).toEqual([{ visible: true }]);
  });

  it('starts again on the profile of a program that was killed', async () => {
    const holder = readFileSync(join(profile, 'stand-in.lock'), 'utf8');
    await program.kill();
    await start();
    expect(readFileSync(join(profile, 'stand-in.lock'), 'utf8')).not.toBe(holder);
    expect(await page.textContent('h1')).toBe('Fixture');
  });

  it('ends with the program’s own windows when it quits', async () => {
    await program.controls.quit().catch(() => undefined);
    expect(await program.exited).toBe(0);
    await expect.poll(() => page.isClosed(), patient).toBe(true);
  });
});
