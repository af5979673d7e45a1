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
    const id = 'id' in bought ? bought.id : NaN;
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
