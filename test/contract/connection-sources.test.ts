import { describe, expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { sourceOf, type SourceFacts } from '#contract/connections/sources.ts';

const keys = ['config:1', 'cloud:2:3', 'proxy:2:4', 'paid:5:6', 'sub:config:1', 'sub:paid:5:6'];

function requestsOf({ statistics, title, remove, settings, subconfig }: SourceFacts) {
  return [
    statistics,
    title?.set('Name'),
    remove,
    settings?.change({ protocol: 'vless', location: 7, server: 8, flags: {} }),
    settings?.setXray({ xray_config: '{}' }),
    settings?.resetXray,
    settings?.setAwg?.({ jc: 4 }),
    subconfig?.read,
    subconfig?.create({ protocol: 'http' }),
    subconfig?.change('socks5'),
    subconfig?.remove,
  ].filter((request) => request !== undefined);
}

describe('the sources of connections', () => {
  it.each(keys)('make requests for %s that their endpoints accept', (key) => {
    const source = sourceOf(key);
    const requests = source ? requestsOf(source) : [];
    expect(requests).not.toEqual([]);
    for (const { endpoint, input } of requests) {
      const { input: schema }: Endpoint = api[endpoint];
      expect(schema.safeParse(input), endpoint).toMatchObject({ success: true });
    }
  });

  it('renew a connection on a cloud server, and a subconfig, with what they belong to', () => {
    expect(keys.map((key) => sourceOf(key)?.renewable)).toEqual([
      { kind: 'config', id: 1 },
      { kind: 'server', id: 2 },
      { kind: 'server', id: 2 },
      { kind: 'option', id: 5 },
      { kind: 'config', id: 1 },
      { kind: 'option', id: 5 },
    ]);
  });

  it('know nothing of any other text', () => {
    expect(sourceOf('server:1')).toBeUndefined();
  });
});
