import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { VaultError, type Random, type Vault } from '#core/kernel/ports.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { deriveKey, hideName, seal, unseal } from '#core/kernel/vault/seal.ts';
import { SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { placesIn } from '#test/core/fakes.ts';

const random: Random = { bytes: (length) => randomBytes(length), unit: () => 0.5 };
const key = Buffer.alloc(32, 1);

function open(vault: Vault, more: { account?: string; key?: Uint8Array } = {}) {
  const damaged: string[] = [];
  const reasons: string[] = [];
  const sealed = new SealedVault({
    vault,
    account: '12',
    key,
    random,
    onUnreadable: (purpose, reason) => {
      damaged.push(purpose);
      reasons.push(`${purpose} ${reason}`);
    },
    ...more,
  });
  return Object.assign(sealed, { damaged, reasons });
}

/** Seals a text in the place of a record, as if it were its JSON. */
function writeText(store: Vault, purpose: string, name: string, text: string): void {
  const place = { account: '12', purpose, name: hideName(deriveKey(key, 'name', purpose), name) };
  const length = Buffer.from([0, Buffer.byteLength(name)]);
  const plain = Buffer.concat([length, Buffer.from(name), Buffer.from(text)]);
  store.write([
    { ...place, sealed: seal(deriveKey(key, 'seal', purpose), place, plain, randomBytes(12)) },
  ]);
}

describe('the sealed vault', () => {
  it('returns JSON as it was written, falsy values too', () => {
    const vault = open(createMemoryVault());
    for (const value of [{ a: [1, 'два', null] }, 0, '', false, null, [], 'text', 1e21]) {
      vault.write([{ purpose: 'read-cache', name: 'x', value }]);
      expect(vault.read('read-cache', 'x', z.unknown())).toEqual(value);
    }
    expect(vault.damaged).toEqual([]);
  });

  it('reads what is not there as nothing, and reports no damage', () => {
    const vault = open(createMemoryVault());
    expect(vault.read('read-cache', 'x', z.unknown())).toBeUndefined();
    expect(vault.damaged).toEqual([]);
  });

  it('removes a record whose value is undefined, among others that are written', () => {
    const vault = open(createMemoryVault());
    vault.write([{ purpose: 'read-cache', name: 'a', value: 1 }]);
    vault.write([
      { purpose: 'read-cache', name: 'a', value: undefined },
      { purpose: 'read-cache', name: 'b', value: 2 },
    ]);
    expect([
      vault.read('read-cache', 'a', z.unknown()),
      vault.read('read-cache', 'b', z.unknown()),
    ]).toEqual([undefined, 2]);
  });

  it('hands a write to the store as one', () => {
    const writes: number[] = [];
    const store = createMemoryVault();
    const vault = open({ ...store, write: (changes) => writes.push(changes.length) });
    vault.write([
      { purpose: 'read-cache', name: 'a', value: 1 },
      { purpose: 'inbox', name: 'b', value: 2 },
    ]);
    expect(writes).toEqual([2]);
  });

  it('never seals the same record the same way twice', () => {
    const store = createMemoryVault();
    const vault = open(store);
    const versions = [1, 2, 3].map(() => {
      vault.write([{ purpose: 'read-cache', name: 'a', value: 'same' }]);
      return Buffer.from(store.readAll('12', 'read-cache')[0]?.sealed ?? []).toString('hex');
    });
    expect(new Set(versions).size).toBe(3);
  });

  it('shows the store neither names nor values', () => {
    const store = createMemoryVault();
    const seen: string[] = [];
    const vault = open({
      ...store,
      write(changes) {
        for (const change of changes) {
          seen.push(change.name, Buffer.from(change.sealed ?? []).toString('latin1'));
        }
      },
    });
    vault.write([{ purpose: 'secrets', name: 'config:12', value: { url: 'vless://canary' } }]);
    expect(seen.join(' ')).not.toMatch(/config|12|vless|canary/);
  });

  it('seals a record with its name, bound to the hidden name that it has on the disk', () => {
    const store = createMemoryVault();
    open(store).write([{ purpose: 'read-cache', name: 'é', value: 1 }]);
    const [{ name, sealed } = { name: '', sealed: Buffer.of() }] = store.readAll(
      '12',
      'read-cache',
    );
    expect(name).toBe(hideName(deriveKey(key, 'name', 'read-cache'), 'é'));
    const place = { account: '12', purpose: 'read-cache', name };
    const plain = unseal(deriveKey(key, 'seal', 'read-cache'), place, sealed);
    expect(Buffer.from(plain ?? []).toString()).toBe('\0\u0002é1');
  });

  it('refuses a key of another length, and a value that JSON cannot hold', () => {
    expect(() => open(createMemoryVault(), { key: Buffer.alloc(31) })).toThrow(RangeError);
    const vault = open(createMemoryVault());
    const value = () => undefined;
    expect(() => vault.write([{ purpose: 'read-cache', name: 'a', value }])).toThrow(TypeError);
  });

  it('goes on working after the caller wiped its copy of the key', () => {
    const store = createMemoryVault();
    const own = Buffer.from(key);
    const vault = open(store, { key: own });
    own.fill(0);
    vault.write([{ purpose: 'read-cache', name: 'a', value: 1 }]);
    expect(open(store).read('read-cache', 'a', z.unknown())).toBe(1);
  });
});

describe('all records of one purpose', () => {
  it('are listed with their names; one that does not parse with its bytes', () => {
    const vault = open(createMemoryVault());
    vault.write([
      { purpose: 'inbox', name: 'a', value: 1 },
      { purpose: 'inbox', name: 'text', value: 'two' },
      { purpose: 'read-cache', name: 'b', value: 3 },
    ]);
    const all = vault.readAll('inbox', z.number()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(all).toEqual([
      { name: 'a', readable: true, value: 1 },
      { name: 'text', readable: false, bytes: Buffer.from('"two"') },
    ]);
  });

  it('are listed beside a damaged one, which is removed by its hidden name', () => {
    const store = createMemoryVault();
    const vault = open(store);
    vault.write([{ purpose: 'inbox', name: 'a', value: 1 }]);
    vault.write([{ purpose: 'inbox', name: 'b', value: 2 }]);
    const name = hideName(deriveKey(key, 'name', 'inbox'), 'b');
    store.write([{ account: '12', purpose: 'inbox', name, sealed: new Uint8Array() }]);
    const damaged = { name, readable: false, bytes: new Uint8Array() };
    expect(vault.readAll('inbox', z.number())).toContainEqual(damaged);
    expect(vault.readAll('inbox', z.number())).toHaveLength(2);
    vault.removeDamaged('inbox', name);
    expect(vault.readAll('inbox', z.number())).toEqual([{ name: 'a', readable: true, value: 1 }]);
  });
});

describe('damage', () => {
  it('is reported with its reason: an invalid seal, or unexpected content', () => {
    const store = createMemoryVault();
    const vault = open(store);
    vault.write([{ purpose: 'read-cache', name: 'a', value: 1 }]);
    expect(vault.read('read-cache', 'a', z.string())).toBeUndefined();
    const [record] = store.readAll('12', 'read-cache');
    const sealed = Buffer.alloc(60, 1);
    store.write([{ account: '12', purpose: 'read-cache', name: record?.name ?? '', sealed }]);
    expect(vault.read('read-cache', 'a', z.number())).toBeUndefined();
    expect(vault.reasons).toEqual(['read-cache invalid', 'read-cache damaged']);
  });

  it('needs no listener', () => {
    const store = createMemoryVault();
    const vault = new SealedVault({ vault: store, account: '12', key, random });
    vault.write([{ purpose: 'read-cache', name: 'a', value: 1 }]);
    const [record] = store.readAll('12', 'read-cache');
    expect(vault.read('read-cache', 'a', z.string())).toBeUndefined();
    store.write([
      { account: '12', purpose: 'read-cache', name: record?.name ?? '', sealed: Buffer.alloc(60) },
    ]);
    expect(vault.read('read-cache', 'a', z.number())).toBeUndefined();
  });

  it('is reported for content that is not JSON, or does not match its schema', () => {
    const store = createMemoryVault();
    const vault = open(store);
    writeText(store, 'inbox', 'text', '{');
    vault.write([
      { purpose: 'read-cache', name: 'old', value: { at: 'yesterday' } },
      { purpose: 'read-cache', name: 'new', value: { at: 5 } },
    ]);
    const schema = z.object({ at: z.number() });
    expect(vault.read('inbox', 'text', z.unknown())).toBeUndefined();
    expect(vault.read('read-cache', 'old', schema)).toBeUndefined();
    expect(vault.read('read-cache', 'new', schema)).toEqual({ at: 5 });
    expect(vault.reasons).toEqual(['inbox invalid', 'read-cache invalid']);
  });

  it('leaves the bytes of a record that cannot be fetched again, and says why', () => {
    const store = createMemoryVault();
    const vault = open(store);
    const schema = z.object({ at: z.number() });
    vault.write([
      { purpose: 'purchases', name: 'new', value: { at: 5 } },
      { purpose: 'purchases', name: 'old', value: { at: 'yesterday' } },
    ]);
    expect(vault.readOrBytes('purchases', 'new', schema)).toEqual({
      readable: true,
      value: { at: 5 },
    });
    const old = vault.readOrBytes('purchases', 'old', schema);
    expect(old?.readable === false && Buffer.from(old.bytes).toString()).toBe('{"at":"yesterday"}');
    expect(vault.readOrBytes('purchases', 'none', schema)).toBeUndefined();
    expect(vault.reasons).toEqual(['purchases invalid']);
  });

  it('distinguishes a damaged record that cannot be fetched again from one that is absent', () => {
    const store = createMemoryVault();
    const vault = open(store);
    vault.write([{ purpose: 'purchases', name: 'index', value: 1 }]);
    for (const place of placesIn(store, '12')) {
      store.write([{ ...place, sealed: Uint8Array.from({ length: 40 }) }]);
    }
    expect(vault.readOrBytes('purchases', 'index', z.number())).toEqual({
      readable: false,
      bytes: new Uint8Array(),
    });
    expect(vault.reasons).toEqual(['purchases damaged']);
  });

  it('that the store itself finds is reported in the same way; its other faults are thrown', () => {
    const fault = (reason: VaultError['reason']) => ({
      ...createMemoryVault(),
      read: () => {
        throw new VaultError(reason);
      },
    });
    const vault = open(fault('damaged'));
    expect(vault.read('read-cache', 'a', z.unknown())).toBeUndefined();
    expect(vault.damaged).toEqual(['read-cache']);
    expect(() => open(fault('denied')).read('read-cache', 'a', z.unknown())).toThrow(VaultError);
  });

  it('can be written over', () => {
    const store = createMemoryVault();
    const vault = open(store);
    writeText(store, 'read-cache', 'a', '{');
    vault.write([{ purpose: 'read-cache', name: 'a', value: 1 }]);
    expect(vault.read('read-cache', 'a', z.unknown())).toBe(1);
    expect(vault.damaged).toEqual([]);
  });
});
