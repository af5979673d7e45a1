import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createBackupFiles } from '#electron/backup-files.ts';
import { writeWhole } from '#electron/write-anew.ts';
import { hasModes } from '#test/files-below.ts';
import { runs } from '#test/simulator/deep.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

const bytes = (text: string) => Buffer.from(text);

it('a backup is written for its owner alone, and read up to a bound', async () => {
  const path = join(temporaryFolder(), 'b.age');
  const files = createBackupFiles();
  await files.write(path, bytes('old'));
  await files.write(path, bytes('a backup'));
  if (hasModes) expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(Buffer.from(await files.read(path, 4)).toString()).toBe('a ba');
  await expect(files.read(`${path}.other`, 4)).rejects.toThrow();
});

it('a backup that cannot be put in its place leaves the older one, and nothing beside it', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'b.age');
  await writeWhole(path, bytes('old'));
  const refused = () => Promise.reject(Object.assign(new Error('held'), { code: 'EPERM' }));
  await expect(writeWhole(path, bytes('new'), refused)).rejects.toThrow('held');
  await expect(writeWhole(join(folder, 'none', 'b.age'), bytes('new'))).rejects.toThrow();
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['b.age']);
});

it('the newest five copies stay in a folder, and everything that is none of them', async () => {
  const folder = temporaryFolder();
  const others = ['culvert-backup-of mine.age', 'culvert-backup-20260101T000000Z (1).age', 'z'];
  for (const name of others) writeFileSync(join(folder, name), 'x');
  mkdirSync(join(folder, 'sub'));
  let minute = 0;
  const files = createBackupFiles(() => new Date(Date.UTC(2026, 0, 15, 12, (minute += 1))));
  for (let n = 1; n <= 7; n += 1) {
    await files.writeCopy(folder, 'culvert-backup-', bytes(String(n)), 5);
  }
  const left = readdirSync(folder).filter((name) => !others.includes(name) && name !== 'sub');
  expect(left.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
    '3',
    '4',
    '5',
    '6',
    '7',
  ]);
  expect(left[0]).toBe('culvert-backup-20260115T120300Z.age');
  expect(readdirSync(folder)).toHaveLength(others.length + 6);
});

it('a kill at any moment of a write leaves the older backup or the newer, whole', async () => {
  const path = join(temporaryFolder(), 'b.age');
  const length = 300_000;
  writeFileSync(path, Buffer.alloc(length, 'a'));
  const program = `
    import { writeWhole } from '#electron/write-anew.ts';
    for (let n = 0; ; n += 1) {
      await writeWhole(${JSON.stringify(path)}, Buffer.alloc(${String(length)}, n % 2 ? 'a' : 'b'));
      if (n === 0) process.stdout.write('begun');
    }`;
  for (let kill = 0; kill < runs(5, 200); kill += 1) {
    const writing = spawn(process.execPath, ['--input-type=module', '-e', program]);
    await once(writing.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, kill % 7));
    writing.kill('SIGKILL');
    await once(writing, 'exit');
    const left = readFileSync(path);
    expect(left.equals(Buffer.alloc(length, left[0]))).toBe(true);
    expect(left).toHaveLength(length);
  }
});
