import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlainFiles } from '#adapters/plain-files.ts';
import { VaultError } from '#core/kernel/ports.ts';
import { freshFolder, modeOf } from './folders.ts';
import { oddFiles } from './odd-files.ts';

describe('plain files', () => {
  it.skipIf(process.platform === 'win32').each(oddFiles)(
    'are neither read nor changed through %s, which the next write replaces',
    (_, make) => {
      const folder = freshFolder();
      mkdirSync(folder);
      const path = join(folder, 'settings.json');
      make(path);
      const files = createPlainFiles(folder);
      expect(files.read('settings.json')).toBeUndefined();
      expect(() => files.setAside('settings.json')).toThrow(VaultError);
      files.write('settings.json', 'new');
      expect(lstatSync(path).isFile()).toBe(true);
      expect(files.read('settings.json')).toBe('new');
      const others = readdirSync(folder).filter((name) => name !== 'settings.json');
      expect(others.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(
        others.map(() => 'of another program'),
      );
    },
  );

  it('are not read where somebody made one longer than any of ours', () => {
    const folder = freshFolder();
    const files = createPlainFiles(folder);
    files.write('settings.json', ' '.repeat(4 * 1024 * 1024 + 1));
    expect(files.read('settings.json')).toBeUndefined();
    expect(() => files.setAside('settings.json')).toThrow(VaultError);
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('return what was written, also in the next run', () => {
    const folder = freshFolder();
    createPlainFiles(folder).write('settings.json', '{"язык":"ru"}');
    expect(createPlainFiles(folder).read('settings.json')).toBe('{"язык":"ru"}');
    createPlainFiles(folder).write('settings.json', '');
    expect(createPlainFiles(folder).read('settings.json')).toBe('');
  });

  it('are written when a scanner of Windows lets go of them, and not when it never does', () => {
    const folder = freshFolder();
    const refusing = (times: number) => {
      let refused = 0;
      return createPlainFiles(folder, (from, to) => {
        if ((refused += 1) <= times) throw Object.assign(new Error('held'), { code: 'EPERM' });
        renameSync(from, to);
      });
    };
    refusing(3).write('settings.json', 'new');
    expect(readdirSync(folder)).toEqual(['settings.json']);
    expect(() => refusing(100).write('settings.json', 'newer')).toThrow(VaultError);
    expect(createPlainFiles(folder).read('settings.json')).toBe('new');
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('are readable by their owner only', () => {
    const folder = freshFolder();
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(folder, 'settings.json'), 'old', { mode: 0o644 });
    createPlainFiles(folder).write('settings.json', 'new');
    expect([modeOf(folder), modeOf(join(folder, 'settings.json'))]).toEqual(['700', '600']);
  });

  it('are replaced, not overwritten: no reader ever sees half of one', () => {
    const folder = freshFolder();
    const files = createPlainFiles(folder);
    files.write('settings.json', 'old');
    const opened = join(folder, 'opened-before');
    linkSync(join(folder, 'settings.json'), opened);
    files.write('settings.json', 'new');
    expect([readFileSync(opened, 'utf8'), files.read('settings.json')]).toEqual(['old', 'new']);
  });

  it('keep the old text when they cannot be replaced, and leave no temporary file', () => {
    const folder = freshFolder();
    mkdirSync(join(folder, 'settings.json'), { recursive: true });
    writeFileSync(join(folder, 'settings.json', 'in-the-way'), '');
    const files = createPlainFiles(folder);
    expect(() => files.write('settings.json', 'new')).toThrow(VaultError);
    expect(readdirSync(folder)).toEqual(['settings.json']);
    expect(files.read('settings.json')).toBeUndefined();
  });

  it('are set aside as a copy of their own that nothing overwrites', () => {
    const folder = freshFolder();
    const files = createPlainFiles(folder);
    for (const text of ['{ one', '{ two']) {
      files.write('accounts.json', text);
      files.setAside('accounts.json');
    }
    files.write('accounts.json', 'new');
    const copies = readdirSync(folder).filter((name) => name.startsWith('accounts.json.set-aside'));
    const texts = copies.map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(texts.toSorted()).toEqual(['{ one', '{ two']);
    expect(copies.map((name) => modeOf(join(folder, name)))).toEqual(['600', '600']);
    expect(files.read('accounts.json')).toBe('new');
    expect(() => files.setAside('settings.json')).toThrow(VaultError);
  });

  it('report the error of the system without the path', () => {
    const folder = freshFolder();
    writeFileSync(folder, '');
    expect(() => createPlainFiles(folder).write('settings.json', '')).toThrow('vault: denied');
  });
});
