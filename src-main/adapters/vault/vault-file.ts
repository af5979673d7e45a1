import { closeSync, existsSync, fchmodSync, readSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { VaultError } from '#core/kernel/ports.ts';
import { fileMode } from '#adapters/private-folder.ts';
import { openRegularFile, readRegularFile } from '#adapters/regular-file.ts';
import { asideName } from '#adapters/set-aside.ts';
import { rowsOf } from './rows.ts';

const fileName = 'vault.db';
/** "CVLT": distinguishes a vault from any other SQLite file. */
const applicationId = 0x43564c54;
/** In the order of renaming: a file without its log is readable, a log without its file is not. */
const suffixes = ['', '-wal', '-shm'];
/** What the file and its records look like. A file of another layout is set aside. */
const layout = 1;
/** How every file of SQLite's begins (https://www.sqlite.org/fileformat.html, 1.3). */
const magic = Buffer.from('SQLite format 3\0');
/** How long to wait for another Culvert that is just ending, milliseconds. */
const busyMs = 2000;

/**
 * A write-ahead log takes one sync for each transaction, and its checksums detect an end that was written
 * only in part. `synchronous = FULL` syncs it before `write` returns, and `fullfsync` makes that sync reach
 * the disk on macOS. `EXCLUSIVE`, set below, locks the file while it is open, so that a second Culvert cannot
 * write, and needs no shared memory file; the system releases the lock when the program dies.
 */
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON;
  PRAGMA checkpoint_fullfsync = ON;
  PRAGMA journal_size_limit = 4194304;
  PRAGMA cell_size_check = ON;
`;

const table = `CREATE TABLE record (
    account TEXT NOT NULL,
    purpose TEXT NOT NULL,
    name TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (account, purpose, name)
  ) STRICT, WITHOUT ROWID`;
const schema = `
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${layout};
  ${table};
`;

/**
 * Opens the file in this folder, which is there, or makes one. Throws a `VaultError`, `damaged`, for what is
 * no vault, has another layout, has anything else in its schema or fails SQLite's own check; and what Node
 * and SQLite throw.
 */
export function openDatabase(folder: string): DatabaseSync {
  const path = join(folder, fileName);
  // SQLite gives its log the mode of the file that it belongs to.
  const file = openRegularFile(path, 'read-append');
  fchmodSync(file, fileMode);
  const head = Buffer.alloc(magic.byteLength);
  const length = readSync(file, head, 0, head.byteLength, 0);
  closeSync(file);
  // SQLite deletes the log of an empty file, and with it the newest records.
  const fresh = length === 0 && !existsSync(`${path}-wal`);
  if (!fresh && !head.equals(magic)) throw new VaultError('damaged');
  // Rows as arrays: an object for each is a third of what listing them costs.
  const database = new DatabaseSync(path, { timeout: busyMs, returnArrays: true });
  return closedOnError(database, () => {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA trusted_schema = OFF');
    const isNew = valueOf(database, 'PRAGMA schema_version') === 0;
    // Checked before anything is changed: a file that is not ours is set aside as it was.
    if (!isNew && !isOurs(database)) throw new VaultError('damaged');
    database.exec(settings);
    if (isNew) database.exec(`BEGIN IMMEDIATE; ${schema} COMMIT;`);
    if (!isSound(database)) throw new VaultError('damaged');
    return database;
  });
}

/**
 * Opens the file in a folder where nothing can be written. Throws a `VaultError`: `denied` where there is no
 * file, or one with a log, without which it is older than what was written last; `damaged` as `openDatabase`;
 * and what Node and SQLite throw.
 */
export function openReadOnly(folder: string): DatabaseSync {
  const path = join(folder, fileName);
  if (existsSync(`${path}-wal`)) throw new VaultError('denied');
  closeSync(openRegularFile(path, 'read'));
  // Without `immutable` SQLite would make a log beside it.
  const address = pathToFileURL(path);
  address.search = 'immutable=1';
  const database = new DatabaseSync(address, { readOnly: true, returnArrays: true });
  return closedOnError(database, () => {
    database.exec('PRAGMA trusted_schema = OFF');
    if (!isOurs(database) || !isSound(database)) throw new VaultError('damaged');
    return database;
  });
}

/** The result of `work` on a database that was just opened; closes the database if it throws. */
export function closedOnError<T>(database: DatabaseSync, work: () => T): T {
  try {
    return work();
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whether SQLite's own check finds nothing. */
function isSound(database: DatabaseSync): boolean {
  return valueOf(database, 'PRAGMA quick_check(1)') === 'ok';
}

function isOurs(database: DatabaseSync): boolean {
  return (
    valueOf(database, 'PRAGMA application_id') === applicationId &&
    valueOf(database, 'PRAGMA user_version') === layout &&
    hasOnlyOurTable(database)
  );
}

/** A trigger or a view that somebody added could swallow or change what is written. */
function hasOnlyOurTable(database: DatabaseSync): boolean {
  const found = rowsOf(database.prepare('SELECT sql FROM sqlite_schema'));
  return found.length === 1 && found[0]?.[0] === table;
}

function valueOf(database: DatabaseSync, pragma: string): unknown {
  return rowsOf(database.prepare(pragma))[0]?.[0];
}

/** Throws if the disk cannot be read. */
export function readWhole(folder: string): void {
  for (const suffix of suffixes) {
    const path = join(folder, fileName + suffix);
    if (existsSync(path)) readRegularFile(path);
  }
}

/** Renames the file and its log to a name with the time; returns that name. */
export function putAside(folder: string): string {
  const name = asideName(folder, fileName);
  const moved: string[] = [];
  try {
    for (const suffix of suffixes) {
      const path = join(folder, fileName + suffix);
      if (!existsSync(path)) continue;
      renameSync(path, join(folder, name + suffix));
      moved.push(suffix);
    }
  } catch (error) {
    // The file and its log are renamed together or not at all.
    for (const suffix of moved) {
      renameSync(join(folder, name + suffix), join(folder, fileName + suffix));
    }
    throw error;
  }
  return name;
}
