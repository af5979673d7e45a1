import { describe, expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { requestUrl, type EndpointInput } from '#core/api/request-encoding.ts';

const base = 'https://vpn.example.com/api/';

function address(endpoint: Endpoint, input: EndpointInput): string {
  const url = requestUrl(base, endpoint, input);
  return url.ok ? url.value : '';
}

describe('the address of a request', () => {
  it('carries path and query after the base address', () => {
    expect(address(api['configs.list'], { query: { limit: 1000, offset: 0 } })).toBe(
      'https://vpn.example.com/api/configs?limit=1000&offset=0',
    );
    const path = { server_id: 3, id: 14 };
    expect(address(api['cloudServers.setConfigTitle'], { path })).toBe(
      'https://vpn.example.com/api/cloud-servers/3/configs/14/title',
    );
  });

  it.each(['a/../../b', '...', 'x?y#z', 'ключ', '%2F', '%2e%2e'])(
    'keeps a device id in its own segment: %s',
    (device_id) => {
      const url = address(api['paidOptions.deleteDevice'], { path: { id: 5, device_id } });
      const segments = new URL(url).pathname.split('/');
      expect(segments).toHaveLength(6);
      expect(decodeURIComponent(segments[5] ?? '')).toBe(device_id);
    },
  );

  it.each(['.', '..', 'half \ud800'])(
    'refuses a device id that would lead to another endpoint, or has no encoding: %j',
    (device_id) => {
      const url = requestUrl(base, api['paidOptions.deleteDevice'], { path: { id: 5, device_id } });
      expect(url).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
    },
  );
});
