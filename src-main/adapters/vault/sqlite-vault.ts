import {
  closeSync,
  existsSync,
  fchmodSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite';
import { VaultError, type Vault } from '../../core/ports.ts';
import { fileMode, makePrivateFolder } from '../private-folder.ts';
import { guarded, vaultError } from './vault-faults.ts';

const fileName = 'vault.db';
/** "CVLT": tells a vault from any other file of SQLite's. */
const applicationId = 0x43564c54;
/** The file first: SQLite takes it without its log for whole, but never a log without its file. */
const suffixes = ['', '-wal', '-shm'];
/** What is in the file: 2 may have connections in groups, which a Culvert that knows 1 would miss. */
const layout = 2;
/** Files that are taken over as they are; what of their records changes, changes as it is read. */
const earlierLayouts: readonly unknown[] = [1];
/** How every file of SQLite's begins (https://www.sqlite.org/fileformat.html, 1.3). */
const magic = Buffer.from('SQLite format 3\0');
/** How long to wait for another Culvert that is just ending, milliseconds. */
const busyMs = 2000;

/**
 * Why these: a write-ahead log takes one sync for each transaction, and its checksums tell a torn or
 * half-written end from a whole one; `synchronous = FULL` syncs it before `write` returns, and
 * `fullfsync` asks macOS for a sync that reaches the disk itself. `EXCLUSIVE` keeps the file locked
 * for as long as it is open (released by the system when the program dies), so that a second Culvert
 * cannot write between, and needs no shared memory file.
 */
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON;
  PRAGMA checkpoint_fullfsync = ON;
  PRAGMA journal_size_limit = 4194304;
  PRAGMA cell_size_check = ON;
  PRAGMA trusted_schema = OFF;
`;

const schema = `
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${layout};
  CREATE TABLE record (
    account TEXT NOT NULL,
    purpose TEXT NOT NULL,
    name TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (account, purpose, name)
  ) STRICT, WITHOUT ROWID;
`;

/**
 * Opens the vault in a folder of its own (0700, the files 0600), or makes one.
 *
 * A file that is no vault, has another layout or fails SQLite's own check is set aside: renamed, with
 * what belongs to it, and never overwritten; then an empty vault is begun. Damage inside of a record
 * is not looked for here: its seal shows it when it is read.
 *
 * @returns the vault, and the name of the file that was set aside, if one was
 *
 * Throws a `VaultError`: `locked` while another Culvert has it, `read-only`, `no-space`, `denied`.
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

function tried(open: () => Vault): Vault | VaultError {
  try {
    return open();
  } catch (error) {
    return vaultError(error);
  }
}

/** Throws where the disk does not give what is on it. */
function readWhole(folder: string): void {
  for (const suffix of suffixes) {
    const path = join(folder, fileName + suffix);
    if (existsSync(path)) readFileSync(path);
  }
}

function openVault(folder: string): Vault {
  const database = openDatabase(folder);
  try {
    return createVault(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function openDatabase(folder: string): DatabaseSync {
  const path = join(folder, fileName);
  // SQLite gives its log the mode of the file that it belongs to.
  const file = openSync(path, 'a+', fileMode);
  fchmodSync(file, fileMode);
  const head = Buffer.alloc(magic.byteLength);
  const length = readSync(file, head, 0, head.byteLength, 0);
  closeSync(file);
  // SQLite throws away the log of a file that it cannot read, and so what was written last.
  const fresh = length === 0 && !existsSync(`${path}-wal`);
  if (!fresh && !head.equals(magic)) throw new VaultError('damaged');
  // Rows as arrays: an object for each is half of what listing them costs.
  const database = new DatabaseSync(path, { timeout: busyMs, returnArrays: true });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    const isNew = valueOf(database, 'PRAGMA schema_version') === 0;
    // Before anything is changed: what is not ours is set aside as it was.
    if (!isNew && !isOurs(database)) throw new VaultError('damaged');
    database.exec(settings);
    if (isNew) database.exec(`BEGIN IMMEDIATE; ${schema} COMMIT;`);
    else if (layoutOf(database) !== layout) {
      database.exec(`PRAGMA user_version = ${String(layout)}`);
    }
    if (valueOf(database, 'PRAGMA quick_check(1)') !== 'ok') throw new VaultError('damaged');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function isOurs(database: DatabaseSync): boolean {
  return (
    valueOf(database, 'PRAGMA application_id') === applicationId &&
    [layout, ...earlierLayouts].includes(layoutOf(database))
  );
}

function layoutOf(database: DatabaseSync): unknown {
  return valueOf(database, 'PRAGMA user_version');
}

function valueOf(database: DatabaseSync, pragma: string): unknown {
  return rowsOf(database.prepare(pragma))[0]?.[0];
}

/** The types know rows as objects alone. */
function rowsOf(statement: StatementSync, ...given: SQLInputValue[]): SQLOutputValue[][] {
  return statement.all(...given) as unknown as SQLOutputValue[][];
}

function putAside(folder: string): string {
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const base = `${fileName}.set-aside-${stamp}`;
  let name = base;
  for (let n = 2; existsSync(join(folder, name)); n += 1) name = `${base}-${n}`;
  const moved: string[] = [];
  try {
    for (const suffix of suffixes) {
      const path = join(folder, fileName + suffix);
      if (!existsSync(path)) continue;
      renameSync(path, join(folder, name + suffix));
      moved.push(suffix);
    }
  } catch (error) {
    // All of it or nothing: what belongs together is not torn apart.
    for (const suffix of moved) {
      renameSync(join(folder, name + suffix), join(folder, fileName + suffix));
    }
    throw error;
  }
  return name;
}

function createVault(database: DatabaseSync): Vault {
  const one = database.prepare(
    'SELECT sealed FROM record WHERE account = ? AND purpose = ? AND name = ?',
  );
  const all = database.prepare(
    'SELECT name, sealed FROM record WHERE account = ? AND purpose = ? ORDER BY name',
  );
  const listed = database.prepare(
    'SELECT purpose, name, substr(sealed, -16) FROM record WHERE account = ?',
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
        // SQLite has ended it by itself where nothing could be kept, as on a full disk.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  return {
    read: ({ account, purpose, name }) =>
      guarded(() => {
        const [row] = rowsOf(one, account, purpose, name);
        return row && bytesOf(row[0]);
      }),
    readAll: (account, purpose) =>
      guarded(() =>
        rowsOf(all, account, purpose).map(([name, sealed]) => ({
          name: String(name),
          sealed: bytesOf(sealed),
        })),
      ),
    listing: (account) =>
      guarded(() =>
        rowsOf(listed, account).map(([purpose, name, tag]) => ({
          purpose: String(purpose),
          name: String(name),
          tag: bytesOf(tag),
        })),
      ),
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
