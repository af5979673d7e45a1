import { expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import { ConnectionReader } from '#core/connections/connection-reader.ts';

it('a refresh asks about no more cloud servers than an account has, and says that there are others', async () => {
  const servers = Array.from({ length: 5000 }, (_, id) => ({
    id,
    location_id: 1,
    is_online: null,
  }));
  const requests: string[] = [];
  const reader = new ConnectionReader({
    client: {} as never,
    readCache: {
      cached: () => undefined,
      fetch(id: string) {
        requests.push(id);
        return Promise.resolve(ok(id === 'cloudServers.list' ? servers : []));
      },
    } as never,
    connections: { accept: () => undefined } as never,
    language: () => 'en',
  });
  const read = await reader.readCloudServers('user', true);
  expect(requests).toHaveLength(401);
  expect(read.ok).toBe(false);
});
