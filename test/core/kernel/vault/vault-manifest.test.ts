import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { VaultError, type Vault } from '#core/kernel/ports.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { deriveKey, hideName, unseal } from '#core/kernel/vault/seal.ts';
import { withManifest } from '#core/kernel/vault/vault-manifest.ts';
import { backupOf, placesIn, seededRandom } from '#test/core/fakes.ts';

const account = 'a';
const key = Buffer.alloc(32, 9);

function open(vault: Vault, checkpoint = 0) {
  return withManifest({ vault, account, key, random: seededRandom(checkpoint + 1), checkpoint });
}

const record = (name: string, text: string) => ({
  account,
  purpose: 'read-cache',
  name,
  sealed: Buffer.from(text.padStart(40, '.')),
});

/** Two records, one of them written twice. */
function written(): Vault {
  const vault = createMemoryVault();
  const withRecords = open(vault);
  withRecords.write([record('one', 'first'), record('two', 'first')]);
  withRecords.write([record('one', 'second')]);
  return vault;
}

describe('a vault with a manifest', () => {
  it('finds nothing wrong when it is new, and when it was only written and opened again', () => {
    expect(open(createMemoryVault()).finding).toBeUndefined();
    const vault = written();
    expect(open(vault).finding).toBeUndefined();
    expect(open(vault, 2).finding).toBeUndefined();
    expect(open(vault).serial()).toBe(2);
  });

  it('digests the place and the tag of every record in their order', () => {
    const vault = createMemoryVault();
    open(vault).write([record('two', 'second'), record('one', 'first')]);
    const place = {
      account,
      purpose: 'manifest',
      name: hideName(deriveKey(key, 'name', 'manifest'), 'manifest'),
    };
    const sealed = vault.read(place) ?? Buffer.of();
    const manifest = Buffer.from(unseal(deriveKey(key, 'seal', 'manifest'), place, sealed) ?? []);
    const tag = (text: string) => Buffer.from(text.padStart(16, '.')).toString('hex');
    const lines = `read-cache one ${tag('first')}\nread-cache two ${tag('second')}`;
    const digest = createHmac('sha256', deriveKey(key, 'name', 'listing'))
      .update(lines)
      .digest();
    expect(manifest.subarray(8)).toEqual(digest);
  });

  it('is not written where nothing changes', () => {
    const vault = written();
    const manifest = open(vault);
    manifest.write([]);
    expect([manifest.serial(), open(vault).serial()]).toEqual([2, 2]);
  });

  it('goes on counting after it was opened again', () => {
    const vault = written();
    open(vault).write([{ ...record('two', ''), sealed: null }]);
    expect(open(vault).serial()).toBe(3);
    expect(open(vault).finding).toBeUndefined();
  });

  it('takes a record that one write changes twice as the last of them', () => {
    const vault = written();
    open(vault).write([record('one', 'third'), record('one', 'fourth'), record('new', 'a')]);
    expect(open(vault).finding).toBeUndefined();
  });

  it.each<[string, (vault: Vault) => void]>([
    ['one is gone', (vault) => vault.write([{ ...record('two', ''), sealed: null }])],
    ['one was added', (vault) => vault.write([record('three', 'a')])],
    ['one is not what was written', (vault) => vault.write([record('one', 'other')])],
    ['one is an older version of it', (vault) => vault.write([record('one', 'first')])],
    [
      'one lies under another name',
      (vault) => vault.write([{ ...record('one', ''), sealed: null }, record('onf', 'second')]),
    ],
    [
      'the manifest is gone',
      (vault) => {
        for (const place of placesIn(vault, account)) {
          if (place.purpose === 'manifest') vault.write([{ ...place, sealed: null }]);
        }
      },
    ],
    [
      'a byte of the manifest was turned',
      (vault) => {
        for (const place of placesIn(vault, account)) {
          if (place.purpose !== 'manifest') continue;
          const sealed = Buffer.from(vault.read(place) ?? []);
          sealed[20] = (sealed[20] ?? 0) ^ 1;
          vault.write([{ ...place, sealed }]);
        }
      },
    ],
  ])('finds damage where of its records %s, and reports it once', (_, spoil) => {
    const vault = written();
    spoil(vault);
    const found = open(vault);
    expect(found.finding).toBe('damaged');
    found.write([record('new', 'a')]);
    expect(open(vault).finding).toBeUndefined();
  });

  it('finds an older copy of everything by the checkpoint, and reports it once', () => {
    const vault = written();
    const older = backupOf(vault, account);
    open(vault).write([record('one', 'third')]);
    expect(open(older).finding).toBeUndefined();
    const found = open(older, 3);
    expect(found.finding).toBe('rolled-back');
    found.write([record('one', 'fourth')]);
    expect(found.serial()).toBe(4);
    expect(open(older, 4).finding).toBeUndefined();
  });

  it('detects an empty file in place of an earlier one', () => {
    expect(open(createMemoryVault(), 3).finding).toBe('rolled-back');
  });

  it('is not confused by a write that failed, whether it was stored or not', () => {
    const vault = written();
    let fails = 2;
    const withRecords = open({
      ...vault,
      write(changes) {
        fails -= 1;
        if (fails === 0) vault.write(changes);
        if (fails >= 0) throw new VaultError('no-space');
        vault.write(changes);
      },
    });
    expect(() => withRecords.write([record('one', 'lost')])).toThrow(VaultError);
    expect(() => withRecords.write([record('one', 'kept')])).toThrow(VaultError);
    withRecords.write([record('two', 'last')]);
    expect(open(vault).finding).toBeUndefined();
  });

  it('opens where nothing can be read now', () => {
    const vault = written();
    const blind = open({
      ...vault,
      listing: () => {
        throw new VaultError('locked');
      },
    });
    expect(blind.finding).toBeUndefined();
  });

  it('does not report a fault of the program as a store that cannot be read', () => {
    const listing = () => {
      throw new TypeError('a fault of the program');
    };
    expect(() => open({ ...written(), listing })).toThrow(TypeError);
  });
});
