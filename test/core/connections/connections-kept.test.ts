import { describe, expect, it } from 'vitest';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import type { Vault } from '#core/kernel/ports.ts';
import { fromSubconfig } from '#core/connections/connection-sources.ts';
import { sealedOver } from '#test/core/fakes.ts';
import { connection, many, open } from './on-a-vault.ts';

function breakLongest(vault: Vault, purpose: string): void {
  const [longest] = vault
    .readAll('a', purpose)
    .toSorted((one, other) => other.sealed.length - one.sealed.length);
  if (!longest) throw new Error('no such record');
  vault.write([{ account: 'a', purpose, name: longest.name, sealed: new Uint8Array(40) }]);
}

describe('connections over a restart', () => {
  it('are all there, with their secrets byte for byte', async () => {
    const vault = createMemoryVault();
    await open(vault).connections.accept('config', many);
    const { connections } = open(vault);
    expect(await connections.rows()).toMatchObject({ count: 350 });
    expect(connections.secret('config:350', 'url')).toBe(many[349]?.secrets.connection_url);
    expect(connections.secret('config:350', 'awg')).toBe(many[349]?.secrets.awg_config);
    expect(connections.secret('config:350', 'xray')).toBe(undefined);
  });

  it('are equal to what they were, subconfigs too', async () => {
    const vault = createMemoryVault();
    const { connections } = open(vault);
    await connections.accept('config', many);
    await connections.accept('paid', []);
    const [owner] = many;
    if (!owner) throw new Error('no connection');
    const answer = {
      id: 1,
      protocol: 'mtproto',
      connection_url: 'tg://x',
      tls_domain: 'a.example',
    };
    await connections.accept('sub:config:1', [fromSubconfig(owner.record, answer)]);
    const again = open(vault).connections;
    expect(again.sorted()).toEqual(connections.sorted());
    expect(again.detail('config:9')).toEqual(connections.detail('config:9'));
    expect(again.detail('sub:config:1')).toEqual(connections.detail('sub:config:1'));
  });

  it('keep favourites first and remember what was copied last', async () => {
    const vault = createMemoryVault();
    const { connections } = open(vault);
    await connections.accept('config', many);
    connections.setFavourites(['config:200'], true);
    connections.remember([{ key: 'config:7', form: 'url' }], 'copied');
    connections.remember([{ key: 'config:9', form: 'url' }], 'copied');
    connections.remember([{ key: 'config:7', form: 'url' }], 'copied');
    const again = open(vault).connections;
    expect(again.sorted()[0]).toMatchObject({ key: 'config:200', favourite: true });
    expect(again.recents()).toEqual(['config:7', 'config:9']);
    expect(await again.rows()).toMatchObject({ recents: ['config:7', 'config:9'] });
  });

  it('open one record for one secret, and each record once for many', async () => {
    const vault = createMemoryVault();
    await open(vault).connections.accept('config', many);
    const opened: string[] = [];
    const watched: Vault = {
      ...vault,
      read(key) {
        opened.push(key.purpose);
        return vault.read(key);
      },
    };
    const { connections } = open(watched);
    connections.sorted();
    opened.length = 0;
    expect(connections.secret('config:9', 'url')).toContain('awg://');
    expect(opened).toEqual(['secrets']);
    opened.length = 0;
    const requested = many.map(({ record: { key } }) => ({ key, form: 'url' as const }));
    expect(connections.secrets([...requested, { key: 'config:none', form: 'url' }])).toEqual([
      ...many.map(({ secrets }) => secrets.connection_url),
      undefined,
    ]);
    expect(opened.length).toBeLessThanOrEqual(vault.readAll('a', 'secrets').length + 1);
  });

  it('leave no secret of what went', async () => {
    const vault = createMemoryVault();
    const { connections } = open(vault);
    await connections.accept('config', many);
    await connections.accept('config', []);
    expect(vault.readAll('a', 'secrets')).toEqual([]);
  });
});

describe('a damaged record', () => {
  it('of secrets costs those in it, until the list is read again', async () => {
    const vault = createMemoryVault();
    await open(vault).connections.accept('config', many);
    breakLongest(vault, 'secrets');
    const { connections } = open(vault);
    const isLost = ({ record }: (typeof many)[number]) =>
      connections.secret(record.key, 'url') === undefined;
    const lost = many.filter(isLost);
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.length).toBeLessThan(20);
    expect(connections.detail(lost[0]?.record.key ?? '')).toMatchObject({ previews: [] });
    expect(await connections.rows()).toMatchObject({ count: 350 });
    await connections.accept('config', many);
    expect(many.filter(isLost)).toEqual([]);
    expect(connections.detail(lost[0]?.record.key ?? '')?.previews).toHaveLength(2);
  });

  it('of a scope costs that scope, which counts as never read until it is read again', async () => {
    const vault = createMemoryVault();
    const { connections } = open(vault);
    const proxy = connection(0, 'Proxy', 's', { key: 'proxy:3:7', source: 'proxy' });
    await connections.accept('config', many);
    await connections.accept('proxy:3', [proxy]);
    breakLongest(vault, 'connections');
    const again = open(vault).connections;
    expect(again.sorted().map(({ key }) => key)).toEqual(['proxy:3:7']);
    await again.accept('config', many);
    expect(await open(vault).connections.rows()).toMatchObject({ count: 351 });
  });

  it('of a scope is written again also where the account has nothing there', async () => {
    const vault = createMemoryVault();
    await open(vault).connections.accept('config', many);
    breakLongest(vault, 'connections');
    await open(vault).connections.accept('config', []);
    await open(vault).connections.accept('config', many.slice(0, 1));
    expect(await open(vault).connections.rows()).toMatchObject({ count: 1 });
  });

  it('of subconfigs leaves it open whether a configuration has one', async () => {
    const vault = createMemoryVault();
    const { connections } = open(vault);
    await connections.accept('config', many.slice(0, 1));
    await connections.accept('sub:config:1', []);
    expect(connections.detail('config:1')).toMatchObject({ subconfig: null });
    sealedOver(vault).write([
      { purpose: 'connections', name: 'scope subconfigs', value: 'no records' },
    ]);
    expect(open(vault).connections.detail('config:1')).not.toHaveProperty('subconfig');
  });
});

describe('a list of another layout', () => {
  it('is not read', async () => {
    const vault = createMemoryVault();
    const { connections } = open(vault);
    await connections.accept('config', many);
    const list = { version: 999, scopes: { config: 1 } };
    sealedOver(vault).write([{ purpose: 'connections', name: 'list', value: list }]);
    const again = open(vault).connections;
    expect(await again.rows()).toMatchObject({ count: 0 });
    await again.accept('config', many);
    expect(await open(vault).connections.rows()).toMatchObject({ count: 350 });
  });
});
