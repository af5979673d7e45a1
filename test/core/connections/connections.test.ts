import { describe, expect, it } from 'vitest';
import { createMemoryVault } from '#core/vault/memory-vault.ts';
import { fromSubconfig } from '#core/connections/connection-sources.ts';
import type { RecordChange, Vault } from '#core/ports.ts';
import { connection, many, open, page } from './on-a-vault.ts';

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

  it('writes only what changed', async () => {
    const vault = counting(createMemoryVault());
    const { connections, clock, published } = open(vault);
    connections.accept('config', many);
    await clock.advance(100);
    vault.written.length = 0;
    connections.accept('config', many);
    expect(vault.written).toHaveLength(1);
    connections.accept('config', [connection(1, 'Title 1', 'other'), ...many.slice(1)]);
    // The list again; of the one that changed its lines, the groups of what is shown and of secrets.
    expect(vault.written).toHaveLength(5);
    await clock.advance(100);
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

describe('a subconfig', () => {
  const subconfig = async () => {
    const { connections, clock, published } = open(createMemoryVault());
    connections.accept('config', many.slice(0, 2));
    const owner = connections.entry('config:1');
    if (!owner) throw new Error('no configuration');
    const answer = { id: 1, protocol: 'socks5', connection_url: 'u:p@nl.example.com:1' } as const;
    connections.accept('sub:config:1', [fromSubconfig(owner, answer)]);
    await clock.advance(100);
    published.length = 0;
    return { connections, clock, published };
  };

  it('is named, placed and expires as its configuration when that is read again', async () => {
    const { connections, clock, published } = await subconfig();
    const changes = { place: 'Sweden', country: 'se', expiresAt: 2_100_000_000 };
    connections.accept('config', [connection(1, 'New', 's', changes), connection(2)]);
    const inherited = { title: 'New', place: 'Sweden', country: 'SE', expiresAt: 2_100_000_000 };
    expect(connections.row('sub:config:1')).toMatchObject(inherited);
    await clock.advance(100);
    expect(published).toEqual([['config:1', 'sub:config:1']]);
  });

  it('takes the new title of its configuration at once', async () => {
    const { connections, clock, published } = await subconfig();
    connections.retitle('config:1', 'Renamed');
    expect(connections.row('sub:config:1')).toMatchObject({ title: 'Renamed' });
    await clock.advance(100);
    expect(published).toEqual([['config:1', 'sub:config:1']]);
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

  it('shows nothing of its secrets, nor their fingerprint', () => {
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
