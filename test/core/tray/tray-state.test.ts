import { expect, it } from 'vitest';
import { serve, run, newMachine, rowsOf } from '#test/core/harness.ts';

it('the tray gets only as many connections as the user allows to be named there', async () => {
  const service = await serve();
  const soon = Math.floor(Date.now() / 1000) + 86_400;
  for (const config of service.control.account().configs) config.expires_at = soon;
  const running = await run(newMachine());
  await running.signIn(service);
  const rows = await rowsOf(running);
  expect(rows.length).toBeGreaterThan(12);
  const places = (running.app.tray().others ?? []).map(({ country }) => country);
  expect([places.length, new Set(places).size]).toEqual([5, 5]);
  const [one, other] = rows.map(({ key }) => key);
  await running.ask('secrets.copy', {
    of: 'connection',
    key: other ?? '',
    form: rows[1]?.forms[0] ?? 'url',
  });
  // What was copied takes the place of none.
  const { others, recents: copied } = running.app.tray();
  expect([others?.length, copied.length, copied[0]?.apart]).toEqual([5, 1, expect.anything()]);
  await running.ask('connections.setFavourites', { keys: [one ?? ''], favourite: true });
  const shown = async (trayShows: 'recents' | 'favourites' | 'none') => {
    await running.ask('settings.set', { trayShows });
    const { favourites, recents, expiring } = running.app.tray();
    const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key);
    return [keys(favourites), keys(recents), expiring.length > 0];
  };
  expect(await shown('recents')).toEqual([[one], [other], true]);
  expect(running.app.tray().others).toBeUndefined();
  expect(await shown('favourites')).toEqual([[one], [], true]);
  expect(await shown('none')).toEqual([[], [], false]);
});

it('the tray tells untitled connections of one place apart by their address, and copies none that expired', async () => {
  const service = await serve();
  const account = service.control.account();
  const [first] = account.configs;
  if (!first) throw new Error('no configuration');
  account.configs.splice(4);
  account.cloud_servers.splice(0);
  for (const [n, config] of account.configs.entries()) {
    const { location_id, protocol } = first;
    const expires = Math.floor(Date.now() / 1000) + (n === 3 ? -3600 : 90 * 86_400);
    const same = { location_id, protocol, title: null, auto_renewal: false };
    Object.assign(config, { ...same, expires_at: expires });
  }
  const running = await run(newMachine());
  await running.signIn(service);
  const shown = () => running.app.tray().others?.filter(({ key }) => /^config:/.test(key)) ?? [];
  await expect.poll(() => shown().length).toBe(3);
  expect(new Set(shown().map(({ title }) => title)).size).toBe(1);
  for (const { apart } of shown()) expect(apart).toMatch(/:\d+$/);
});

it('the tray tells connections with one title apart', async () => {
  const service = await serve();
  const account = service.control.account();
  for (const config of account.configs) config.title = 'Laptop';
  account.configs.splice(12);
  Object.assign(account, { cloud_servers: [], paid_options: [] });
  const running = await run(newMachine());
  await running.signIn(service);
  const laptops = () => running.app.tray().others?.filter(({ title }) => title === 'Laptop') ?? [];
  await expect.poll(() => laptops().length).toBeGreaterThan(3);
  // Two of them have the same place, protocol and address.
  expect(new Set(laptops().map(({ apart }) => apart)).size).toBe(laptops().length - 1);
});

it('the tray lists what expires next, and after that what has expired lately', async () => {
  const service = await serve();
  const now = Date.now() / 1000;
  const days = [-2, 3, 1, -1];
  const { configs, cloud_servers } = service.control.account();
  for (const server of cloud_servers) server.expires_at = Math.floor(now) + 100 * 86_400;
  for (const [n, config] of configs.entries()) {
    config.expires_at = Math.floor(now + (days[n] ?? 100) * 86_400);
    config.auto_renewal = false;
  }
  const running = await run(newMachine());
  await running.signIn(service);
  const ids = configs.map(({ id }) => `config:${String(id)}`);
  const shown = () =>
    running.app
      .tray()
      .expiring.map(({ key }) => ids.indexOf(key))
      .filter((n) => n in days);
  await expect.poll(shown).toEqual([2, 1, 3, 0]);
});

it('the tray names a subconfig by its configuration and its protocol', async () => {
  const service = await serve();
  const owner = service.control.account().configs.find(({ subconfig }) => subconfig === null);
  if (!owner) throw new Error('no configuration');
  owner.title = 'Phone';
  owner.subconfig = { id: 900, protocol: 'socks5', secret: 'secret', tls_domain: null };
  const running = await run(newMachine());
  await running.signIn(service);
  const key = `config:${String(owner.id)}`;
  await expect
    .poll(async () => (await running.ask('connections.get', { key })).subconfig)
    .toBe(`sub:${key}`);
  await running.ask('connections.setFavourites', { keys: [`sub:${key}`], favourite: true });
  expect(running.app.tray().favourites.map(({ title }) => title)).toEqual(['Phone · SOCKS5']);
});

it('of many quick copy names first what is online, then what lasts longest, then what is newest, and last what cannot be used, and the tray the first of each place', async () => {
  const service = await serve({ limits: 'off' });
  const account = service.control.account();
  const [first] = account.configs;
  if (!first) throw new Error('no configuration');
  const now = Math.floor(Date.now() / 1000);
  const config = (id: number, days: number, server: number, created = now - 9) => ({
    ...first,
    id,
    title: `Number ${String(id)}`,
    protocol: 'outline',
    subconfig: null,
    auto_renewal: false,
    location_id: Math.floor(server / 100),
    server_id: server,
    expires_at: now + days * 86_400,
    created_at: created,
  });
  // By number, as titles are ordered: expired, down, of unknown state, and ever better ones.
  account.configs = [
    config(10, -1, 101),
    config(11, 90, 402),
    config(12, 90, 1002),
    ...Array.from({ length: 10 }, (_, n) => config(20 + n, 3 + n, 101)),
    config(30, 90, 101),
    config(31, 90, 101, now),
  ];
  Object.assign(account, { cloud_servers: [], paid_options: [] });
  const running = await run(newMachine());
  await running.signIn(service);
  const ids = (rows: readonly { key: string }[] = []) =>
    rows.map(({ key }) => Number(key.replace('config:', '')));
  const best = [31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20];
  const offered = async () => (await running.ask('quick.find', { search: '' })).rows;
  await expect.poll(async () => ids(await offered())).toEqual([...best, 12, 10, 11]);
  const { others = [] } = running.app.tray();
  expect(ids(others)).toEqual([31, 12]);
  expect(others[0]?.apart).toMatch(/^Outline, ./);
});
