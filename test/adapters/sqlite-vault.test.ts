import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteVault } from '../../src-main/adapters/sqlite-vault.ts';
import { VaultError, type Vault } from '../../src-main/core/ports.ts';
import { createMemoryVault } from '../../src-main/core/sealed-vault.ts';
import { freshFolder, modeOf } from './folders.ts';

const adapter = new URL('../../src-main/adapters/sqlite-vault.ts', import.meta.url).href;
const place = { account: '12', purpose: 'library', name: 'a' };
const bytes = (text: string) => Buffer.from(text);

/** Opens a vault that is closed when the test ends. */
function open(folder: string): ReturnType<typeof openSqliteVault> {
  const opened = openSqliteVault(folder);
  onTestFinished(() => opened.vault.close());
  return opened;
}

function textAt(vault: Vault, at = place): string | undefined {
  const found = vault.read(at);
  return found && Buffer.from(found).toString();
}

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof VaultError ? error.reason : String(error);
  }
  return 'none';
}

/**
 * Runs a program of its own that has `openSqliteVault` and `folder`; answers what it printed.
 *
 * @param first shell commands to run before it, in the same shell
 */
function runApart(folder: string, source: string, first = ''): string {
  const program = `
    import { openSqliteVault } from ${JSON.stringify(adapter)};
    const folder = ${JSON.stringify(folder)};
    ${source}`;
  const run = `${first} exec "$0" --input-type=module --no-warnings -e "$1"`;
  const { stdout, stderr } = spawnSync('sh', ['-c', run, process.execPath, program], {
    encoding: 'utf8',
  });
  if (stderr !== '') throw new Error(stderr);
  return stdout.trim();
}

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
  });

  it('keeps no bytes as bytes', () => {
    const vault = make();
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
    const all = vault.readAll('12', 'library');
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

  it('keeps apart what only joins to the same text', () => {
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

  it('is for its owner alone, and so is all that belongs to it', () => {
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
    expect(vault.readAll('12', 'library')).toHaveLength(10_000);
  });

  it('keeps what was written when the program is killed in the middle of writing', async () => {
    const folder = freshFolder();
    const program = `
      import { openSqliteVault } from ${JSON.stringify(adapter)};
      const { vault } = openSqliteVault(${JSON.stringify(folder)});
      for (let n = 0; ; n += 1) {
        const sealed = Buffer.alloc(5000, n % 251);
        vault.write(['a', 'b', 'c'].map((name) => ({
          account: '12', purpose: 'library', name, sealed,
        })));
        process.stdout.write(n + '\\n');
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    const seen = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.split('\n').length > 50) resolve();
      });
    });
    await seen;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    const last = Number(said.trimEnd().split('\n').at(-1));
    const { vault, setAside } = open(folder);
    expect(setAside).toBeUndefined();
    const values = ['a', 'b', 'c'].map((name) => vault.read({ ...place, name })?.[4999]);
    expect(new Set(values).size).toBe(1);
    expect([last % 251, (last + 1) % 251]).toContain(values[0]);
  });
});

describe('a second program', () => {
  it('is told that the vault is locked, and leaves it alone', () => {
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

  it('gets it once the first has closed it', () => {
    const folder = freshFolder();
    openSqliteVault(folder).vault.close();
    const said = runApart(
      folder,
      `const { vault } = openSqliteVault(folder);
       vault.write([{ account: '12', purpose: 'library', name: 'a', sealed: Buffer.from('two') }]);
       vault.close();
       console.log('done');`,
    );
    expect(said).toBe('done');
    expect(textAt(open(folder).vault)).toBe('two');
  });
});

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
    [
      'has the layout of a later version',
      (path) => {
        openSqliteVault(join(path, '..')).vault.close();
        const later = new DatabaseSync(path);
        later.exec('PRAGMA user_version = 2');
        later.close();
      },
    ],
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
    'takes its log with it, with what was written last',
    (content) => {
      const folder = freshFolder();
      mkdirSync(folder);
      writeFileSync(join(folder, 'vault.db'), content);
      writeFileSync(join(folder, 'vault.db-wal'), 'its log');
      const { setAside = '' } = open(folder);
      expect(readFileSync(join(folder, setAside), 'utf8')).toBe(content);
      expect(readFileSync(join(folder, `${setAside}-wal`), 'utf8')).toBe('its log');
    },
  );

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

  it('in the middle of a write leaves nothing of it, and reading goes on', () => {
    const folder = freshFolder();
    const source = `
      const place = { account: '12', purpose: 'library' };
      const { vault } = openSqliteVault(folder);
      vault.write([{ ...place, name: 'a', sealed: Buffer.from('one') }]);
      process.on('SIGXFSZ', () => undefined);
      try {
        vault.write(Array.from({ length: 2000 }, (_, n) => (
          { ...place, name: 'a' + n, sealed: Buffer.alloc(1000) })));
      } catch (error) { console.log(error.name); }
      console.log(vault.readAll('12', 'library').length);
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
