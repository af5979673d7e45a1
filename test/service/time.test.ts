import { describe, expect, it } from 'vitest';
import { daySeconds } from '#service/store/store.ts';
import { dataOf, send, testServices } from './client.ts';

const { start } = testServices();
type Service = Awaited<ReturnType<typeof start>>;

async function cloudServer(service: Service, id: number) {
  const all = dataOf('cloudServers.list', await send(service, 'cloudServers.list', {}));
  const found = all.find((server) => server.id === id);
  if (found === undefined) throw new Error('no such cloud server');
  return found;
}

describe('an answer', () => {
  it('has the time of the service’s clock, advanced and cut short too', async () => {
    const service = await start();
    service.control.advance(daySeconds * 40);
    const isNow = (headers: Headers) =>
      Math.abs(Date.parse(headers.get('date') ?? '') / 1000 - service.control.now()) < 60;
    expect(isNow((await send(service, 'profile.get', {})).headers)).toBe(true);
    service.control.setFaults(['profile.get:cut']);
    const { headers, body } = await fetch(`${service.url}/profile`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(isNow(headers)).toBe(true);
    await body?.cancel();
  });
});

describe('a cloud server', () => {
  it('goes from ordered to purchased to active, and only then accepts a configuration', async () => {
    const service = await start();
    const body = { location_id: 1, hostname: 'lab' };
    const bought = dataOf(
      'cloudServers.create',
      await send(service, 'cloudServers.create', { body }),
    );
    const id = Number(bought['id']);
    expect(bought).toMatchObject({
      status: 'ordered',
      url: null,
      is_online: false,
      hostname: 'lab',
    });
    const create = () =>
      send(service, 'cloudServers.createConfig', {
        path: { server_id: id },
        body: { protocol: 'vless' },
      });
    expect((await create()).status).toBe(400);

    service.clock.advance(20);
    expect(await cloudServer(service, id)).toMatchObject({ status: 'purchased', url: null });
    service.clock.advance(40);
    const active = await cloudServer(service, id);
    expect(active).toMatchObject({ status: 'active', is_online: true });
    expect((await create()).body).toMatchObject({
      data: { connection_url: expect.stringContaining(`@${active.url ?? ''}:443`) as string },
    });
  });

  it('goes offline three seconds after a reboot and comes back within two minutes', async () => {
    const service = await start();
    const id = service.control.account().cloud_servers[0]?.id ?? 0;
    const path = { id };
    expect((await send(service, 'cloudServers.reboot', { path })).body).toMatchObject({
      data: { success: true },
    });
    expect((await cloudServer(service, id)).is_online).toBe(true);
    service.clock.advance(3);
    expect((await cloudServer(service, id)).is_online).toBe(false);
    const down = await send(service, 'cloudServers.serverStats', { path });
    expect(down.body).toMatchObject({ data: { status: 'down', uptime_days: 0 } });
    service.clock.advance(60);
    expect((await cloudServer(service, id)).is_online).toBe(false);
    service.clock.advance(57);
    expect((await cloudServer(service, id)).is_online).toBe(true);
  });
});

describe('auto-renewal', () => {
  it('renews from the balance at expiry, records the payment and notifies', async () => {
    const service = await start();
    const config = service.control
      .account()
      .configs.find(({ auto_renewal_days }) => auto_renewal_days === 90);
    service.control.setBalance({ balance: 10_000 });
    const left = (config?.expires_at ?? 0) - service.control.now();
    service.control.advance(left);
    expect(config?.expires_at).toBe(service.control.now() + 90 * daySeconds);
    expect(service.control.account().balance).toBeLessThan(10_000);
    expect(service.control.account().history[0]).toMatchObject({
      type: 'renewal',
      method: 'balance',
      days: 90,
    });
    expect(service.control.account().notifications.at(-1)?.content).toContain('Продлено');
  });

  it('does not renew while the balance is too small', async () => {
    const service = await start();
    const config = service.control.account().configs.find(({ auto_renewal }) => auto_renewal);
    service.control.setBalance({ balance: 1 });
    service.control.advance(400 * daySeconds);
    expect(config?.expires_at).toBeLessThan(service.control.now());
    expect(service.control.account().balance).toBe(1);
    service.control.setBalance({ balance: 100_000 });
    service.control.advance(1);
    expect(config?.expires_at).toBeGreaterThan(service.control.now());
  });
});

describe('statistics', () => {
  const path = { config_id: 1001 };

  it('cover two to four weeks up to today, oldest first', async () => {
    const service = await start();
    const { stats, status } = dataOf(
      'configs.serverStats',
      await send(service, 'configs.serverStats', { path }),
    );
    expect(status).toBe('up');
    expect(stats.length).toBeGreaterThanOrEqual(14);
    expect(stats.length).toBeLessThanOrEqual(30);
    expect(stats.map(({ date }) => date)).toEqual(stats.map(({ date }) => date).toSorted());
    expect(stats.at(-1)?.date).toBe('2026-05-11');
  });

  it('change for today only', async () => {
    const service = await start();
    const read = async () =>
      dataOf('configs.serverStats', await send(service, 'configs.serverStats', { path })).stats;
    const first = await read();
    service.clock.advance(3);
    const second = await read();
    expect(second.slice(0, -1)).toEqual(first.slice(0, -1));
    expect(second.at(-1)?.down).not.toBe(first.at(-1)?.down);
  });
});

describe('a paid option', () => {
  const path = { id: 1 };
  const subscription = async (service: Service) =>
    dataOf('paidOptions.subscription', await send(service, 'paidOptions.subscription', { path }));

  it('uses traffic while it is active, stops at its limit, and expires', async () => {
    const service = await start();
    const before = await subscription(service);
    service.clock.advance(3600);
    const after = await subscription(service);
    expect(after.used_traffic_bytes).toBeGreaterThan(before.used_traffic_bytes);
    expect(after.status).toBe('active');
    const body = { traffic_limit: before.used_traffic_bytes, device_limit: 0 };
    await send(service, 'paidOptions.setLimits', { path, body });
    expect(await subscription(service)).toMatchObject({ status: 'limited', device_limit: null });
    await send(service, 'paidOptions.setAutoRenewal', { path, body: { enabled: false } });
    service.clock.advance(30 * daySeconds);
    expect((await subscription(service)).status).toBe('expired');
  });
});
