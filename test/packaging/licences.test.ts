import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { collectLicences } from '#build/packaging/licences.ts';
import { root } from '#test/repository/files.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
function packageOf(manifest: object, files: Record<string, string> = {}): string {
  const path = join(folder, String(Math.random()));
  mkdirSync(path);
  writeFileSync(join(path, 'package.json'), JSON.stringify(manifest));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

describe('the licences that ship', () => {
  it('begin with the project’s own and include the runtime, the typefaces and the keychain module', () => {
    const text = collectLicences(root, []);
    expect(text).toMatch(/^MIT License/);
    for (const name of ['electron', 'keytar', '@fontsource-variable/inter', 'tailwindcss']) {
      expect(text).toMatch(new RegExp(`^${name} [0-9]`, 'm'));
    }
  });

  it('include the text and the notice of every bundled package, once', () => {
    const one = packageOf(
      { name: 'one', version: '1.2.3', license: 'Apache-2.0' },
      { 'LICENSE.txt': 'the whole text', NOTICE: 'and the notice', 'README.md': 'not this' },
    );
    const text = collectLicences(root, [one, one]);
    expect(text).toContain('one 1.2.3\n\nthe whole text\n\nand the notice\n');
    expect(text.match(/^one 1\.2\.3$/gm)).toHaveLength(1);
    expect(text).not.toContain('not this');
  });

  it('name the author where a package has no text', () => {
    const manifest = { name: 'two', version: '1.0.0', license: 'MIT' };
    const folder = packageOf({ ...manifest, author: { name: 'Someone' } });
    expect(collectLicences(root, [folder])).toContain('two 1.0.0\n\nMIT. By Someone.\n');
    const drawn = packageOf(manifest, { 'info.json': '{"author":{"name":"A Painter"}}' });
    expect(collectLicences(root, [drawn])).toContain('MIT. By A Painter.\n');
  });

  it('fail the build for a package without a licence', () => {
    const nameless = packageOf({ name: 'three', version: '1.0.0', license: 'MIT' });
    expect(() => collectLicences(root, [nameless])).toThrow('three says neither');
    const silent = packageOf({ name: 'four', version: '1.0.0' }, { LICENSE: 'text' });
    expect(() => collectLicences(root, [silent])).toThrow('four does not say its licence');
  });
});
