import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import { openDatabase, openReadOnly, putAside } from '#adapters/vault/vault-file.ts';
import { freshFolder } from '#test/adapters/folders.ts';
import { bytes, open, place, textAt } from './vaults.ts';

describe('a file that is no vault', () => {
  it.each<[string, (path: string) => void]>([
    ['is text', (path) => writeFileSync(path, 'not a database at all, but long enough to be one')],
    [
      'is another database',
      (path) => {
        const other = new DatabaseSync(path);
        other.exec('CREATE TABLE record (a)');
        other.close();
      },
    ],
    ...[
      'CREATE TRIGGER swallow BEFORE INSERT ON record BEGIN SELECT RAISE(IGNORE); END',
      'CREATE VIEW other AS SELECT * FROM record',
      'CREATE INDEX other ON record (sealed)',
      'CREATE TABLE other (a)',
      'ALTER TABLE record ADD COLUMN other TEXT',
      `DROP TABLE record; CREATE TABLE record (
        account TEXT, purpose TEXT, name TEXT, sealed BLOB CHECK (length(sealed) < 100)
      )`,
      'PRAGMA application_id = 1',
      'PRAGMA user_version = 0',
      'PRAGMA user_version = 2',
    ].map((statement): [string, (path: string) => void] => [
      `is a vault after ${statement.split(' ').slice(0, 4).join(' ')}`,
      (path) => {
        openSqliteVault(join(path, '..')).vault.close();
        const changed = new DatabaseSync(path);
        changed.exec(statement);
        changed.close();
      },
    ]),
    [
      'is a vault with a page of rubbish in it',
      (path) => {
        const { vault } = openSqliteVault(join(path, '..'));
        const sealed = Buffer.alloc(600);
        vault.write(Array.from({ length: 100 }, (_, n) => ({ ...place, name: `${n}`, sealed })));
        vault.close();
        const content = readFileSync(path);
        content.fill(0xff, 4096, 8192);
        writeFileSync(path, content);
      },
    ],
    [
      'is a vault that was cut',
      (path) => {
        const { vault } = openSqliteVault(join(path, '..'));
        vault.write([{ ...place, sealed: Buffer.alloc(50_000) }]);
        vault.close();
        writeFileSync(path, readFileSync(path).subarray(0, 9000));
      },
    ],
  ])('because it %s is set aside as it was, and a new one is begun', (_, spoil) => {
    const folder = freshFolder();
    mkdirSync(folder);
    const path = join(folder, 'vault.db');
    spoil(path);
    const before = readFileSync(path);
    const { vault, setAside } = open(folder);
    expect(setAside).toMatch(/^vault\.db\.set-aside-\d{8}T\d{6}Z$/);
    expect(readFileSync(join(folder, setAside ?? ''))).toEqual(before);
    vault.write([{ ...place, sealed: bytes('new') }]);
    expect(textAt(vault)).toBe('new');
  });

  it.each(['not a database at all'.repeat(100), ''])(
    'takes its log and its shared memory with it, with what was written last',
    (content) => {
      const folder = freshFolder();
      mkdirSync(folder);
      writeFileSync(join(folder, 'vault.db'), content);
      writeFileSync(join(folder, 'vault.db-wal'), 'its log');
      writeFileSync(join(folder, 'vault.db-shm'), 'its memory');
      const { setAside = '' } = open(folder);
      expect(readFileSync(join(folder, setAside), 'utf8')).toBe(content);
      expect(readFileSync(join(folder, `${setAside}-wal`), 'utf8')).toBe('its log');
      expect(readFileSync(join(folder, `${setAside}-shm`), 'utf8')).toBe('its memory');
    },
  );

  it('stays where it is while a part of it cannot be read', () => {
    const folder = freshFolder();
    mkdirSync(join(folder, 'vault.db-wal'), { recursive: true });
    writeFileSync(join(folder, 'vault.db'), 'not a database at all');
    expect(() => openSqliteVault(folder)).toThrow();
    expect(readdirSync(folder).sort()).toEqual(['vault.db', 'vault.db-wal']);
    expect(readFileSync(join(folder, 'vault.db'), 'utf8')).toBe('not a database at all');
  });

  it('is moved back when a part of it cannot be moved', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 2, 3, 4, 5) });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const folder = freshFolder();
    const aside = join(folder, 'vault.db.set-aside-20260102T030405Z');
    // A folder in the place where the log would go.
    mkdirSync(`${aside}-wal`, { recursive: true });
    writeFileSync(join(folder, 'vault.db'), 'not a database at all');
    writeFileSync(join(folder, 'vault.db-wal'), 'its log');
    expect(() => putAside(folder)).toThrow(/EISDIR|EPERM/);
    expect(existsSync(aside)).toBe(false);
    expect(readFileSync(join(folder, 'vault.db'), 'utf8')).toBe('not a database at all');
    expect(readFileSync(join(folder, 'vault.db-wal'), 'utf8')).toBe('its log');
  });

  it('never takes the place of one that was set aside before', () => {
    const folder = freshFolder();
    mkdirSync(folder);
    const path = join(folder, 'vault.db');
    const asides = ['first', 'second', 'third'].map((text) => {
      writeFileSync(path, text.repeat(10));
      const { vault, setAside } = openSqliteVault(folder);
      vault.close();
      return setAside ?? '';
    });
    expect(new Set(asides).size).toBe(3);
    expect(asides.map((name) => readFileSync(join(folder, name), 'utf8').slice(0, 5))).toEqual([
      'first',
      'secon',
      'third',
    ]);
  });

  it('is not an empty file: a crash while it was begun leaves one', () => {
    const folder = freshFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'vault.db'), '');
    expect(open(folder).setAside).toBeUndefined();
  });

  it('is not one whose log was not yet written back', () => {
    const folder = freshFolder();
    const copy = freshFolder();
    const { vault } = open(folder);
    vault.write([{ ...place, sealed: bytes('one') }]);
    mkdirSync(copy);
    for (const file of ['vault.db', 'vault.db-wal']) {
      copyFileSync(join(folder, file), join(copy, file));
    }
    const again = open(copy);
    expect([again.setAside, textAt(again.vault)]).toEqual([undefined, 'one']);
  });
});

it('a vault that is open lets no statement write into its schema', () => {
  const folder = freshFolder();
  mkdirSync(folder);
  const database = openDatabase(folder);
  database.exec('PRAGMA writable_schema = ON');
  expect(() => database.exec("UPDATE sqlite_schema SET sql = ''")).toThrow(/may not be modified/);
  database.close();
});

it.each([
  ['writing', openDatabase],
  ['reading', openReadOnly],
])('a vault that is open for %s does not trust its schema', (_, openFor) => {
  const folder = freshFolder();
  openSqliteVault(folder).vault.close();
  const database = openFor(folder);
  expect(Object.values(database.prepare('PRAGMA trusted_schema').get() ?? {})).toEqual([0]);
  database.close();
});

it.runIf(process.platform === 'linux')('a vault that was closed leaves no file open', () => {
  const folder = freshFolder();
  openSqliteVault(folder).vault.close();
  const open = readdirSync('/proc/self/fd').flatMap((file) => {
    try {
      return readlinkSync(`/proc/self/fd/${file}`);
    } catch {
      // The listing's own.
      return [];
    }
  });
  expect(open.length).toBeGreaterThan(0);
  expect(open.filter((path) => path.startsWith(folder))).toEqual([]);
});
