import { describe, expect, it } from 'vitest';
import { ConnectionQuery } from '../../../src-contract/bridge/connections.ts';
import { createConnections } from '../../../src-main/core/connections/connections.ts';
import { makeConnection, type Connection } from '../../../src-main/core/connections/connection.ts';
import { createMemoryVault } from '../../../src-main/core/vault/memory-vault.ts';
import type { RecordChange, Vault } from '../../../src-main/core/ports.ts';
import { manualClock, sealedOver } from '../fakes.ts';

function connection(
  id: number,
  title: string | null = `Title ${String(id)}`,
  secret = 's',
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
  });
}

function open(vault: Vault) {
  const clock = manualClock();
  const published: (readonly string[] | null)[] = [];
  const connections = createConnections({
    vault: sealedOver(vault),
    clock,
    language: () => 'en',
    publish: (_, keys) => published.push(keys),
  });
  return { connections, clock, published };
}

/** Counts what is written to a vault. */
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

const page = (limit: number, more: Record<string, unknown> = {}) =>
  ConnectionQuery.parse({ offset: 0, limit, ...more });
const many = Array.from({ length: 350 }, (_, id) => connection(id + 1));

describe('connections over a restart', () => {
  it('are all there, with their secrets byte for byte', () => {
    const vault = createMemoryVault();
    open(vault).connections.accept('config', many);
    const { connections } = open(vault);
    expect(connections.query(page(200))).toMatchObject({ total: 350, all: 350 });
    expect(connections.secret('config:350', 'url')).toBe(many[349]?.secrets.connection_url);
    expect(connections.secret('config:350', 'awg')).toBe(many[349]?.secrets.awg_config);
    expect(connections.secret('config:350', 'xray')).toBe(undefined);
  });

  it('are line for line what they were', () => {
    const vault = createMemoryVault();
    const { connections } = open(vault);
    connections.accept('config', many);
    expect(open(vault).connections.all()).toEqual(connections.all());
    expect(open(vault).connections.entry('config:9')).toEqual(connections.entry('config:9'));
  });

  it('show the first screen from its own record, the same as from all of them', () => {
    const vault = createMemoryVault();
    open(vault).connections.accept('config', many);
    let reads = 0;
    const watched: Vault = {
      ...vault,
      read(key) {
        reads += 1;
        return vault.read(key);
      },
    };
    const quick = open(watched).connections.query(page(50));
    expect(reads).toBeLessThan(5);
    const whole = open(vault).connections;
    whole.facets();
    expect(quick.rows).toEqual(whole.query(page(50)).rows);
    expect(quick.total).toBe(350);
  });

  it('keep favourites first and remember what was copied last', () => {
    const vault = createMemoryVault();
    const { connections } = open(vault);
    connections.accept('config', many);
    connections.setFavourite('config:200', true);
    connections.remember('config:7');
    connections.remember('config:9');
    connections.remember('config:7');
    const again = open(vault).connections;
    expect(again.query(page(1)).rows[0]).toMatchObject({ key: 'config:200', favourite: true });
    expect(again.recents()).toEqual(['config:7', 'config:9']);
  });

  it('lose no more than the few that lie in the record that was damaged', () => {
    const vault = createMemoryVault();
    open(vault).connections.accept('config', many);
    const [group] = vault.readAll('a', 'secrets');
    vault.write([
      { account: 'a', purpose: 'secrets', name: group?.name ?? '', sealed: new Uint8Array(40) },
    ]);
    const { connections } = open(vault);
    const lost = many.filter(({ entry }) => connections.secret(entry.key, 'url') === undefined);
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.length).toBeLessThan(90);
    expect(connections.query(page(1)).all).toBe(350);
    connections.accept('config', many);
    expect(many.map(({ entry }) => connections.secret(entry.key, 'url'))).toEqual(
      many.map(({ secrets }) => secrets.connection_url),
    );
  });

  it('open one small record for one secret, and each record once for many', () => {
    const vault = createMemoryVault();
    open(vault).connections.accept('config', many);
    const opened: string[] = [];
    const watched: Vault = {
      ...vault,
      read(key) {
        opened.push(key.purpose);
        return vault.read(key);
      },
      readAll(account, purpose) {
        const all = vault.readAll(account, purpose);
        opened.push(...all.map(() => purpose));
        return all;
      },
    };
    const { connections } = open(watched);
    connections.all();
    opened.length = 0;
    expect(connections.secret('config:9', 'url')).toContain('awg://');
    expect(opened).toEqual(['secrets']);
    opened.length = 0;
    const wanted = many.map(({ entry: { key } }) => ({ key, form: 'url' as const }));
    expect(connections.secrets([...wanted, { key: 'config:none', form: 'url' }])).toEqual([
      ...many.map(({ secrets }) => secrets.connection_url),
      undefined,
    ]);
    expect(opened.length).toBe(vault.readAll('a', 'secrets').length);
    expect(opened.length).toBeLessThan(20);
  });

  it('are in as many records as they need, however many come and go', () => {
    const vault = createMemoryVault();
    const { connections } = open(vault);
    const groups = () => vault.readAll('a', 'secrets').length;
    const counts = [350, 30, 300, 5, 0].map((count) => {
      connections.accept('config', many.slice(0, count));
      const again = open(vault).connections;
      expect(many.filter(({ entry }) => again.secret(entry.key, 'awg') !== undefined)).toHaveLength(
        count,
      );
      return groups();
    });
    expect(counts).toEqual([8, 1, 8, 1, 0]);
  });

  it('lose no more than the record that was damaged', () => {
    const vault = createMemoryVault();
    open(vault).connections.accept('config', many);
    const broken: Vault = {
      ...vault,
      read(key) {
        const sealed = vault.read(key);
        if (!sealed || sealed.length < 20_000) return sealed;
        return sealed.map((byte, at) => (at === 900 ? byte ^ 1 : byte));
      },
    };
    expect(() => open(broken).connections.query(page(50))).not.toThrow();
  });
});

describe('a list that was read again', () => {
  it('mends the record of a connection that could not be opened', () => {
    const vault = createMemoryVault();
    open(vault).connections.accept('config', many);
    for (const purpose of ['secrets', 'details']) {
      for (const { name } of vault.readAll('a', purpose))
        vault.write([{ account: 'a', purpose, name, sealed: new Uint8Array(40) }]);
    }
    const { connections } = open(vault);
    expect(connections.secret('config:5', 'url')).toBe(undefined);
    expect(connections.detail('config:6')).toMatchObject({ title: 'Title 6', previews: [] });
    connections.accept('config', many);
    expect(connections.secret('config:5', 'url')).toBe(many[4]?.secrets.connection_url);
    expect(connections.detail('config:6')?.previews).toHaveLength(2);
  });

  it('writes only what changed', () => {
    const vault = counting(createMemoryVault());
    const { connections, published } = open(vault);
    connections.accept('config', many);
    vault.written.length = 0;
    connections.accept('config', many);
    expect(vault.written).toHaveLength(1);
    connections.accept('config', [connection(1, 'Title 1', 'other'), ...many.slice(1)]);
    // The list again; of the one that changed its lines, the groups of what is shown and of secrets.
    expect(vault.written).toHaveLength(5);
    expect(published).toEqual([null, ['config:1']]);
    expect(connections.secret('config:1', 'url')).toContain('other');
  });

  it('drops what the service no longer has, but can still name it', () => {
    const { connections } = open(createMemoryVault());
    connections.accept('config', many);
    connections.accept('config', many.slice(1));
    expect(connections.query(page(1)).all).toBe(349);
    expect(connections.detail('config:1')).toMatchObject({ title: 'Title 1', gone: true });
    expect(connections.secret('config:1', 'url')).toBe(undefined);
  });

  it('drops whole scopes that the account no longer has, and subconfigs with their owners', () => {
    const { connections } = open(createMemoryVault());
    connections.accept('config', many.slice(0, 2));
    const sub = connection(1);
    const entry = { ...sub.entry, key: 'sub:config:1', scope: 'sub:config:1' };
    connections.accept('sub:config:1', [{ ...sub, entry }]);
    connections.keepScopes(new Set(['config']));
    expect(connections.detail('config:1')).toMatchObject({ subconfig: 'sub:config:1' });
    connections.keepScopes(new Set(['paid']));
    expect(connections.query(page(1)).all).toBe(0);
  });
});

describe('a connection that is opened', () => {
  it('says whether it has a subconfig only once that is known', () => {
    const { connections } = open(createMemoryVault());
    connections.accept('config', many.slice(0, 1));
    expect(connections.detail('config:1')).not.toHaveProperty('subconfig');
    connections.accept('sub:config:1', []);
    expect(connections.detail('config:1')).toMatchObject({ subconfig: null });
  });

  it('shows nothing of its secrets, and not how they are told apart', () => {
    const { connections } = open(createMemoryVault());
    connections.accept('config', [connection(1, 'A', 'topsecret')]);
    const detail = connections.detail('config:1');
    expect(JSON.stringify(detail)).not.toContain('topsecret');
    expect(detail).not.toHaveProperty('fingerprint');
  });

  it('takes a new title at once and keeps it', () => {
    const vault = createMemoryVault();
    const { connections } = open(vault);
    connections.accept('config', many);
    connections.retitle('config:3', null);
    expect(open(vault).connections.detail('config:3')).toMatchObject({ title: '' });
  });
});
