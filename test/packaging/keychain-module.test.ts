import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { placeKeychainModule } from '#build/packaging/keychain-module.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

const installed = fileURLToPath(new URL('../../node_modules/keytar', import.meta.url));

/** The installed module with only these files of its `build` folder. */
function installation(...built: readonly string[]): string {
  const folder = temporaryFolder();
  const files = ['package.json', 'LICENSE.md', 'lib', ...built.map((file) => `build/${file}`)];
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(installed, file), join(folder, file), { recursive: true });
  }
  return folder;
}

describe('the keychain module of a package', () => {
  const place = (from: string) => {
    const to = join(temporaryFolder(), 'keytar');
    placeKeychainModule(from, to, 'linux');
    return to;
  };

  it('is the file that was compiled on this machine', () => {
    const to = place(installation('Release/keytar.node', 'config.gypi'));
    const file = 'build/Release/keytar.node';
    expect(readFileSync(join(to, file)).equals(readFileSync(join(installed, file)))).toBe(true);
    expect(existsSync(join(to, 'binding.gyp'))).toBe(false);
  });

  it('is never one that was downloaded, nor is a package made without one', () => {
    const prebuilt = installation('Release/keytar.node');
    expect(() => place(prebuilt)).toThrow('was not compiled here');
    expect(() => place(installation())).toThrow('was not compiled here');
  });
});
