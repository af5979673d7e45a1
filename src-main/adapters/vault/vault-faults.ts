import { VaultError } from '#core/kernel/ports.ts';

/** By the `code` of the file system's errors. What is not listed is `denied`. */
const fileReasons = new Map<string, VaultError['reason']>([
  ['ENOSPC', 'no-space'],
  ['EDQUOT', 'no-space'],
  ['EFBIG', 'no-space'],
  ['EROFS', 'read-only'],
  ['EBUSY', 'locked'],
  ['ETXTBSY', 'locked'],
]);

/** By SQLite's primary result code (https://www.sqlite.org/rescode.html). */
const sqliteReasons = new Map<number, VaultError['reason']>([
  [1, 'damaged'], // SQLITE_ERROR: the statements are always the same, so the file is another
  [5, 'locked'], // SQLITE_BUSY
  [6, 'locked'], // SQLITE_LOCKED
  [8, 'read-only'], // SQLITE_READONLY
  [11, 'damaged'], // SQLITE_CORRUPT
  [13, 'no-space'], // SQLITE_FULL
  [26, 'damaged'], // SQLITE_NOTADB
]);

/** What an error of SQLite or of the file system means. Nothing of the error itself goes on. */
export function vaultError(error: unknown): VaultError {
  if (error instanceof VaultError) return error;
  if (!(error instanceof Error)) return new VaultError('denied');
  if ('errcode' in error && typeof error.errcode === 'number') {
    return new VaultError(sqliteReasons.get(error.errcode & 0xff) ?? 'denied');
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return new VaultError(fileReasons.get(code) ?? 'denied');
}

/** Runs `work`, and lets nothing but a `VaultError` out of it. */
export function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw vaultError(error);
  }
}
