import { rowsFrom } from '#contract/connections/rows-text.ts';
import type { Events } from '#contract/ipc.ts';
import type { ListedState, StateOfConnection } from '#contract/rules/connection-state.ts';
import { CheckResults } from '#core/checks/check-results.ts';
import { makeConnection, type Connection } from '#core/connections/connection.ts';
import { Connections } from '#core/connections/connections.ts';
import type { Vault } from '#core/kernel/ports.ts';
import { manualClock, sealedOver } from '#test/core/fakes.ts';

export function connection(
  id: number,
  title = `Title ${String(id)}`,
  secret = 's',
  more: Partial<Parameters<typeof makeConnection>[0]> = {},
): Connection {
  return makeConnection({
    key: `config:${String(id)}`,
    source: 'config',
    title,
    protocol: 'amnezia-wg-2',
    country: 'nl',
    place: 'Netherlands',
    online: 'online',
    expiresAt: 2_000_000_000,
    autoRenewal: false,
    createdAt: 1,
    server: 'server:1',
    secrets: {
      connection_url: `awg://${secret}@nl.example.com:${String(1000 + (id % 60000))}#n`,
      awg_config: `[Interface]\nPrivateKey = ${secret}\n`,
    },
    ...more,
  });
}

/** The connections of an account over a vault, and what they published. */
export function open(
  vault: Vault,
  stateOf: (listed: ListedState) => StateOfConnection = ({ online, listedAt }) => ({
    state: 'usable',
    online,
    since: listedAt,
  }),
) {
  const clock = manualClock();
  const sealed = sealedOver(vault);
  const events: Events['connections.changed'][] = [];
  const checks = new CheckResults({
    vault: sealed,
    network: () => 'home',
    keepsHistory: () => true,
    clock,
  });
  const connections = new Connections({
    optionUse: () => undefined,
    settings: { get: () => ({ keyDevices: true, pasteApp: null, scanApp: null }) },
    vault: sealed,
    clock,
    language: () => 'en',
    stateOf,
    checks,
    publish: (changes) => events.push(changes),
  });
  /** The keys that were published since the last call, in order. */
  const published = async () => {
    await clock.advance(100);
    const changes = events.splice(0);
    return changes.flatMap(({ put, removed }) => [
      ...rowsFrom(put).map(({ key }) => key),
      ...removed,
    ]);
  };
  return { connections, checks, clock, events, published };
}

export const many = Array.from({ length: 350 }, (_, id) => connection(id + 1));
