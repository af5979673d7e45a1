import { ConnectionQuery } from '#contract/ipc/connections.ts';
import { createConnections } from '#core/connections/create-connections.ts';
import { makeConnection, type Connection } from '#core/connections/connection.ts';
import type { Vault } from '#core/ports.ts';
import { manualClock, sealedOver } from '#test/core/fakes.ts';

export function connection(
  id: number,
  title: string | null = `Title ${String(id)}`,
  secret = 's',
  more: Partial<Parameters<typeof makeConnection>[0]> = {},
): Connection {
  return makeConnection({
    key: `config:${String(id)}`,
    scope: 'config',
    source: 'config',
    title,
    protocol: 'amnezia-wg-2',
    country: 'nl',
    place: 'Netherlands',
    online: true,
    expiresAt: 2_000_000_000,
    autoRenewal: false,
    autoRenewalDays: null,
    createdAt: 1,
    titleRule: { max: 64, nullable: true },
    server: 'server:1',
    secrets: {
      connection_url: `awg://${secret}@nl.example.com:${String(1000 + (id % 60000))}#n`,
      awg_config: `[Interface]\nPrivateKey = ${secret}\n`,
    },
    ...more,
  });
}

export function open(vault: Vault) {
  const clock = manualClock();
  const published: (readonly string[] | null)[] = [];
  const connections = createConnections({
    checkOf: () => undefined,
    stateOf: ({ online, listedAt }) => ({ state: 'usable', online, since: listedAt }),
    vault: sealedOver(vault),
    clock,
    language: () => 'en',
    publish: ({ keys }) => published.push(keys),
  });
  return { connections, clock, published };
}

export const page = (limit: number, more: Record<string, unknown> = {}) =>
  ConnectionQuery.parse({ offset: 0, limit, ...more });
export const many = Array.from({ length: 350 }, (_, id) => connection(id + 1));
