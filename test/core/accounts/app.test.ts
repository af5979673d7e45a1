import { describe, expect, it } from 'vitest';
import type { Events } from '../../../src-contract/bridge.ts';
import type { ConnectionRow } from '../../../src-contract/bridge/connections.ts';
import { coreOfATest, newMachine, type Running } from '../harness.ts';

const { serve, run } = coreOfATest();
const everything = { offset: 0, limit: 200 } as const;

async function rows(running: Running): Promise<readonly ConnectionRow[]> {
  return (await running.ask('connections.query', everything)).rows;
}

describe('signing in', () => {
  it('lists every connection of the account, from all four sources', async () => {
    const service = await serve();
    const running = await run(newMachine());
    await running.signIn(service);
    const account = service.control.account();
    const servers = account.cloud_servers;
    expect((await rows(running)).length).toBe(
      account.configs.length +
        servers.flatMap(({ configs, proxies }) => [...configs, ...proxies]).length +
        account.paid_options.flatMap(({ configs }) => configs).length,
    );
    const { sources } = await running.ask('connections.facets', {});
    expect(new Set(sources.map(({ value }) => value))).toEqual(
      new Set(['config', 'cloud', 'proxy', 'paid']),
    );
  });

  it('forgives spaces and line ends around and in a pasted key', async () => {
    const service = await serve();
    const running = await run(newMachine());
    const key = ` ${service.key.slice(0, 20)}\n${service.key.slice(20)} \n`;
    const state = await running.ask('session.signIn', { service: ` ${service.url}/ `, key });
    expect(state).toMatchObject({ status: 'signed-in', kept: true });
  });

  it('keeps nothing of a key that the service refuses', async () => {
    const service = await serve();
    const machine = newMachine();
    const running = await run(machine);
    const key = 'svc_abcdefgh_0123456789abcdef01234567';
    const result = await running.call('session.signIn', { service: service.url, key });
    expect(result).toMatchObject({ failure: { kind: 'unauthorized' } });
    expect(machine.secrets.entries.size).toBe(0);
    expect(await running.ask('session.get', {})).toMatchObject({ status: 'signed-out' });
  });

  it('names each wrong field and sends nothing', async () => {
    const running = await run(newMachine());
    const result = await running.call('session.signIn', { service: 'http://a.example', key: 'x' });
    expect(result).toMatchObject({
      failure: { kind: 'invalid-input', issues: [{ path: 'service' }, { path: 'key' }] },
    });
  });

  it('keeps the open account when another sign-in fails', async () => {
    const service = await serve();
    const running = await run(newMachine());
    await running.signIn(service);
    await running.call('session.signIn', {
      service: 'http://127.0.0.1:9',
      key: service.key,
    });
    expect(await running.ask('session.get', {})).toMatchObject({ status: 'signed-in' });
    expect((await rows(running)).length).toBeGreaterThan(30);
  });

  it('without a keychain lives in memory, keeps nothing and says why', async () => {
    const service = await serve();
    const machine = newMachine();
    machine.secrets.state = 'absent';
    const first = await run(machine);
    await first.signIn(service);
    expect(await first.ask('session.get', {})).toMatchObject({ kept: false, keychain: 'absent' });
    expect((await rows(first)).length).toBeGreaterThan(30);
    expect(service.control.account().notifications.length).toBeGreaterThan(0);
    await first.stop();
    const second = await run(machine);
    expect(await second.ask('session.get', {})).toMatchObject({ status: 'signed-out' });
  });

  it('without a keychain is kept as soon as there is one, when the person tries again', async () => {
    const service = await serve();
    const machine = newMachine();
    machine.secrets.state = 'absent';
    const first = await run(machine);
    await first.signIn(service);
    expect(await first.ask('session.retry', {})).toMatchObject({ kept: false });
    machine.secrets.state = 'ready';
    const whole = first.until('sync.changed', ({ refreshedAt }) => refreshedAt !== null);
    expect(await first.ask('session.retry', {})).toMatchObject({ status: 'signed-in', kept: true });
    await whole;
    await first.stop();
    expect((await rows(await run(machine))).length).toBeGreaterThan(30);
  });
});

describe('with the service gone', () => {
  it('everything seen before is there after a restart, with its age, and copies', async () => {
    const service = await serve();
    const machine = newMachine();
    const first = await run(machine);
    await first.signIn(service);
    const before = await rows(first);
    await first.stop();
    await service.close();

    const second = await run(machine);
    const offline = second.until('sync.changed', ({ network }) => network === 'offline');
    const after = await rows(second);
    expect(after).toEqual(before);
    expect((await second.ask('sync.get', {})).refreshedAt).toBeGreaterThan(0);
    await offline;
    const config = service.control.account().configs[0];
    await second.ask('connections.copy', { key: `config:${String(config?.id)}`, form: 'url' });
    expect(machine.clipboard.text).toMatch(/:\/\//);
    const detail = await second.ask('connections.get', { key: `config:${String(config?.id)}` });
    expect(detail.fetchedAt).toBeGreaterThan(0);
  });

  it('the tray copies what was a favourite, and remembers what was copied', async () => {
    const service = await serve();
    const machine = newMachine();
    const first = await run(machine);
    await first.signIn(service);
    const [, , third, fourth] = await rows(first);
    const favourite = third?.key ?? '';
    await first.ask('connections.setFavourite', { key: favourite, favourite: true });
    await first.ask('connections.copy', { key: fourth?.key ?? '', form: 'url' });
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

  it('is noticed when it comes back, without anybody asking', async () => {
    const service = await serve();
    const machine = newMachine();
    const first = await run(machine);
    await first.signIn(service);
    await first.stop();
    await service.close();
    const second = await run(machine);
    second.app.setWindowVisible(true);
    await second.until('sync.changed', ({ network }) => network === 'offline');
    const back = second.until(
      'sync.changed',
      ({ network, refreshing, failure }) => network === 'online' && !refreshing && !failure,
    );
    await serve({ port: Number(new URL(service.url).port), state: service.control.state });
    expect((await back).network).toBe('online');
  });
});

describe('copying', () => {
  it('gives the service’s bytes exactly, for every connection of the account', async () => {
    const service = await serve();
    const machine = newMachine();
    const running = await run(machine);
    await running.signIn(service);
    const answer = await fetch(`${service.url}/configs?limit=1000`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    const { data } = (await answer.json()) as {
      data: { id: number; connection_url: string; awg_config?: string; xray_config?: string }[];
    };
    expect(new Set((await rows(running)).map(({ protocol }) => protocol)).size).toBeGreaterThan(10);
    for (const config of data) {
      const key = `config:${String(config.id)}`;
      for (const [form, text] of [
        ['url', config.connection_url],
        ['awg', config.awg_config],
        ['xray', config.xray_config],
      ] as const) {
        if (text === undefined) continue;
        await running.ask('connections.copy', { key, form });
        expect(machine.clipboard.text).toBe(text);
      }
    }
  });

  it('answers with what a connection has no such form of', async () => {
    const service = await serve();
    const running = await run(newMachine());
    await running.signIn(service);
    const vless = (await rows(running)).find(({ forms }) => !forms.includes('awg'));
    const result = await running.call('connections.copy', { key: vless?.key ?? '', form: 'awg' });
    expect(result).toMatchObject({ failure: { kind: 'not-found' } });
  });
});

describe('a title', () => {
  it('is changed at the service, in the list and over a restart', async () => {
    const service = await serve();
    const machine = newMachine();
    const running = await run(machine);
    await running.signIn(service);
    for (const source of ['config', 'cloud', 'proxy', 'paid'] as const) {
      const row = (await rows(running)).find((each) => each.source === source);
      const key = row?.key ?? '';
      const detail = await running.ask('connections.setTitle', { key, title: `New ${source}` });
      expect(detail.title).toBe(`New ${source}`);
    }
    expect(JSON.stringify(service.control.account())).toMatch(/New config[^]*New (cloud|proxy)/);
    await running.stop();
    const titles = (await rows(await run(machine))).map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining(['New config', 'New cloud', 'New proxy', 'New paid']),
    );
  });

  it('that is too long is refused before anything is sent, and nothing changes', async () => {
    const service = await serve();
    const running = await run(newMachine());
    await running.signIn(service);
    const [row] = await rows(running);
    const result = await running.call('connections.setTitle', {
      key: row?.key ?? '',
      title: 'x'.repeat(100),
    });
    expect(result).toMatchObject({ failure: { kind: 'invalid-input' } });
    expect((await rows(running))[0]).toEqual(row);
  });
});

describe('statistics', () => {
  it('of what is on screen arrive by themselves and go on changing', async () => {
    const service = await serve();
    const running = await run(newMachine());
    await running.signIn(service);
    running.app.setWindowVisible(true);
    const shown = (await rows(running)).find(({ online }) => online === 'online');
    const server = shown?.server ?? '';
    const heard: Events['stats.changed'][number][] = [];
    const arrived = running.until('stats.changed', (stats) => {
      heard.push(...stats.filter((each) => each.server === server));
      return heard.length >= 2;
    });
    await running.ask('stats.watch', { servers: [server], focus: server });
    await arrived;
    expect(heard.at(-1)?.recent.length).toBeGreaterThanOrEqual(2);
    expect(heard.at(-1)?.days.length).toBeGreaterThan(7);
  });
});

describe('notifications', () => {
  it('are taken from the service once and kept', async () => {
    const service = await serve();
    const machine = newMachine();
    const running = await run(machine);
    const arrived = running.until('inbox.changed', ({ items }) => items.length > 0);
    const waiting = service.control.account().notifications.map(({ content }) => content);
    await running.signIn(service);
    await arrived;
    await running.stop();
    const again = await run(machine);
    const { items } = await again.ask('inbox.get', {});
    expect(items.map(({ content }) => content).sort()).toEqual(waiting.sort());
  });
});

describe('several accounts', () => {
  it('are kept apart, and switched without signing in again', async () => {
    const service = await serve();
    const machine = newMachine();
    const running = await run(machine);
    await running.signIn(service);
    const first = (await running.ask('session.get', {})).account?.id ?? '';
    const other = service.control.addAccount();
    await running.signIn({ url: service.url, key: other.key });
    expect(await rows(running)).toEqual([]);
    const state = await running.ask('session.switch', { account: first });
    expect(state).toMatchObject({ account: { id: first }, accounts: [{}, {}] });
    expect((await rows(running)).length).toBeGreaterThan(30);
  });

  it('signing out removes keys and records of that account alone', async () => {
    const service = await serve();
    const machine = newMachine();
    const running = await run(machine);
    await running.signIn(service);
    const first = (await running.ask('session.get', {})).account?.id ?? '';
    const other = service.control.addAccount();
    await running.signIn({ url: service.url, key: other.key });
    const second = (await running.ask('session.get', {})).account?.id ?? '';
    await running.ask('session.signOut', { account: second });
    expect([...machine.secrets.entries.keys()].every((name) => name.startsWith(first))).toBe(true);
    const state = await running.ask('session.switch', { account: first });
    expect(state.status).toBe('signed-in');
    expect((await rows(running)).length).toBeGreaterThan(30);
  });

  it('a locked keychain keeps everything and waits', async () => {
    const service = await serve();
    const machine = newMachine();
    const first = await run(machine);
    await first.signIn(service);
    await first.stop();
    machine.secrets.state = 'locked';
    const second = await run(machine);
    expect(await second.ask('session.get', {})).toMatchObject({
      status: 'locked',
      keychain: 'locked',
    });
    machine.secrets.state = 'ready';
    expect(await second.ask('session.retry', {})).toMatchObject({ status: 'signed-in' });
    expect((await rows(second)).length).toBeGreaterThan(30);
  });
});

describe('a key that the service no longer takes', () => {
  it('wipes neither what was seen nor the key', async () => {
    const service = await serve();
    const machine = newMachine();
    const first = await run(machine);
    await first.signIn(service);
    await first.stop();
    service.control.account().keys.length = 0;
    const second = await run(machine);
    const refused = second.until('sync.changed', ({ failure }) => failure !== null);
    expect((await refused).failure?.kind).toBe('unauthorized');
    expect((await rows(second)).length).toBeGreaterThan(30);
    expect(machine.secrets.entries.size).toBe(3);
  });
});

describe('what a window may not do', () => {
  it.each([
    'constructor',
    '__proto__',
    'toString',
    'configs.list',
    'configs.create',
    'notifications.take',
    'apiKeys.create',
    '',
  ])('call %j', async (name) => {
    const { app } = await run(newMachine());
    expect(await app.call(name, {})).toMatchObject({ failure: { kind: 'invalid-input' } });
  });

  it('read what is not exposed to it', async () => {
    const service = await serve();
    const running = await run(newMachine());
    await running.signIn(service);
    for (const id of ['configs.list', 'notifications.take', '__proto__', 'xray.createKeys']) {
      const result = await running.call('library.read', { id, input: {} });
      expect(result).toMatchObject({ failure: { kind: 'invalid-input' } });
    }
    const profile = await running.ask('library.read', { id: 'profile.get', input: {} });
    expect(JSON.stringify(profile)).not.toContain(service.control.account().subscription_key);
  });
});
