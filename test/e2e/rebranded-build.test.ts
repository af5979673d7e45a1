import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedChromium } from '#test/stand-in/engine/engine.ts';
import { startProgram } from '#test/stand-in/driver/program.ts';
import { isDeep } from '#test/simulator/deep.ts';
import { folderOfAFile } from '#test/temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { publicKey } = generateKeyPairSync('ed25519');
const variables = {
  CULVERT_PRODUCT_NAME: 'Example VPN',
  CULVERT_DEFAULT_SERVICE: 'https://api.example.com/v1',
  CULVERT_SUBSCRIPTION_URL: 'https://sub.example.com/{key}',
  CULVERT_UPDATE_FEED: 'https://updates.example.com',
  CULVERT_UPDATE_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
};

/** When each file of the build that `npm start` uses was written. */
function builtAt(): readonly string[] {
  return readdirSync(join(root, 'out'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:main|preload|renderer)[/\\]/.test(file))
    .map((file) => `${file} ${String(statSync(join(root, 'out', file)).mtimeMs)}`);
}

const folder = folderOfAFile();
const before = builtAt();
beforeAll(async () => {
  const builder = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  await promisify(execFile)(
    process.execPath,
    [builder, 'build', '--logLevel', 'error', '--outDir', join(folder, 'out')],
    { cwd: root, env: { ...process.env, ...variables } },
  );
  // Where a built program finds its pictures and its keychain module.
  for (const name of ['build', 'node_modules', 'package.json']) {
    symlinkSync(join(root, name), join(folder, name));
  }
});

/** Without what only a reader of the source sees. */
function withoutComments(code: string): string {
  return code.replace(/\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '');
}

describe.runIf(isDeep)('a build that carries a name, an address and a feed', () => {
  it('says its own name wherever a program says one', () => {
    const files = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' });
    const spoken = files.filter((file) => /\.(?:js|cjs|html)$/.test(file));
    for (const file of [
      ['main', 'main.js'],
      ['renderer', 'quick.html'],
    ])
      expect(spoken).toContain(join(...file));
    for (const file of spoken) {
      const text = withoutComments(readFileSync(join(folder, 'out', file), 'utf8'));
      expect(text.match(/.{0,30}\bCulvert\b.{0,30}/g) ?? [], file).toEqual([]);
    }
  });

  it('changes nothing of the build that npm start uses', () => {
    expect(builtAt()).toEqual(before);
  });

  it('has the updater as one part more, and its key', () => {
    const parts = readdirSync(join(folder, 'out/main'));
    expect(parts.sort()).toEqual([
      'ask-passphrase.js',
      'commands.js',
      'dist.js',
      'keytar-helper.js',
      'main.js',
      'passphrase-stanza.js',
      'program.js',
      'rolldown-runtime.js',
      'self-test.js',
      'shared.js',
      'undici-transport.js',
      'updates.js',
    ]);
    const codeOf = (part: string) => readFileSync(join(folder, 'out/main', part), 'utf8');
    expect(codeOf('program.js')).toContain(variables.CULVERT_UPDATE_KEY);
    expect(codeOf('program.js')).toContain(variables.CULVERT_SUBSCRIPTION_URL);
    expect(codeOf('updates.js')).toContain('app-update.yml');
    for (const part of parts) expect(codeOf(part)).not.toContain('/main.js"');
  });

  it('fails its self-test where the file lacks that names the feed', async () => {
    const browser = await sharedChromium();
    const resources = join(folder, 'resources');
    mkdirSync(resources);
    const updates = async () => {
      const program = await startProgram({
        browser,
        main: join(folder, 'out/main/main.js'),
        packaged: true,
        args: ['--self-test'],
        env: { TMPDIR: folder, STAND_IN_RESOURCES: resources },
      });
      await program.exited;
      return /^updates +(\w+)/m.exec(program.output())?.[1];
    };
    expect(await updates()).toBe('FAILED');
    writeFileSync(join(resources, 'app-update.yml'), '{"provider":"generic","url":"https://a"}');
    expect(await updates()).toBe('ok');
  });

  it('begins with its address, which the user may change', async () => {
    const browser = await sharedChromium();
    const program = await startProgram({
      browser,
      main: join(folder, 'out/main/main.js'),
      args: [`--profile=${join(folder, 'profile')}`],
    });
    try {
      const page = await program.page();
      await page.waitForSelector('form input');
      expect(await page.title()).toBe('Example VPN');
      const values = await page
        .locator('form input')
        .evaluateAll((inputs) => inputs.map((input) => (input as { value?: string }).value));
      expect(values).toContain(variables.CULVERT_DEFAULT_SERVICE);
    } finally {
      await program.kill();
    }
  });
});
