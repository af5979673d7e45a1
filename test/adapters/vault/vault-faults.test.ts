import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { guarded, vaultError } from '#adapters/vault/vault-faults.ts';
import { VaultError } from '#core/kernel/ports.ts';
import { freshFolder } from '#test/adapters/folders.ts';

/** Works on a new database file; `other` is a second connection to it. */
function withDatabases(work: (one: DatabaseSync, other: DatabaseSync) => void): () => void {
  return () => {
    const folder = freshFolder();
    mkdirSync(folder);
    const [one, other] = [0, 1].map(() => new DatabaseSync(join(folder, 'a.db'))) as [
      DatabaseSync,
      DatabaseSync,
    ];
    one.exec('CREATE TABLE t (a)');
    try {
      work(one, other);
    } finally {
      one.close();
      other.close();
    }
  };
}

it.each<[string, VaultError['reason'], () => void]>([
  [
    'a database that may not grow',
    'no-space',
    withDatabases((one) => {
      one.exec('PRAGMA max_page_count = 3');
      one.exec('INSERT INTO t VALUES (zeroblob(100000))');
    }),
  ],
  [
    'a database that somebody else is writing to',
    'locked',
    withDatabases((one, other) => {
      other.exec('BEGIN IMMEDIATE');
      one.exec('INSERT INTO t VALUES (1)');
    }),
  ],
  [
    'a database that may only be read',
    'read-only',
    withDatabases((one) => {
      one.exec('PRAGMA query_only = ON');
      one.exec('INSERT INTO t VALUES (1)');
    }),
  ],
  ['a file that is not there', 'denied', () => readFileSync('/nonexistent/canary')],
  [
    'an error without a code',
    'denied',
    () => {
      throw new Error('canary');
    },
  ],
  [
    'what is no error at all',
    'denied',
    () => {
      // Nothing in the types forbids a library to do so.
      throw 'canary' as unknown as Error;
    },
  ],
  [
    'what was told apart before',
    'damaged',
    () => {
      throw new VaultError('damaged');
    },
  ],
])('the error %s is reported as %s, without its other details', (_, reason, work) => {
  let caught: unknown;
  try {
    guarded(work);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(VaultError);
  expect(caught).toMatchObject({ reason, message: `vault: ${reason}` });
  expect(String((caught as Error).cause)).toBe('undefined');
});

it.runIf(process.platform === 'linux')('a disk that is full is no space', () => {
  const full = openSync('/dev/full', 'w');
  try {
    expect(() => guarded(() => writeSync(full, 'x'))).toThrow('vault: no-space');
  } finally {
    closeSync(full);
  }
});

it('a fault is `locked` when Windows says that the file is in use', () => {
  expect(vaultError(Object.assign(new Error('busy'), { code: 'EBUSY' })).reason).toBe('locked');
});
