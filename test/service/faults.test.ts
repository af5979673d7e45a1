import { describe, expect, it } from 'vitest';
import { parseFault } from '#service/faults.ts';
import { send, testServices } from './client.ts';

const { start } = testServices();
const rename = (service: Awaited<ReturnType<typeof start>>) =>
  send(service, 'configs.setTitle', { path: { config_id: 1001 }, body: { title: 'renamed' } });
const titleIn = (service: Awaited<ReturnType<typeof start>>) =>
  service.control.account().configs[0]?.title;

async function faulty(fault: string) {
  const service = await start();
  service.control.setFaults([`*:${fault}`]);
  return service;
}

describe('a captive portal', () => {
  it('answers with a page of its own, and nothing reaches the service', async () => {
    const service = await faulty('portal');
    const { status, body } = await rename(service);
    expect([status, String(body)]).toEqual([200, expect.stringContaining('<form')]);
    expect(titleIn(service)).not.toBe('renamed');
  });
});

describe('a body that is wrong', () => {
  it('has null wherever null or absence is allowed', async () => {
    const service = await faulty('nulls');
    const { body } = await send(service, 'configs.list', { query: { limit: 1 } });
    expect(body).toMatchObject({ data: [{ title: null, xray_config: null, flags: null }] });
  });

  it('lacks all optional fields, and still matches its schema', async () => {
    const service = await faulty('sparse');
    const { body } = await send(service, 'configs.list', { query: { limit: 1 } });
    const [config] = (body as { data: Record<string, unknown>[] }).data;
    expect(config).toMatchObject({ title: null, is_online: null });
    expect(config).not.toHaveProperty('xray_config');
    expect(config).toHaveProperty('connection_url');
  });

  it('has unknown enum values', async () => {
    const service = await faulty('unknown-enum');
    const { body } = await send(service, 'cloudServers.list', {});
    expect(body).toMatchObject({ data: [{ status: 'from-the-future' }, {}, {}] });
  });
});

describe('an error status', () => {
  it('is 429 with the three headers, or bare', async () => {
    const full = await rename(await faulty('429'));
    expect(full.headers.get('x-ratelimit-remaining')).toBe('0');
    const bare = await rename(await faulty('429-bare'));
    expect(bare.status).toBe(429);
    expect(bare.headers.has('x-ratelimit-remaining')).toBe(false);
  });
});

describe('where and how often', () => {
  it('accepts a route, a section or all, a probability and a maximum count', async () => {
    const service = await start({ faults: [parseFault('configs.list:500:1:2')] });
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      statuses.push((await send(service, 'configs.list', { query: {} })).status);
    }
    expect(statuses).toEqual([500, 500, 200]);
    service.control.setFaults(['configs.*:500']);
    expect((await send(service, 'configs.tariffs', {})).status).toBe(500);
    expect((await send(service, 'profile.get', {})).status).toBe(200);
  });

  it.each(['configs.list', ':500', '*:sneeze', '*:500:2', '*:delay=soon', '*:500:1:0'])(
    'refuses to read "%s"',
    (text) => {
      expect(() => parseFault(text)).toThrow(TypeError);
    },
  );
});
