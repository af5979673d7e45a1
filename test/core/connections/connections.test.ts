import { describe, expect, it } from 'vitest';
import { accountBounds } from '#core/api/account-bounds.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { fromSubconfig } from '#core/connections/connection-sources.ts';
import type { RecordChange, Vault } from '#core/kernel/ports.ts';
import type { ConnectionState, OnlineState } from '#contract/rules/connection-state.ts';
import { rowsFrom } from '#contract/connections/rows-text.ts';
import { connection, many, open } from './on-a-vault.ts';

function counting(vault: Vault): Vault & { readonly written: RecordChange[] } {
  const written: RecordChange[] = [];
  return {
    ...vault,
    written,
    write(changes) {
      written.push(...changes);
      vault.write(changes);
    },
  };
}

describe('a list that was read again', () => {
  it('writes and publishes only what changed', async () => {
    const vault = counting(createMemoryVault());
    const { connections, published } = open(vault);
    await connections.accept('config', many);
    expect(await published()).toHaveLength(350);
    vault.written.length = 0;
    await connections.accept('config', many);
    // When it was read.
    expect(vault.written).toHaveLength(1);
    expect(await published()).toEqual([]);
    vault.written.length = 0;
    await connections.accept('config', [connection(1, 'Other'), ...many.slice(1)]);
    // That, and the records of the scope.
    expect(vault.written).toHaveLength(2);
    expect(await published()).toEqual(['config:1']);
  });

  it('announces a change of a secret alone, and writes no other secret', async () => {
    const vault = counting(createMemoryVault());
    const { connections, published } = open(vault);
    await connections.accept('config', many);
    await published();
    vault.written.length = 0;
    await connections.accept('config', [connection(1, 'Title 1', 'other'), ...many.slice(1)]);
    expect(vault.written.filter(({ purpose }) => purpose === 'secrets')).toHaveLength(1);
    expect(await published()).toEqual(['config:1']);
    expect(connections.secret('config:1', 'url')).toContain('other');
  });

  it('drops what the service no longer has, but can still name it', async () => {
    const { connections } = open(createMemoryVault());
    await connections.accept('config', many);
    await connections.accept('config', many.slice(1));
    expect(await connections.rows()).toMatchObject({ count: 349 });
    expect(connections.detail('config:1')).toMatchObject({ title: 'Title 1', gone: true });
    expect(connections.secret('config:1', 'url')).toBe(undefined);
  });

  it('takes the last of two with one id, with its own secret', async () => {
    const { connections } = open(createMemoryVault());
    const twice = [connection(1, 'One', 'first'), connection(1, 'Other', 'second')];
    for (let read = 0; read < 3; read += 1) {
      await connections.accept('config', twice);
      expect(connections.row('config:1')).toMatchObject({ title: 'Other' });
      expect(connections.secret('config:1', 'url')).toContain('second');
    }
  });

  it('drops whole scopes that the account no longer has, and subconfigs with their owners', async () => {
    const { connections } = open(createMemoryVault());
    await connections.accept('config', many.slice(0, 2));
    const sub = connection(1);
    const record = { ...sub.record, key: 'sub:config:1', source: 'subconfig' } as const;
    await connections.accept('sub:config:1', [{ ...sub, record }]);
    connections.keepScopes(new Set(['config']));
    expect(connections.detail('config:1')).toMatchObject({ subconfig: 'sub:config:1' });
    connections.keepScopes(new Set(['paid']));
    expect(await connections.rows()).toMatchObject({ count: 0 });
  });
});

describe('more connections than an account has', () => {
  const { connections, connectionSize } = accountBounds;

  it.each([
    ['too many', Array.from({ length: connections }, (_, id) => connection(2 + id))],
    ['with too long secrets', [connection(2, 'b', 's'.repeat(connectionSize))]],
  ])('are not taken over, and what was there stays: %s', async (_, found) => {
    const list = open(createMemoryVault());
    expect(await list.connections.accept('config', [connection(1)])).toBe(true);
    expect(await list.connections.accept('cloud:1', found)).toBe(false);
    expect(list.connections.records().map(({ key }) => key)).toEqual(['config:1']);
  });
});

describe('a subconfig', () => {
  const subconfig = async () => {
    const { connections, published } = open(createMemoryVault());
    await connections.accept('config', many.slice(0, 2));
    const owner = connections.record('config:1');
    if (!owner) throw new Error('no configuration');
    const answer = { id: 1, protocol: 'socks5', connection_url: 'u:p@nl.example.com:1' } as const;
    await connections.accept('sub:config:1', [fromSubconfig(owner, answer)]);
    await published();
    return { connections, published };
  };

  it('is named, placed and expires as its configuration when that is read again', async () => {
    const { connections, published } = await subconfig();
    const changes = { place: 'Sweden', country: 'SE', expiresAt: 2_100_000_000 };
    await connections.accept('config', [connection(1, 'New', 's', changes), connection(2)]);
    const inherited = { title: 'New', place: 'Sweden', country: 'SE', expiresAt: 2_100_000_000 };
    expect(connections.row('sub:config:1')).toMatchObject(inherited);
    expect(await published()).toEqual(['config:1', 'sub:config:1']);
  });

  it('takes the new title of its configuration at once', async () => {
    const { connections, published } = await subconfig();
    connections.retitle('config:1', 'Renamed');
    expect(connections.row('sub:config:1')).toMatchObject({ title: 'Renamed' });
    expect(await published()).toEqual(['config:1', 'sub:config:1']);
  });
});

describe('a connection that is opened', () => {
  it('says whether it has a subconfig only once that is known', async () => {
    const { connections } = open(createMemoryVault());
    await connections.accept('config', many.slice(0, 1));
    expect(connections.detail('config:1')).not.toHaveProperty('subconfig');
    await connections.accept('sub:config:1', []);
    expect(connections.detail('config:1')).toMatchObject({ subconfig: null });
  });

  it('shows nothing of its secrets', async () => {
    const { connections } = open(createMemoryVault());
    await connections.accept('config', [connection(1, 'A', 'topsecret')]);
    const detail = connections.detail('config:1');
    expect(JSON.stringify(detail)).not.toContain('topsecret');
  });

  it('takes a new title and what it was renewed to at once and keeps both', async () => {
    const vault = createMemoryVault();
    const { connections } = open(vault);
    await connections.accept('config', many);
    connections.retitle('config:3', null);
    connections.extend({ kind: 'config', id: 3 }, 2_100_000_000);
    const changed = { title: '', expiresAt: 2_100_000_000 };
    expect(open(vault).connections.detail('config:3')).toMatchObject(changed);
    expect(connections.row('config:2')).toMatchObject({ expiresAt: 2_000_000_000 });
  });
});

describe('results of checks', () => {
  const check = { outcome: 'answers', ms: 1, depth: 'port' } as const;

  it('are forgotten in the write that changes a secret or removes a connection', async () => {
    const vault = createMemoryVault();
    const { connections, checks, published } = open(vault);
    await connections.accept('config', many);
    for (const { record } of many.slice(0, 3)) checks.put(record, check, 5);
    checks.save();
    connections.checksChanged(['config:1', 'config:2', 'config:3']);
    expect(connections.row('config:2')?.check).toEqual({ result: check, at: 5 });
    await published();
    const changed = [connection(2, 'Title 2', 'other'), connection(3, 'Renamed'), ...many.slice(3)];
    let writes = 0;
    const again = open({
      ...vault,
      write(changes) {
        writes += 1;
        vault.write(changes);
      },
    });
    await again.connections.accept('config', changed);
    expect(writes).toBe(1);
    const stored = open(vault).checks;
    expect([1, 2, 3].map((id) => stored.of(`config:${String(id)}`)?.at)).toEqual([
      undefined,
      undefined,
      5,
    ]);
    expect(again.connections.row('config:2')).not.toHaveProperty('check');
    expect(again.connections.row('config:3')).toMatchObject({ title: 'Renamed', check: { at: 5 } });
  });
});

describe('what is published', () => {
  it('is collected for a moment, numbered, and contained in a later answer', async () => {
    const { connections, clock, events } = open(createMemoryVault());
    await connections.accept('config', many.slice(0, 1));
    await connections.accept('config', many.slice(0, 2));
    await clock.advance(99);
    expect(events).toEqual([]);
    await clock.advance(1);
    connections.remember([{ key: 'config:2', form: 'url' }], 'copied');
    await connections.accept('config', many.slice(1, 2));
    const { list, revision, rows } = await connections.rows();
    expect(
      events.map(({ put, removed, recents, ...numbers }) => ({
        ...numbers,
        put: rowsFrom(put).map(({ key }) => key),
        removed,
        recents,
      })),
    ).toMatchObject([
      {
        list,
        revision: 1,
        put: ['config:1', 'config:2'],
        removed: [],
      },
      {
        list,
        revision: 2,
        put: ['config:2'],
        removed: ['config:1'],
        recents: ['config:2'],
      },
    ]);
    expect(revision).toBe(2);
    expect(rowsFrom(rows)).toMatchObject([{ key: 'config:2' }]);
    await clock.advance(1000);
    expect(events).toHaveLength(2);
  });

  it('has another number for each account that was opened', async () => {
    const vault = createMemoryVault();
    const [one, other] = [
      await open(vault).connections.rows(),
      await open(vault).connections.rows(),
    ];
    expect(one.list).not.toBe(other.list);
  });

  it('is nothing once the account is closed', async () => {
    const { connections, clock, events } = open(createMemoryVault());
    await connections.accept('config', many);
    connections.stop();
    await clock.advance(1000);
    expect(events).toEqual([]);
  });
});

describe('the state of a row', () => {
  const other = connection(3, 'Other', 's', { server: 'server:2' });
  const fixture = async (listed = [connection(1), connection(2), other]) => {
    let [state, online, since]: [ConnectionState, OnlineState, number] = ['usable', 'online', 1];
    const opened = open(createMemoryVault(), () => ({ state, online, since }));
    const { connections, events, published } = opened;
    await connections.accept('config', listed);
    await published();
    const change = async (
      now: [ConnectionState, OnlineState, number],
      servers?: readonly string[],
    ) => {
      [state, online, since] = now;
      connections.statesChanged(servers);
      return published();
    };
    return { connections, change, events, published };
  };

  it('is published for the connections of the servers that changed', async () => {
    const { connections, change } = await fixture();
    expect(await change(['down', 'offline', 2], ['server:1'])).toEqual(['config:1', 'config:2']);
    expect(connections.row('config:3')?.state.state).toBe('usable');
    expect(await change(['down', 'offline', 2])).toEqual(['config:3']);
  });

  it('is published at once of all, however many they are', async () => {
    const count = 2 * accountBounds.slice.connections;
    const { connections, change, events, published } = await fixture(
      Array.from({ length: count }, (_, n) => connection(n)),
    );
    const changed = change(['unknown', 'online', 2]);
    // What is published at once waits for them too.
    connections.setFavourites([], true);
    expect(events).toEqual([]);
    let told = await changed;
    while (told.length === 0) told = await published();
    expect(told).toHaveLength(count);
  });
});

describe('statistics of a server', () => {
  it('are requested through a connection that has not expired', async () => {
    const { connections, clock } = open(createMemoryVault());
    await clock.advance(10_000);
    const nowS = clock.now() / 1000;
    await connections.accept('config', [
      connection(1, 'Old', 's', { server: 'server:7', expiresAt: nowS - 1 }),
      connection(2, 'New', 's', { server: 'server:7', expiresAt: nowS + 1 }),
    ]);
    expect(connections.statsRequests('server:7')).toEqual([
      { id: 'configs.serverStats', input: { path: { config_id: 2 } } },
    ]);
    expect(connections.statsRequests('server:8')).toEqual([]);
    expect(connections.servers()).toEqual(['server:7']);
  });
});
