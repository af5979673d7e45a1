import type { DatabaseSync } from 'node:sqlite';
import { VaultError, type Vault } from '#core/kernel/ports.ts';
import { makePrivateFolder } from '#adapters/private-folder.ts';
import { rowsOf } from './rows.ts';
import { closedOnError, openDatabase, openReadOnly, putAside, readWhole } from './vault-file.ts';
import { guarded, vaultError } from './vault-faults.ts';

/**
 * Opens the vault in a folder of its own (0700, the files 0600), or makes one. A file that is no vault, has
 * another layout or fails SQLite's own check is set aside: renamed (`setAside` is the name), with what
 * belongs to it, and never overwritten; then an empty vault is begun. Damage inside of a record is not looked
 * for here: its seal shows it when it is read. Throws a `VaultError`: `locked` while another Culvert has it,
 * `read-only`, `no-space`, `denied`.
 */
export function openSqliteVault(folder: string): {
  readonly vault: Vault;
  readonly setAside?: string;
} {
  return guarded(() => {
    makePrivateFolder(folder);
    const first = tried(() => openVault(folder));
    if (!(first instanceof VaultError)) return { vault: first };
    if (first.reason !== 'damaged') throw first;
    // SQLite says the same of a disk that failed to read. Then it stays where it is, or opens now.
    readWhole(folder);
    const second = tried(() => openVault(folder));
    if (!(second instanceof VaultError)) return { vault: second };
    if (second.reason !== 'damaged') throw second;
    const setAside = putAside(folder);
    return { vault: openVault(folder), setAside };
  });
}

/**
 * Opens a vault whose folder cannot be written, as on a disk that is read-only, and changes nothing there:
 * every write fails with `read-only`. Throws a `VaultError` where it cannot be read either, or was not
 * closed: its log holds newer records, and SQLite does not read it without writing.
 */
export function readSqliteVault(folder: string): Vault {
  return guarded(() => vaultOn(openReadOnly(folder)));
}

function tried(open: () => Vault): Vault | VaultError {
  try {
    return open();
  } catch (error) {
    return vaultError(error);
  }
}

function openVault(folder: string): Vault {
  return vaultOn(openDatabase(folder));
}

function vaultOn(database: DatabaseSync): Vault {
  return closedOnError(database, () => createVault(database));
}

function createVault(database: DatabaseSync): Vault {
  const one = database.prepare(
    'SELECT sealed FROM record WHERE account = ? AND purpose = ? AND name = ?',
  );
  const all = database.prepare(
    'SELECT name, sealed FROM record WHERE account = ? AND purpose = ? ORDER BY name',
  );
  const accounts = database.prepare('SELECT DISTINCT account FROM record');
  const listed = database.prepare(
    // All rows as one text: one row each, with an array for its bytes, takes twice as long.
    `SELECT json_group_array(purpose || ' ' || name || ' ' || lower(hex(substr(sealed, -16))))
     FROM record WHERE account = ?`,
  );
  const put = database.prepare('REPLACE INTO record VALUES (?, ?, ?, ?)');
  const remove = database.prepare(
    'DELETE FROM record WHERE account = ? AND purpose = ? AND name = ?',
  );
  const removeAll = database.prepare('DELETE FROM record WHERE account = ?');

  function inTransaction(work: () => void): void {
    guarded(() => {
      database.exec('BEGIN IMMEDIATE');
      try {
        work();
        database.exec('COMMIT');
      } catch (error) {
        // SQLite has already rolled back where nothing could be written, as on a full disk.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  return {
    accounts: () => guarded(() => rowsOf(accounts).map(([account]) => String(account))),
    read: ({ account, purpose, name }) =>
      guarded(() => {
        const [row] = rowsOf(one, account, purpose, name);
        return row && bytesOf(row[0]);
      }),
    readAll: (account, purpose) =>
      guarded(() =>
        rowsOf(all, account, purpose).map(([name, sealed]) => ({
          name: String(name),
          // One damaged record must not hide the others: no seal opens what is empty.
          sealed: sealed instanceof Uint8Array ? sealed : new Uint8Array(),
        })),
      ),
    listing: (account) =>
      guarded(() => JSON.parse(String(rowsOf(listed, account)[0]?.[0])) as readonly string[]),
    write(changes) {
      if (changes.length === 0) return;
      // In the order of the table, which halves the time; changes of one record keep theirs.
      const ordered = changes.toSorted((a, b) => Number(a.name > b.name) - Number(a.name < b.name));
      inTransaction(() => {
        for (const { account, purpose, name, sealed } of ordered) {
          if (sealed === null) remove.run(account, purpose, name);
          else put.run(account, purpose, name, sealed);
        }
      });
    },
    removeAccount(account) {
      inTransaction(() => removeAll.run(account));
    },
    close() {
      guarded(() => {
        if (database.isOpen) database.close();
      });
    },
  };
}

function bytesOf(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new VaultError('damaged');
  return value;
}
