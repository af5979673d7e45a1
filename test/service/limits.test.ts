import { expect, it } from 'vitest';
import { send, testServices, testStart, type Received } from './client.ts';

const { start } = testServices();

function limitOf({ headers }: Received): { limit: number; remaining: number; reset: number } {
  const number = (name: string) => Number(headers.get(`x-ratelimit-${name}`));
  return { limit: number('limit'), remaining: number('remaining'), reset: number('reset') };
}

async function statuses(times: number, request: () => Promise<Received>): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < times; index += 1) all.push((await request()).status);
  return all;
}

it('the service counts a sliding window from each request', async () => {
  const { clock, ...service } = await start({ limits: 'endpoint', windows: 'sliding' });
  const ask = () => send(service, 'configs.serverStats', { path: { config_id: 1001 } });
  expect(await statuses(2, ask)).toEqual([200, 200]);
  clock.advance(4);
  expect(await statuses(2, ask)).toEqual([200, 429]);
  clock.advance(1);
  expect(await statuses(3, ask)).toEqual([200, 200, 429]);
});

it('the service does not count a request that it refuses', async () => {
  const service = await start({ limits: 'overview' });
  const hammer = () => send(service, 'xray.createKeys', {});
  expect(await statuses(3, hammer)).toEqual([201, 429, 429]);
  const { remaining } = limitOf(await send(service, 'locations.list', {}));
  expect(remaining).toBe(58);
});

it('starts fixed windows at fixed times, so that two bursts may be adjacent', async () => {
  const { clock, ...service } = await start({ limits: 'endpoint', windows: 'fixed' });
  const ask = () => send(service, 'configs.serverStats', { path: { config_id: 1001 } });
  clock.advance(4);
  expect(await statuses(4, ask)).toEqual([200, 200, 200, 429]);
  clock.advance(1);
  expect(await statuses(4, ask)).toEqual([200, 200, 200, 429]);
});

it('the service counts all endpoints together with the overview limit', async () => {
  const service = await start({ limits: 'overview' });
  const both = async (): Promise<Received> => {
    await send(service, 'locations.list', {});
    return send(service, 'profile.get', {});
  };
  expect(await statuses(30, both)).toEqual(Array(30).fill(200));
  expect((await send(service, 'cloudServers.list', {})).status).toBe(429);
  service.clock.advance(60);
  expect((await send(service, 'cloudServers.list', {})).status).toBe(200);
});

it('describes the tightest window in three headers on every answer', async () => {
  const service = await start({ limits: 'overview' });
  const now = Math.ceil(testStart / 1000);
  expect(limitOf(await send(service, 'profile.get', {}))).toEqual({
    limit: 60,
    remaining: 59,
    reset: now + 60,
  });
  const stats = await send(service, 'configs.serverStats', { path: { config_id: 1001 } });
  expect(limitOf(stats)).toEqual({ limit: 3, remaining: 2, reset: now + 5 });
});

it('shares a limit between the keys of one user, and not with another user', async () => {
  const service = await start({ limits: 'endpoint' });
  const created = await send(service, 'apiKeys.create', { body: { name: 'second' } });
  const { key } = (created.body as { data: { key: string } }).data;
  expect((await send(service, 'xray.createKeys', {})).status).toBe(201);
  expect((await send({ url: service.url, key }, 'xray.createKeys', {})).status).toBe(429);
  const somebody = service.control.addAccount();
  const theirs = { url: service.url, key: somebody.key };
  expect((await send(theirs, 'xray.createKeys', {})).status).toBe(201);
});

it('limits requests without a user by their address', async () => {
  const service = await start({ limits: 'overview' });
  const nobody = { url: service.url, key: 'none' };
  const all = await statuses(61, () => send(nobody, 'profile.get', {}));
  expect(all).toEqual([...Array<number>(60).fill(401), 429]);
  expect((await send(service, 'profile.get', {})).status).toBe(200);
});
