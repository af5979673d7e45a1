import { describe, expect, it } from 'vitest';
import { openConnectionStore } from '#core/connections/storage/connection-store.ts';
import { lineOf, restOf } from '#core/connections/connection.ts';
import { VaultError, type Vault } from '#core/ports.ts';
import { createMemoryVault } from '#core/vault/memory-vault.ts';
import { withFallback } from '#core/vault/vault-fallback.ts';
import { placesIn } from '#test/core/fakes.ts';
import { account, connectionsFor, seal, writeEarlier } from './earlier.ts';

const connections = connectionsFor(1010);

function earlier(): Vault {
  const vault = createMemoryVault();
  writeEarlier(seal(vault), connections);
  return vault;
}

/** What the program knows of all connections when it opens the vault. */
function everything(vault: Vault) {
  const store = openConnectionStore(seal(vault));
  return {
    lines: store.lines(),
    first: store.first(),
    rests: store.rests(),
    secrets: store.secretsOf(),
    scopes: store.list.scopes,
  };
}

const whole = {
  lines: connections.map(({ entry }) => lineOf(entry)),
  first: connections.slice(0, 50).map(({ entry }) => lineOf(entry)),
  rests: new Map(connections.map(({ entry }) => [entry.key, restOf(entry)])),
  secrets: new Map(connections.map(({ entry, secrets }) => [entry.key, secrets])),
  scopes: { config: 5 },
};

const names = (vault: Vault) => placesIn(vault, account).map(({ purpose, name }) => purpose + name);

/** All connections, as the service has just answered them. */
const everythingFresh = {
  lines: whole.lines,
  language: 'en',
  changed: connections,
  removed: [],
  scopes: {},
  favourites: [],
};

/** The names of a vault that never had another layout. */
function fresh(): string[] {
  const vault = createMemoryVault();
  openConnectionStore(seal(vault)).save(everythingFresh);
  return names(vault);
}

describe('connections of the previous storage layout', () => {
  it('are all there at the next start, in the records of this layout and no others', () => {
    const vault = earlier();
    expect(names(vault).length).toBeGreaterThan(2020);
    expect(everything(vault)).toEqual(whole);
    expect(names(vault).toSorted()).toEqual(fresh().toSorted());
    expect(everything(vault)).toEqual(whole);
  });

  it.each([1, 2])('are old or new when the program ends at write %i of the migration', (last) => {
    for (const survives of [false, true]) {
      const vault = earlier();
      let writes = 0;
      const ending: Vault = {
        ...vault,
        write(changes) {
          writes += 1;
          if (writes === last && !survives) throw new Error('ended');
          vault.write(changes);
          if (writes === last) throw new Error('ended');
        },
      };
      expect(() => openConnectionStore(seal(ending))).toThrow('ended');
      expect(everything(vault)).toEqual(whole);
      expect(names(vault).toSorted()).toEqual(fresh().toSorted());
    }
  });

  it('stay where the new records are not what was written, until everything was read again', () => {
    const vault = earlier();
    const before = names(vault);
    let writes = 0;
    const lying: Vault = {
      ...vault,
      write(changes) {
        writes += 1;
        vault.write(writes > 1 ? changes : changes.filter((_, at) => at !== 3));
      },
    };
    const store = openConnectionStore(seal(lying));
    expect(names(vault)).toEqual(expect.arrayContaining(before));
    store.save(everythingFresh);
    expect(names(vault).toSorted()).toEqual(fresh().toSorted());
    expect({ ...everything(vault), scopes: whole.scopes }).toEqual(whole);
  });

  it('are shown from memory, and stay as they are on a disk that refuses writes', () => {
    const vault = earlier();
    const before = vault.listing(account);
    const reported: string[] = [];
    const full = withFallback(
      {
        ...vault,
        write() {
          throw new VaultError('no-space');
        },
      },
      (reason) => reported.push(reason),
    );
    expect(everything(full)).toEqual(whole);
    expect(reported).toEqual(['no-space']);
    expect(vault.listing(account)).toEqual(before);
  });

  it('lose only what could not be opened before, which is reported', () => {
    const vault = earlier();
    const [one] = vault.readAll(account, 'secrets');
    vault.write([{ account, purpose: 'secrets', name: one?.name ?? '', sealed: Buffer.alloc(60) }]);
    let reported = 0;
    openConnectionStore(seal(vault, () => (reported += 1)));
    expect(reported).toBe(1);
    const found = everything(vault);
    expect(found.secrets.size).toBe(whole.secrets.size - 1);
    expect(found.rests).toEqual(whole.rests);
  });
});
