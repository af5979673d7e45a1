import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMemoryVault } from '#core/vault/memory-vault.ts';
import type { Vault } from '#core/ports.ts';
import { sealedOver } from '#test/core/fakes.ts';
import { many, open, page } from './on-a-vault.ts';

/** Any fields of a stored record. */
const StoredFields = z.record(z.string(), z.unknown());

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

  it('are equal to what they were', () => {
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
    expect(reads).toBe(1);
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

  it('show the favourites of the first screen where its record does not yet say which they are', () => {
    const vault = createMemoryVault();
    const { connections } = open(vault);
    connections.accept('config', many);
    connections.setFavourite('config:200', true);
    const sealed = sealedOver(vault);
    const { favourites, ...list } = sealed.read('connections', 'list', StoredFields) ?? {};
    expect(favourites).toEqual(['config:200']);
    sealed.write([{ purpose: 'connections', name: 'list', value: list }]);
    const { rows } = open(vault).connections.query(page(2));
    expect(rows.map(({ key, favourite }) => [key, favourite])).toEqual([
      ['config:200', true],
      ['config:1', false],
    ]);
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
    const requested = many.map(({ entry: { key } }) => ({ key, form: 'url' as const }));
    expect(connections.secrets([...requested, { key: 'config:none', form: 'url' }])).toEqual([
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
