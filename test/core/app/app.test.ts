import { describe, expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import type { App } from '#core/app/app.ts';
import { envelope, json, settled } from '#test/core/fakes.ts';
import { serve, run, signedIn, newMachine, rowsOf } from '#test/core/harness.ts';

/** Rows as their lists returned them: their current state depends on the network. */
const asListed = (rows: readonly ConnectionRow[]) =>
  rows.map((row) => ({ ...row, state: row.state.online }));

describe('with the service unreachable', () => {
  it('all cached data is there after a restart, with its age, and can be copied', async () => {
    const { service, machine, running: first } = await signedIn();
    const before = await rowsOf(first);
    await first.stop();
    await service.close();

    const second = await run(machine);
    const offline = second.until('sync.changed', ({ network }) => network === 'offline');
    const after = await rowsOf(second);
    expect(asListed(after)).toEqual(asListed(before));
    expect((await second.ask('sync.get', {})).refreshedAt).toBeGreaterThan(0);
    await offline;
    const config = service.control.account().configs[0];
    await second.ask('secrets.copy', {
      of: 'connection',
      key: `config:${String(config?.id)}`,
      form: 'url',
    });
    expect(machine.clipboard.text).toMatch(/:\/\//);
    const detail = await second.ask('connections.get', { key: `config:${String(config?.id)}` });
    expect(detail.fetchedAt).toBeGreaterThan(0);
  });

  it('the tray copies favourites, and lists what was copied last', async () => {
    const { service, machine, running: first } = await signedIn();
    const [, , third, fourth] = await rowsOf(first);
    const favourite = third?.key ?? '';
    await first.ask('connections.setFavourites', { keys: [favourite], favourite: true });
    await first.ask('secrets.copy', { of: 'connection', key: fourth?.key ?? '', form: 'url' });
    await first.stop();
    await service.close();

    const { app } = await run(machine);
    const tray = app.tray();
    expect(tray.favourites.map(({ key }) => key)).toEqual([favourite]);
    expect(tray.recents.map(({ key }) => key)).toEqual([fourth?.key]);
    machine.clipboard.text = '';
    expect(await app.copyFromTray(favourite, 'url')).toMatchObject({ ok: true });
    expect(machine.clipboard.text).not.toBe('');
  });
});

it('a list that fails in the first read is named, and the rest is not called whole until it came', async () => {
  const service = await serve();
  const { path } = api['cloudServers.list'];
  let fails = true;
  const running = await run(newMachine(), (transport) => ({
    ...transport,
    async send(request) {
      if (!fails || new URL(request.url).pathname !== path) return transport.send(request);
      const body = JSON.stringify({ status: false, statusCode: 400, message: 'no' });
      return { status: 400, headers: {}, body: new TextEncoder().encode(body) };
    },
  }));
  const failed = running.until('sync.changed', ({ failure }) => failure !== null);
  const { url, key } = service;
  await running.ask('session.signIn', { service: url, key });
  expect(await failed).toMatchObject({
    refreshedAt: null,
    failure: { endpoint: 'cloudServers.list' },
  });
  const sources = async () => new Set((await rowsOf(running)).map(({ source }) => source));
  expect(await sources()).toContain('config');
  expect(await sources()).not.toContain('cloud');

  const whole = running.until('sync.changed', ({ refreshedAt }) => refreshedAt !== null);
  fails = false;
  expect((await whole).failure).toBeNull();
  expect(await sources()).toContain('cloud');
});

it('what the shop names is read again when another language is chosen', async () => {
  const { running } = await signedIn();
  const first = running.until('cache.changed', ({ id }) => id === 'configs.tariffs');
  await running.ask('cache.read', { id: 'configs.tariffs', input: {} });
  const { fetchedAt } = await first;
  let again: number | null = null;
  void running
    .until('cache.changed', ({ id }) => id === 'configs.tariffs')
    .then((entry) => (again = entry.fetchedAt));
  await running.ask('settings.set', { language: 'ru' });
  await expect.poll(() => again).toBeGreaterThanOrEqual(fetchedAt ?? Infinity);
});

it('places are named in the language that was chosen last, however soon after another', async () => {
  const service = await serve();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let held = 0;
  const running = await run(newMachine(), (transport) => ({
    ...transport,
    async send(request) {
      if (request.headers['accept-language'] === 'ru') {
        held += 1;
        await released;
      }
      return transport.send(request);
    },
  }));
  await running.signIn(service);
  const before = (await rowsOf(running)).find(({ source }) => source === 'config');
  await running.ask('settings.set', { language: 'ru' });
  await expect.poll(() => held).toBeGreaterThan(0);
  await running.ask('settings.set', { language: 'en' });
  release();
  const isOver = async () => {
    const now = (await rowsOf(running)).find(({ key }) => key === before?.key);
    const places = await running.ask('cache.read', { id: 'locations.list', input: {} });
    const { refreshing } = await running.ask('sync.get', {});
    return !refreshing && now?.place === before?.place && !/[а-я]/i.test(JSON.stringify(places));
  };
  await expect.poll(isOver).toBe(true);
});

it('a refresh by the user reads once more where one is under way', async () => {
  const { service, running } = await signedIn();
  const reads = () => service.control.journal.counts()['configs.list'] ?? 0;
  const before = reads();
  const begun = running.until('sync.changed', ({ refreshing }) => refreshing);
  const first = running.ask('sync.refresh', {});
  await begun;
  await Promise.all([first, running.ask('sync.refresh', {})]);
  expect(reads()).toBe(before + 2);
});

describe('a system that goes to sleep', () => {
  it('leaves no open connection for later requests', async () => {
    const service = await serve();
    let opened = 0;
    let closed = 0;
    const running = await run(newMachine(), (transport) => {
      opened += 1;
      return {
        ...transport,
        close() {
          closed += 1;
          return transport.close();
        },
      };
    });
    await running.signIn(service);
    const before = { opened, closed };
    running.app.setAsleep(true);
    await expect.poll(() => closed).toBe(before.closed + 1);
    running.app.setAsleep(false);
    await running.ask('sync.refresh', {});
    await expect.poll(() => opened).toBe(before.opened + 1);
  });
});

describe('copying', () => {
  it.each([
    ['the system goes to sleep', (app: App) => app.setAsleep(true)],
    ['the screen is locked', (app: App) => app.setLocked()],
  ])('is undone when %s', async (_, happen) => {
    const { machine, running } = await signedIn();
    const [row] = await rowsOf(running);
    await running.ask('secrets.copy', { of: 'connection', key: row?.key ?? '', form: 'url' });
    expect(machine.clipboard.text).not.toBe('');
    happen(running.app);
    await expect.poll(() => machine.clipboard.text).toBe('');
  });

  it('gives the service’s bytes exactly, for every connection of the account', async () => {
    const { service, machine, running } = await signedIn();
    const answer = await fetch(`${service.url}/configs?limit=1000`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    const { data } = (await answer.json()) as {
      data: { id: number; connection_url: string; awg_config?: string; xray_config?: string }[];
    };
    expect(new Set((await rowsOf(running)).map(({ protocol }) => protocol)).size).toBeGreaterThan(
      10,
    );
    for (const config of data) {
      const key = `config:${String(config.id)}`;
      for (const [form, text] of [
        ['url', config.connection_url],
        ['awg', config.awg_config],
        ['xray', config.xray_config],
      ] as const) {
        if (text === undefined) continue;
        await running.ask('secrets.copy', { of: 'connection', key, form });
        expect(machine.clipboard.text).toBe(text);
      }
    }
  });
});

describe('where one list of connections cannot be had', () => {
  it.each([
    ['is refused', json({ status: false, statusCode: 403, errorCode: 3 }, 403)],
    ['has an element without an id', envelope([{}])],
  ])('the notifications arrive all the same: it %s', async (_, answer) => {
    const service = await serve();
    const running = await run(newMachine(), (transport) => ({
      ...transport,
      send: (request) =>
        new URL(request.url).pathname.endsWith('/paid-options')
          ? Promise.resolve(answer)
          : transport.send(request),
    }));
    const arrived = running.until('inbox.changed', ({ items }) => items.length > 0);
    await running.ask('session.signIn', { service: service.url, key: service.key });
    expect((await arrived).items.length).toBeGreaterThan(0);
  });

  it('none are asked of a portal that answers in place of the service', async () => {
    const service = await serve();
    const asked: string[] = [];
    let isCaptive = false;
    const page = new TextEncoder().encode('<html>Sign in to the Wi-Fi</html>');
    const running = await run(newMachine(), (transport) => ({
      ...transport,
      async send(request) {
        asked.push(new URL(request.url).pathname);
        if (isCaptive) return { status: 200, headers: {}, body: page };
        return transport.send(request);
      },
    }));
    const arrived = running.until('inbox.changed', ({ items }) => items.length > 0);
    await running.signIn(service);
    await arrived;
    isCaptive = true;
    asked.length = 0;
    const { failure } = await running.ask('sync.refresh', {});
    expect(failure).toMatchObject({ kind: 'bad-response' });
    await expect.poll(() => asked.some((path) => path.endsWith('/profile'))).toBe(true);
    await settled();
    expect(asked.filter((path) => path.endsWith('/notifications'))).toEqual([]);
    expect(await running.ask('inbox.get', {})).toMatchObject({ mayBeMissing: false });
  });
});

describe('what a window may not do', () => {
  it('call what is no command of its own', async () => {
    const { app } = await run(newMachine());
    const inherited = ['constructor', '__proto__', 'toString', ''];
    const ofMain = ['configs.list', 'configs.create', 'notifications.take', 'apiKeys.create'];
    for (const name of [...inherited, ...ofMain])
      expect(await app.call(name, {}), name).toMatchObject({ failure: { kind: 'invalid-input' } });
  });

  it('read what is not exposed to it', async () => {
    const { service, running } = await signedIn();
    for (const id of ['configs.list', 'notifications.take', '__proto__', 'xray.createKeys']) {
      const result = await running.call('cache.read', { id, input: {} });
      expect(result).toMatchObject({ failure: { kind: 'invalid-input' } });
    }
    const profile = await running.ask('cache.read', { id: 'profile.get', input: {} });
    expect(JSON.stringify(profile)).not.toContain(service.control.account().subscription_key);
  });
});
