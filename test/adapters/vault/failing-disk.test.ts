import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlainFiles } from '#adapters/plain-files.ts';
import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import { freshFolder } from '#test/adapters/folders.ts';
import { isDeep, sampled } from '#test/simulator/deep.ts';
import { bytes, open, place, textAt } from './vaults.ts';
import { runFailing, runOnSmallDisk, type Failing } from './failing.ts';

const timeout = { timeout: 3_600_000 };
/** In full every call fails once; else ever fewer. */
const after = (at: number) => (isDeep ? at + 1 : at * 2);

const place12 = `const place = { account: '12', purpose: 'read-cache', name: 'a' };`;
const replace = `${place12}
  const { vault, setAside } = openSqliteVault(folder);
  if (setAside !== undefined) console.log('set aside');
  vault.write([{ ...place, sealed: Buffer.from('two'.repeat(9000)) }]);
  console.log('written');
  vault.close();`;

const filesOf = (folder: string) =>
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')] as const);

describe.runIf(process.platform === 'linux')('a vault', () => {
  it.each(
    sampled<readonly [string, Failing['error']]>(
      [
        ['pread64', 'EIO'],
        ['pwrite64', 'EIO'],
        ['pwrite64', 'ENOSPC'],
        ['fsync', 'EIO'],
        ['ftruncate', 'EIO'],
        ['openat', 'EPERM'],
        ['openat', 'EIO'],
        ['unlink', 'EBUSY'],
      ],
      2,
    ),
  )(
    'stays in place with the old or the new value when any %s fails with %s, and reports which writes succeeded',
    timeout,
    (call, error) => {
      const whole = freshFolder();
      const { vault } = openSqliteVault(whole);
      vault.write([{ ...place, sealed: bytes('one'.repeat(9000)) }]);
      vault.close();
      let failures = 0;
      for (let at = 1; ; at = after(at)) {
        const folder = freshFolder();
        cpSync(whole, folder, { recursive: true });
        const paths = ['', '-wal'].map((suffix) => join(folder, `vault.db${suffix}`));
        const { said, failed } = runFailing(folder, { call, error, at, paths }, replace);
        if (!failed) break;
        failures += 1;
        const where = `${call} ${String(at)}: ${said.join()}`;
        for (const word of said) expect(word, where).toMatch(/^(written|vault: [a-z-]+)$/);
        expect(
          readdirSync(folder).filter((name) => name.includes('aside')),
          where,
        ).toEqual([]);
        const again = openSqliteVault(folder);
        const found = textAt(again.vault);
        again.vault.close();
        expect(again.setAside, where).toBeUndefined();
        expect(
          ['one', 'two'].map((text) => text.repeat(9000)),
          where,
        ).toContain(found);
        if (said.includes('written')) expect(found?.slice(0, 3), where).toBe('two');
      }
      expect(failures).toBeGreaterThan(0);
      if (isDeep) console.info(failures, 'times', call, error);
    },
  );

  it.each<[Failing['error'], string]>([
    ['EPERM', 'vault: denied'],
    ['EBUSY', 'vault: locked'],
    ['EIO', 'vault: denied'],
    ['EXDEV', 'vault: denied'],
  ])(
    'stays as it is when it is damaged and cannot be set aside for %s',
    timeout,
    (error, reported) => {
      for (const at of sampled([1, 2], 1)) {
        const folder = freshFolder();
        mkdirSync(folder);
        writeFileSync(join(folder, 'vault.db'), 'not a database at all'.repeat(9));
        writeFileSync(join(folder, 'vault.db-wal'), 'its log');
        const before = filesOf(folder);
        const { said, failed } = runFailing(folder, { call: 'rename', error, at }, replace);
        expect([failed, said]).toEqual([true, [reported]]);
        expect(filesOf(folder)).toEqual(before);
        const { setAside = '' } = open(folder);
        expect(readFileSync(join(folder, setAside), 'latin1')).toBe(before[0]?.[1]);
        expect(readFileSync(join(folder, `${setAside}-wal`), 'latin1')).toBe('its log');
      }
    },
  );

  it('on a full disk keeps what it has, says so, and goes on when there is room', timeout, () => {
    const folder = freshFolder();
    mkdirSync(folder);
    const source = `${place12}
      const { vault } = openSqliteVault(folder + '/vault');
      const files = createPlainFiles(folder);
      const refusal = (work) => { try { work(); return 'none'; } catch (error) { return error.message; } };
      files.write('settings.json', 'kept');
      vault.write([{ ...place, sealed: Buffer.from('kept') }]);
      let error = 'none';
      for (let n = 0; error === 'none'; n += 1) {
        error = refusal(() => vault.write([{ ...place, name: 'n' + n, sealed: Buffer.alloc(9000) }]));
      }
      console.log(error, refusal(() => files.write('settings.json', 'x'.repeat(600_000))));
      console.log(Buffer.from(vault.read(place)).toString(), files.read('settings.json'));
      const { readdirSync, rmSync, writeFileSync } = await import('node:fs');
      console.log(readdirSync(folder).join());
      vault.close();
      const again = openSqliteVault(folder + '/vault');
      console.log(again.setAside, Buffer.from(again.vault.read(place)).toString());
      again.vault.removeAccount('12');
      again.vault.write([{ ...place, sealed: Buffer.from('room') }]);
      console.log(Buffer.from(again.vault.read(place)).toString());
      again.vault.close();`;
    expect(runOnSmallDisk(folder, 600, source)).toEqual([
      'vault: no-space vault: no-space',
      'kept kept',
      'settings.json,vault',
      'undefined kept',
      'room',
    ]);
  });

  it(
    'on a disk that is full from the start reports no space, and leaves no partial file',
    timeout,
    () => {
      const folder = freshFolder();
      mkdirSync(folder);
      const source = `
      const { readdirSync, rmSync, writeFileSync } = await import('node:fs');
      writeFileSync(folder + '/filler', Buffer.alloc(60 * 1024));
      try { openSqliteVault(folder + '/vault'); } catch (error) { console.log(error.message); }
      rmSync(folder + '/filler');
      const { vault, setAside } = openSqliteVault(folder + '/vault');
      console.log(setAside);
      vault.close();`;
      expect(runOnSmallDisk(folder, 64, source)).toEqual(['vault: no-space', 'undefined']);
    },
  );

  it('on a read-only disk is reported, and left as it is', timeout, () => {
    const folder = freshFolder();
    mkdirSync(folder);
    const source = `${place12}
      const { execFileSync } = await import('node:child_process');
      const { readFileSync } = await import('node:fs');
      const { vault } = openSqliteVault(folder + '/vault');
      const files = createPlainFiles(folder);
      files.write('settings.json', 'kept');
      vault.write([{ ...place, sealed: Buffer.from('kept') }]);
      vault.close();
      const before = readFileSync(folder + '/vault/vault.db');
      execFileSync('mount', ['--options', 'remount,ro', folder]);
      const refusal = (work) => { try { work(); return 'none'; } catch (error) { return error.message; } };
      console.log(refusal(() => openSqliteVault(folder + '/vault')));
      console.log(refusal(() => files.write('settings.json', 'new')), files.read('settings.json'));
      console.log(readFileSync(folder + '/vault/vault.db').equals(before));`;
    expect(runOnSmallDisk(folder, 600, source)).toEqual([
      'vault: read-only',
      'vault: read-only kept',
      'true',
    ]);
  });

  it('is kept and set aside on the device of its folder', timeout, () => {
    const folder = freshFolder();
    mkdirSync(join(folder, 'device'), { recursive: true });
    symlinkSync(join(folder, 'device'), join(folder, 'vault'));
    const source = `${place12}
      const { readdirSync, statSync, writeFileSync } = await import('node:fs');
      const link = folder.replace(/device$/, 'vault');
      console.log(statSync(link).dev === statSync(link + '/..').dev);
      const first = openSqliteVault(link);
      first.vault.write([{ ...place, sealed: Buffer.from('one') }]);
      first.vault.close();
      writeFileSync(link + '/vault.db', 'no vault');
      const second = openSqliteVault(link);
      second.vault.close();
      console.log(readdirSync(folder).map((name) => name.replace(/\\d{8}T\\d{6}Z/, 'then')).join());`;
    expect(runOnSmallDisk(join(folder, 'device'), 600, source)).toEqual([
      'false',
      'vault.db,vault.db.set-aside-then',
    ]);
  });
});

describe.runIf(process.platform === 'linux')('a plain file', () => {
  it.each<[string, Failing['error'], string]>([
    ['rename', 'EIO', 'vault: denied'],
    ['rename', 'EXDEV', 'vault: denied'],
    ['fsync', 'EIO', 'vault: denied'],
    ['fsync', 'ENOSPC', 'vault: no-space'],
  ])(
    'keeps the old text and leaves no temporary file when its %s fails with %s',
    timeout,
    (call, error, reported) => {
      const folder = freshFolder();
      createPlainFiles(folder).write('settings.json', 'old');
      const write = `createPlainFiles(folder).write('settings.json', 'new');`;
      const { said, failed } = runFailing(folder, { call, error, at: 1 }, write);
      expect([failed, said]).toEqual([true, [reported]]);
      expect(filesOf(folder)).toEqual([['settings.json', 'old']]);
    },
  );
});
