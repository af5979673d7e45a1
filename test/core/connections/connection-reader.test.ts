import { expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import { accountBounds } from '#core/api/account-bounds.ts';
import { ConnectionReader } from '#core/connections/connection-reader.ts';

it.each([
  { of: 'no more cloud servers than an account has', room: 1, asked: accountBounds.servers },
  { of: 'no more once lists are too large', room: 0, asked: accountBounds.serversAtOnce },
])('a refresh asks about $of, and is not whole', async ({ room, asked }) => {
  const servers = Array.from({ length: 5000 }, (_, id) => ({
    id,
    location_id: 1,
    is_online: null,
  }));
  const requests: string[] = [];
  let made = 0;
  const connection = {
    id: 1,
    title: '',
    created_at: 0,
    connection_url: '',
    get protocol() {
      made += 1;
      return '';
    },
  };
  const reader = new ConnectionReader({
    client: {} as never,
    readCache: {
      cached: () => undefined,
      fetch(id: string) {
        requests.push(id);
        return Promise.resolve(ok(id === 'cloudServers.list' ? servers : [connection]));
      },
    } as never,
    connections: {
      load: () => Promise.resolve(),
      room: () => room,
      accept: () => Promise.resolve(true),
    } as never,
    language: () => 'en',
  });
  const read = await reader.refreshLists(['cloudServers.configs'], undefined, 'user');
  expect(requests).toHaveLength(1 + 2 * asked);
  expect(read.ok).toBe(false);
  expect(made).toBe(room * 2 * asked);
});
