import { describe, expect, it } from 'vitest';
import { VaultError, type Vault } from '../../../src-main/core/ports.ts';
import { createMemoryVault } from '../../../src-main/core/vault/memory-vault.ts';
import { withRoster } from '../../../src-main/core/vault/vault-roster.ts';
import { seededRandom } from '../fakes.ts';

const account = 'a';
const key = Buffer.alloc(32, 9);

function open(vault: Vault, mark = 0) {
  return withRoster({ vault, account, key, random: seededRandom(mark + 1), mark });
}

const record = (name: string, text: string) => ({
  account,
  purpose: 'library',
  name,
  sealed: Buffer.from(text.padStart(40, '.')),
});

/** What of a vault can be put back later, as from a backup. */
function copyOf(vault: Vault): Vault {
  const copy = createMemoryVault();
  for (const { purpose, name } of vault.listing(account)) {
    copy.write([
      { account, purpose, name, sealed: vault.read({ account, purpose, name }) ?? null },
    ]);
  }
  return copy;
}

/** Two records, one of them written twice. */
function written(): Vault {
  const vault = createMemoryVault();
  const roster = open(vault);
  roster.write([record('one', 'first'), record('two', 'first')]);
  roster.write([record('one', 'second')]);
  return vault;
}

describe('a vault with a roster', () => {
  it('finds nothing wrong when it is new, and when it was only written and opened again', () => {
    expect(open(createMemoryVault()).finding).toBeUndefined();
    const vault = written();
    expect(open(vault).finding).toBeUndefined();
    expect(open(vault, 2).finding).toBeUndefined();
    expect(open(vault).serial()).toBe(2);
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
      'the roster is gone',
      (vault) => {
        for (const { purpose, name } of vault.listing(account)) {
          if (purpose === 'roster') vault.write([{ account, purpose, name, sealed: null }]);
        }
      },
    ],
    [
      'a byte of the roster was turned',
      (vault) => {
        for (const { purpose, name } of vault.listing(account)) {
          if (purpose !== 'roster') continue;
          const sealed = Buffer.from(vault.read({ account, purpose, name }) ?? []);
          sealed[20] = (sealed[20] ?? 0) ^ 1;
          vault.write([{ account, purpose, name, sealed }]);
        }
      },
    ],
  ])('finds damage where of its records %s, and tells it once', (_, spoil) => {
    const vault = written();
    spoil(vault);
    const found = open(vault);
    expect(found.finding).toBe('damaged');
    found.write([record('new', 'a')]);
    expect(open(vault).finding).toBeUndefined();
  });

  it('finds an older copy of everything by the mark, and tells it once', () => {
    const vault = written();
    const older = copyOf(vault);
    open(vault).write([record('one', 'third')]);
    expect(open(older).finding).toBeUndefined();
    const found = open(older, 3);
    expect(found.finding).toBe('rolled-back');
    found.write([record('one', 'fourth')]);
    expect(found.serial()).toBe(4);
    expect(open(older, 4).finding).toBeUndefined();
  });

  it('finds a file that is empty where there had been one', () => {
    expect(open(createMemoryVault(), 3).finding).toBe('rolled-back');
  });

  it('is not confused by a write that failed, whether it was kept or not', () => {
    const vault = written();
    let fails = 2;
    const roster = open({
      ...vault,
      write(changes) {
        fails -= 1;
        if (fails === 0) vault.write(changes);
        if (fails >= 0) throw new VaultError('no-space');
        vault.write(changes);
      },
    });
    expect(() => roster.write([record('one', 'lost')])).toThrow(VaultError);
    expect(() => roster.write([record('one', 'kept')])).toThrow(VaultError);
    roster.write([record('two', 'last')]);
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
});
