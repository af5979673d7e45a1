import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openSqliteVault, readSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import type { Vault } from '#core/kernel/ports.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { freshFolder, modeOf } from '#test/adapters/folders.ts';
import { oddFiles } from '#test/adapters/odd-files.ts';
import { bytes, open, place, reasonOf, runApart, textAt } from './vaults.ts';

describe.skipIf(process.platform === 'win32')('a vault whose file is not one', () => {
  it.each(oddFiles)('is not opened, and leaves it: %s', (_, make) => {
    const folder = freshFolder();
    mkdirSync(folder);
    const path = join(folder, 'vault.db');
    make(path);
    expect(reasonOf(() => openSqliteVault(folder))).toBe('denied');
    expect(reasonOf(() => readSqliteVault(folder))).toBe('denied');
    expect(readdirSync(folder)).toContain('vault.db');
  });

  it('is read again without waiting for a pipe in place of its log', () => {
    const folder = freshFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'vault.db'), 'no vault');
    execFileSync('mkfifo', [join(folder, 'vault.db-wal')]);
    expect(reasonOf(() => openSqliteVault(folder))).toBe('denied');
  });
});

describe.each<[string, () => Vault]>([
  ['on SQLite', () => open(freshFolder()).vault],
  ['in memory', () => createMemoryVault()],
])('a vault %s', (_, make) => {
  it('returns the bytes that were written, and nothing for what was not', () => {
    const vault = make();
    const sealed = Uint8Array.from({ length: 256 }, (_unused, n) => n);
    vault.write([{ ...place, sealed }]);
    expect(Buffer.from(vault.read(place) ?? [])).toEqual(Buffer.from(sealed));
    expect(vault.read({ ...place, name: 'b' })).toBeUndefined();
    vault.write([{ ...place, sealed: Buffer.alloc(0) }]);
    expect(vault.read(place)?.byteLength).toBe(0);
  });

  it('replaces, and removes where there is null', () => {
    const vault = make();
    vault.write([{ ...place, sealed: bytes('one') }]);
    vault.write([{ ...place, sealed: bytes('two') }]);
    expect(textAt(vault)).toBe('two');
    vault.write([
      { ...place, sealed: null },
      { ...place, name: 'never', sealed: null },
    ]);
    expect(vault.read(place)).toBeUndefined();
  });

  it('lets the last change of a record in one write win', () => {
    const vault = make();
    const names = Array.from({ length: 50 }, (_unused, n) => `${(n * 7) % 50}`);
    vault.write(
      ['one', 'two'].flatMap((text) =>
        names.map((name) => ({ ...place, name, sealed: bytes(text) })),
      ),
    );
    expect(names.map((name) => textAt(vault, { ...place, name }))).toEqual(Array(50).fill('two'));
  });

  it('reads all records of one purpose in the order of their names', () => {
    const vault = make();
    for (const name of ['c', 'a', 'b']) vault.write([{ ...place, name, sealed: bytes(name) }]);
    vault.write([{ ...place, purpose: 'inbox', sealed: bytes('x') }]);
    vault.write([{ ...place, account: '13', sealed: bytes('x') }]);
    const all = vault.readAll('12', 'read-cache');
    expect(all.map(({ name, sealed }) => [name, Buffer.from(sealed).toString()])).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
    ]);
  });

  it('removes one account and leaves the others', () => {
    const vault = make();
    vault.write([{ ...place, sealed: bytes('one') }]);
    vault.write([{ ...place, account: '13', sealed: bytes('two') }]);
    vault.removeAccount('12');
    expect([vault.read(place), textAt(vault, { ...place, account: '13' })]).toEqual([
      undefined,
      'two',
    ]);
  });

  it('distinguishes names that only join to the same text', () => {
    const vault = make();
    vault.write([{ account: '1', purpose: '2', name: '3', sealed: bytes('one') }]);
    expect(vault.read({ account: '12', purpose: '', name: '3' })).toBeUndefined();
    expect(vault.read({ account: '1', purpose: '23', name: '' })).toBeUndefined();
  });
});

describe('the file of a vault', () => {
  it('holds after closing what was written before', () => {
    const folder = freshFolder();
    const first = openSqliteVault(folder);
    first.vault.write([{ ...place, sealed: bytes('one') }]);
    first.vault.close();
    first.vault.close();
    const again = open(folder);
    expect(textAt(again.vault)).toBe('one');
    expect(again.setAside).toBeUndefined();
  });

  it('is readable by its owner only, like all files that belong to it', () => {
    const folder = freshFolder();
    mkdirSync(folder, { mode: 0o755 });
    const { vault } = open(folder);
    vault.write([{ ...place, sealed: bytes('one') }]);
    expect(modeOf(folder)).toBe('700');
    const files = readdirSync(folder);
    expect(files).toEqual(['vault.db', 'vault.db-wal']);
    for (const file of files) expect(modeOf(join(folder, file))).toBe('600');
  });

  it('is closed to others again where somebody had opened it', () => {
    const folder = freshFolder();
    openSqliteVault(folder).vault.close();
    chmodSync(join(folder, 'vault.db'), 0o644);
    open(folder);
    expect(modeOf(join(folder, 'vault.db'))).toBe('600');
  });

  it('writes all changes of one call or none', () => {
    const { vault } = open(freshFolder());
    vault.write([{ ...place, sealed: bytes('one') }]);
    const broken = { ...place, name: 'b', sealed: 'no bytes' as unknown as Uint8Array };
    expect(reasonOf(() => vault.write([{ ...place, sealed: bytes('two') }, broken]))).toBe(
      'denied',
    );
    expect(textAt(vault)).toBe('one');
    vault.write([{ ...place, sealed: bytes('three') }]);
    expect(textAt(vault)).toBe('three');
  });

  it('takes ten thousand records in one transaction', () => {
    const { vault } = open(freshFolder());
    const sealed = Buffer.alloc(600, 1);
    const names = Array.from({ length: 10_000 }, (_, n) => `record ${n}`);
    vault.write(names.map((name) => ({ ...place, name, sealed })));
    expect(vault.readAll('12', 'read-cache')).toHaveLength(10_000);
  });
});

describe('a second program', () => {
  it('finds the vault locked, and leaves it unchanged', () => {
    const folder = freshFolder();
    const { vault } = open(folder);
    vault.write([{ ...place, sealed: bytes('one') }]);
    const said = runApart(
      folder,
      'try { openSqliteVault(folder); } catch (error) { console.log(error.message); }',
    );
    expect(said).toBe('vault: locked');
    expect(textAt(vault)).toBe('one');
    expect(readdirSync(folder)).toEqual(['vault.db', 'vault.db-wal']);
  });

  it('gets the vault once the first has closed it', () => {
    const folder = freshFolder();
    openSqliteVault(folder).vault.close();
    const said = runApart(
      folder,
      `const { vault } = openSqliteVault(folder);
       vault.write([{ account: '12', purpose: 'read-cache', name: 'a', sealed: Buffer.from('two') }]);
       vault.close();
       console.log('done');`,
    );
    expect(said).toBe('done');
    expect(textAt(open(folder).vault)).toBe('two');
  });
});

describe('a vault that is only read', () => {
  const written = () => {
    const folder = freshFolder();
    const { vault } = openSqliteVault(folder);
    vault.write([{ ...place, sealed: bytes('kept') }]);
    return { folder, vault };
  };

  it('returns what was stored, accepts no write, and leaves the folder as it is', () => {
    const { folder, vault } = written();
    vault.close();
    const before = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]);
    const reader = readSqliteVault(folder);
    expect(textAt(reader)).toBe('kept');
    expect(reasonOf(() => reader.write([{ ...place, sealed: bytes('new') }]))).toBe('read-only');
    expect(reasonOf(() => reader.removeAccount(place.account))).toBe('read-only');
    reader.close();
    expect(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))])).toEqual(
      before,
    );
  });

  it('is denied where its log may hold newer records, or where there is none', () => {
    const { folder, vault } = written();
    expect(reasonOf(() => readSqliteVault(folder))).toBe('denied');
    vault.close();
    expect(reasonOf(() => readSqliteVault(freshFolder()))).toBe('denied');
  });

  it('is damaged where the file is no vault', () => {
    const folder = freshFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'vault.db'), 'not a vault at all, but long enough to look like one');
    expect(reasonOf(() => readSqliteVault(folder))).toBe('damaged');
  });

  it.each([
    ['another table', (file: DatabaseSync) => file.exec('CREATE TABLE other (a)')],
    ['another layout', (file: DatabaseSync) => file.exec('PRAGMA user_version = 2')],
  ])('is damaged where the file has %s', (_, spoil) => {
    const { folder, vault } = written();
    vault.close();
    const file = new DatabaseSync(join(folder, 'vault.db'));
    spoil(file);
    file.close();
    expect(reasonOf(() => readSqliteVault(folder))).toBe('damaged');
  });

  it('is damaged where a page of the file is rubbish', () => {
    const { folder, vault } = written();
    vault.write([{ ...place, sealed: Buffer.alloc(50_000) }]);
    vault.close();
    const path = join(folder, 'vault.db');
    const content = readFileSync(path);
    content.fill(0xff, 4096, 8192);
    writeFileSync(path, content);
    expect(reasonOf(() => readSqliteVault(folder))).toBe('damaged');
  });
});

describe('a fault of the system', () => {
  it('is denied where there is a file in the way of the folder', () => {
    const folder = freshFolder();
    writeFileSync(folder, '');
    expect(reasonOf(() => openSqliteVault(folder))).toBe('denied');
    expect(readFileSync(folder, 'utf8')).toBe('');
  });

  it('is denied where the folder belongs to somebody else', () => {
    // root may do anything: it steps down first, in a program of its own.
    const said = runApart(
      '/',
      `if (process.geteuid() === 0) process.seteuid(65534);
       try { openSqliteVault('/culvert-test'); } catch (error) { console.log(error.message); }`,
    );
    expect(said).toBe('vault: denied');
  });

  it('leaves nothing of a write that it interrupts, and reads still work', () => {
    const folder = freshFolder();
    const source = `
      const place = { account: '12', purpose: 'read-cache' };
      const { vault } = openSqliteVault(folder);
      vault.write([{ ...place, name: 'a', sealed: Buffer.from('one') }]);
      process.on('SIGXFSZ', () => undefined);
      try {
        vault.write(Array.from({ length: 2000 }, (_, n) => (
          { ...place, name: 'a' + n, sealed: Buffer.alloc(1000) })));
      } catch (error) { console.log(error.name); }
      console.log(vault.readAll('12', 'read-cache').length);
      console.log(Buffer.from(vault.read({ ...place, name: 'a' })).toString());
      vault.write([{ ...place, name: 'a', sealed: Buffer.from('two') }]);
      vault.close();`;
    // The system refuses to let a file grow beyond this limit, as a full disk does.
    const limit = 'ulimit -f 512;';
    expect(runApart(folder, source, limit).split('\n')).toEqual(['VaultError', '1', 'one']);
    expect(textAt(open(folder).vault)).toBe('two');
  });

  it('is denied once the vault is closed', () => {
    const { vault } = open(freshFolder());
    vault.close();
    expect(reasonOf(() => vault.read(place))).toBe('denied');
    expect(reasonOf(() => vault.write([{ ...place, sealed: bytes('one') }]))).toBe('denied');
  });
});
