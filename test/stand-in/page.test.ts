import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFixture } from './test-fixture.ts';
import { patient } from '#test/patient.ts';
import { isDeep } from '#test/simulator/deep.ts';

const fixture = createTestFixture();

/** The globals of a page on https that nothing was done to. */
async function plainGlobals(): Promise<string[]> {
  const plain = await fixture.browser.newPage();
  await plain.route('https://plain.invalid/', (route) => route.fulfill({ body: '' }));
  await plain.goto('https://plain.invalid/');
  const names = await plain.evaluate(() => Object.getOwnPropertyNames(globalThis));
  await plain.close();
  return names;
}

describe.runIf(isDeep)('the page', () => {
  beforeAll(fixture.open);
  afterAll(fixture.close);

  it('has the exposed object before its first script runs, and nothing else of the preload', async () => {
    const seen = await fixture.page.evaluate<{
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
    const remaining = await fixture.inPage((exposed) => {
      const forged = { invoke: null };
      Reflect.set(globalThis, 'fixture', forged);
      Reflect.set(exposed, 'invoke', null);
      Reflect.set(exposed.nested.list, 0, 9);
      return [
        typeof exposed.invoke,
        Reflect.get(globalThis, 'fixture') === exposed,
        exposed.nested.list[0],
      ];
    });
    expect(remaining).toEqual(['function', true, 1]);
  });

  it('receives copies, and calls between worlds are synchronous in both directions', async () => {
    const answers = await fixture.inPage((exposed) => [
      exposed.twice((value) => value * 10),
      exposed.nested.list instanceof Array,
    ]);
    expect(answers).toEqual([100, true]);
  });

  it('can require only electron in its preload', async () => {
    const refusal = await fixture.inPage((exposed) => {
      try {
        return exposed.required('node:fs');
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(refusal).toBe('module not found: node:fs');
  });
});

describe.runIf(isDeep)('calls to main', () => {
  beforeAll(fixture.open);
  afterAll(fixture.close);

  it('carry every value that structured clone supports, cycles too', async () => {
    const same = await fixture.inPage(async (exposed) => {
      const sent: Record<string, unknown> = {
        list: [1, -0, NaN, undefined, null, 'a', 12n],
        at: new Date(1),
        map: new Map([[{ a: 1 }, new Set([1])]]),
        bytes: new Uint8Array([1, 2, 255]),
        ['__proto__x']: /a/g,
      };
      sent['self'] = sent;
      const back = (await exposed.invoke('echo', sent)) as typeof sent;
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
    const errors = await fixture.inPage(async (exposed) => {
      const messageOf = (call: Promise<unknown>) =>
        call.then(
          () => 'no error',
          (error: unknown) => (error as Error).message,
        );
      return [
        await messageOf(exposed.invoke('fail')),
        await messageOf(exposed.invoke('nobody')),
        await messageOf(Promise.resolve().then(() => exposed.invoke('echo', Symbol('s')))),
      ];
    });
    expect(errors[0]).toBe("Error invoking remote method 'fail': Error: on purpose");
    expect(errors[1]).toContain("No handler registered for 'nobody'");
    expect(errors[2]).toContain('could not be cloned');
  });

  it('name their frame, window and origin', async () => {
    expect(await fixture.inPage((exposed) => exposed.invoke('sender'))).toEqual({
      own: true,
      main: true,
      url: 'app://fixture/',
      origin: 'app://fixture',
    });
  });

  it('are answered by events until the listener is removed', async () => {
    const received = await fixture.inPage(
      (exposed) =>
        new Promise<unknown[]>((resolve) => {
          const values: unknown[] = [];
          const stop = exposed.tick((value) => {
            values.push((value as { at: Date }).at.getTime());
            stop();
            exposed.tick(() => {
              resolve(values);
            });
          });
        }),
    );
    expect(received).toEqual([0]);
  });
});

describe.runIf(isDeep)('requests of the page', () => {
  beforeEach(fixture.open);
  afterEach(fixture.close);

  it('are answered by the program’s protocol handler, and refused elsewhere', async () => {
    const statuses = await fixture.page.evaluate(async () => {
      const own = await fetch('/page.js');
      const elsewhere = await fetch('https://example.com/x').catch(() => 'refused');
      return [own.status, own.headers.get('x-host'), elsewhere];
    });
    expect(statuses).toEqual([200, 'fixture', 'refused']);
    const { requestsElsewhere } = await fixture.program.controls.records();
    expect(requestsElsewhere).toEqual([
      { url: 'https://example.com/x', type: 'xhr', refused: false },
    ]);
  });

  it('cannot navigate or open windows where the program denies it', async () => {
    await fixture.page.click('#away');
    await fixture.page.evaluate(`void window.open('https://example.com/popup')`);
    await expect
      .poll(async () => {
        const { navigations, windowOpens } = await fixture.program.controls.records();
        return [navigations, windowOpens];
      }, patient)
      .toEqual([
        [{ url: 'https://example.com/away', denied: true }],
        [{ url: 'https://example.com/popup', denied: true }],
      ]);
    expect(await fixture.page.textContent('h1')).toBe('Fixture');
    expect(await fixture.program.controls.windows()).toHaveLength(1);
  });

  it('have all permissions that are not denied, as in Electron', async () => {
    const geolocation = () =>
      fixture.page.evaluate(
        `navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state)`,
      );
    expect(await geolocation()).not.toBe('granted');
    await fixture.program.kill();
    await fixture.start('--unguarded');
    expect(await geolocation()).toBe('granted');
  });
});
