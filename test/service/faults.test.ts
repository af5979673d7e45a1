import { describe, expect, it } from 'vitest';
import { parseFault } from '#service/faults.ts';
import { send, testServices } from './client.ts';

const { start } = testServices();
const rename = (service: Awaited<ReturnType<typeof start>>) =>
  send(service, 'configs.setTitle', { path: { config_id: 1001 }, body: { title: 'renamed' } });
const titleIn = (service: Awaited<ReturnType<typeof start>>) =>
  service.control.account().configs[0]?.title;

/** One fault on every request. */
async function faulty(fault: string) {
  const service = await start();
  service.control.setFaults([`*:${fault}`]);
  return service;
}

describe('a connection that breaks', () => {
  it('closes before the request is read, with no effect', async () => {
    const service = await faulty('drop-before');
    await expect(rename(service)).rejects.toThrow('fetch failed');
    expect(titleIn(service)).not.toBe('renamed');
  });

  it('closes after the request took effect', async () => {
    const service = await faulty('drop-after');
    await expect(rename(service)).rejects.toThrow('fetch failed');
    expect(titleIn(service)).toBe('renamed');
  });

  it('closes in the middle of the body', async () => {
    const service = await faulty('cut');
    const headers = { authorization: `Bearer ${service.key}` };
    const response = await fetch(`${service.url}/locations`, { headers });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });
});

describe('a captive portal', () => {
  it('answers with a page of its own, and nothing reaches the service', async () => {
    const service = await faulty('portal');
    const { status, body } = await rename(service);
    expect([status, String(body)]).toEqual([200, expect.stringContaining('<form')]);
    expect(titleIn(service)).not.toBe('renamed');
  });
});

describe('a body that is wrong', () => {
  it('does not parse', async () => {
    expect((await rename(await faulty('bad-json'))).body).toBe(
      '{"status":true,"statusCode":200,"data":true,]',
    );
  });

  it('has another envelope', async () => {
    const { status, body } = await rename(await faulty('bad-envelope'));
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('data');
  });

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

  it('has unknown fields', async () => {
    const { body } = await send(await faulty('unknown-field'), 'profile.get', {});
    expect(body).toMatchObject({ data: { from_the_future: {} } });
  });
});

describe('an error status', () => {
  it.each([401, 429, 500] as const)('is %s with the error body and no effect', async (status) => {
    const service = await faulty(String(status));
    expect((await rename(service)).body).toMatchObject({ status: false, statusCode: status });
    expect(titleIn(service)).not.toBe('renamed');
  });

  it('is 429 with the three headers, or bare', async () => {
    const full = await rename(await faulty('429'));
    expect(full.headers.get('x-ratelimit-remaining')).toBe('0');
    const bare = await rename(await faulty('429-bare'));
    expect(bare.status).toBe(429);
    expect(bare.headers.has('x-ratelimit-remaining')).toBe(false);
  });

  it('is 500 after the request took effect', async () => {
    const service = await faulty('500-after');
    expect((await rename(service)).status).toBe(500);
    expect(titleIn(service)).toBe('renamed');
  });

  it('is 503 as a proxy sends it, not in JSON', async () => {
    const { status, body } = await rename(await faulty('503'));
    expect(status).toBe(503);
    expect(body).toContain('<html>');
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
