import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRawHeader } from '@electron/asar';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { startKeychain } from '#test/adapters/keychain/keychain.ts';
import { filesBelow } from '#test/files-below.ts';
import { sharedChromium } from '#test/stand-in/engine/engine.ts';
import { startProgram } from '#test/stand-in/driver/program.ts';
import { fusesOf } from '#test/packaging/made-up-electron.ts';
import { root } from '#test/repository/files.ts';
import { packagedOfAFile } from './lay-out.ts';

const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

/** Bytes, with the measured size beside each. Raising one is a decision, not a repair. */
const budgets = {
  /** 8.3 MB: main 3.0 (undici 1.2 of it), the window 2.3 with both its pages, its guide's pictures 2.8. */
  archive: 10_000_000,
  /** 0.046 MB: what is read before the window opens. */
  beforeWindow: 50_000,
  /** 0.11 MB: the keychain module. */
  unpacked: 200_000,
} as const;

const packaged = packagedOfAFile();

describe('the packaged archive', () => {
  it('holds what the program runs on, and nothing else', () => {
    const { archived } = packaged();
    const places = new Set(archived.map((file) => file.replace(/[^/]+$/, '')));
    expect([...places].sort()).toEqual([
      '',
      'build/icons/',
      'build/icons/tray/',
      'build/icons/tray/template/',
      'node_modules/keytar/',
      'node_modules/keytar/build/Release/',
      'node_modules/keytar/lib/',
      'out/main/',
      'out/preload/',
      'out/renderer/',
      'out/renderer/assets/',
    ]);
    const endings = new Set(archived.map((file) => file.replace(/^.*\./, '')));
    expect([...endings].sort()).toEqual(
      ['cjs', 'css', 'html', 'ico', 'js', 'json', 'md', 'node', 'png', 'webp', 'woff2'].sort(),
    );
    expect(archived.filter((file) => /\.(?:json|md|cjs|html)$/.test(file))).toEqual([
      'node_modules/keytar/LICENSE.md',
      'node_modules/keytar/package.json',
      'out/preload/preload.cjs',
      'out/renderer/index.html',
      'out/renderer/quick.html',
      'package.json',
    ]);
  });

  /** What the main process runs, in the order in which it is read. */
  const mainParts = [
    'main.js',
    'shared.js',
    'program.js',
    'rolldown-runtime.js',
    'undici-transport.js',
    'ask-passphrase.js',
    'commands.js',
    'self-test.js',
    'passphrase-stanza.js',
    'dist.js',
  ];
  const codeOf = (file: string) => readFileSync(join(packaged().inside, 'out/main', file), 'utf8');

  it('has the parts of main and the program of the keychain, with no updater where no feed was given', () => {
    const { archived } = packaged();
    const expected = ['keytar-helper.js', ...mainParts].map((file) => `out/main/${file}`);
    expect(archived.filter((file) => file.startsWith('out/main/'))).toEqual(expected.sort());
    for (const part of mainParts) {
      expect(codeOf(part)).not.toMatch(/app-update\.yml|x-user-staging-id/);
    }
  });

  it('opens its window from a small file, which no other part imports', () => {
    expect(statSync(join(packaged().inside, 'out/main/main.js')).size).toBeLessThan(
      budgets.beforeWindow,
    );
    for (const part of mainParts.slice(1)) expect(codeOf(part)).not.toContain('/main.js"');
  });

  it('requires no package but the one that it contains, and that one in main only', () => {
    const packagesOf = (code: string) =>
      [...code.matchAll(/^import .* from "([^"]+)";$|\brequire\w*\("([^"]+)"\)/gm)]
        .map(([, imported, required]) => imported ?? required ?? '')
        .filter((name) => !/^[./]/.test(name) && process.getBuiltinModule(name) === undefined);
    expect(new Set(mainParts.flatMap((part) => packagesOf(codeOf(part))))).toEqual(
      new Set(['electron']),
    );
    expect(packagesOf(codeOf('keytar-helper.js'))).toEqual([]);
    expect(codeOf('keytar-helper.js')).toContain('(import.meta.url)("keytar")');
    for (const part of mainParts) expect(codeOf(part)).not.toContain('"keytar"');
  });

  it('holds no source map, no source and no way to either', () => {
    const { archived, inside } = packaged();
    for (const file of archived.filter((name) => /\.(?:js|cjs|css)$/.test(name))) {
      const text = readFileSync(join(inside, file), 'utf8');
      expect(text, file).not.toMatch(/[#@] sourceMappingURL=/);
    }
  });

  it('holds nothing of the local service, of the stand-in or of a test', () => {
    const { archived, inside } = packaged();
    const marks = [/from "hono"|hono\/dist/, /@peculiar/, /test\/stand-in/, /vitest/, /faker/];
    for (const file of archived.filter((name) => /\.(?:js|cjs)$/.test(name))) {
      const text = readFileSync(join(inside, file), 'utf8');
      for (const mark of marks) expect(text, file).not.toMatch(mark);
    }
  });

  it('holds no secret and no folder of the machine that built it', () => {
    const { archived, inside } = packaged();
    const secrets = /svc_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}|BEGIN [A-Z ]*PRIVATE KEY/;
    for (const file of archived.filter((name) => !/\.(?:png|woff2|node)$/.test(name))) {
      const text = readFileSync(join(inside, file), 'utf8');
      expect(text, file).not.toMatch(secrets);
      expect(text.includes(root), `${file} names ${root}`).toBe(false);
    }
  });

  it('has a package.json of what the program is, and of nothing that builds it', () => {
    const { inside } = packaged();
    const manifest = JSON.parse(readFileSync(join(inside, 'package.json'), 'utf8')) as object;
    const fields = Object.entries(manifest).filter(([, value]) => value !== null);
    expect(Object.fromEntries(fields)).toMatchObject({
      name: 'culvert',
      productName: 'Culvert',
      version,
      type: 'module',
      main: 'out/main/main.js',
    });
    expect(fields.map(([name]) => name).sort()).toEqual([
      'description',
      'desktopName',
      'homepage',
      'license',
      'main',
      'name',
      'productName',
      'type',
      'version',
    ]);
  });

  it('knows each of its files by a checksum, those beside it too', () => {
    const { archived, resources } = packaged();
    const { header } = getRawHeader(join(resources, 'app.asar'));
    const seen: string[] = [];
    const visit = (node: object, path: string) => {
      if ('files' in node) {
        for (const [name, child] of Object.entries(node.files as Record<string, object>)) {
          visit(child, `${path}/${name}`);
        }
        return;
      }
      expect(node, path).toMatchObject({ integrity: { algorithm: 'SHA256' } });
      seen.push(path.slice(1));
    };
    visit(header, '');
    expect(seen.sort()).toEqual(archived);
  });

  it('keeps to its size', () => {
    const { resources } = packaged();
    const archive = statSync(join(resources, 'app.asar')).size;
    const unpacked = filesBelow(join(resources, 'app.asar.unpacked'))
      .map((file) => statSync(file).size)
      .reduce((sum, size) => sum + size, 0);
    expect(archive).toBeLessThan(budgets.archive);
    expect(unpacked).toBeLessThan(budgets.unpacked);
  });
});

describe('beside the archive', () => {
  it('lie the keychain module, unpacked, the licences, and what is Electron’s', () => {
    const { beside, resources } = packaged();
    expect(beside).toEqual([
      'LICENSE.electron.txt',
      'culvert',
      'resources/app.asar',
      'resources/app.asar.unpacked/node_modules/keytar/build/Release/keytar.node',
      'resources/licences.txt',
      'version',
    ]);
    expect(readFileSync(join(resources, 'licences.txt'), 'utf8')).toMatch(/^undici [0-9]/m);
  });

  it('is no binary but the keychain module, which is this system’s', () => {
    const { app, beside } = packaged();
    const head = (file: string) => readFileSync(file).subarray(0, 4).toString('latin1');
    const binaries = beside
      .map((file) => head(join(app, file)))
      .filter((found) => /^(?:\x7FELF|MZ|[\xCF\xCE]\xFA\xED\xFE|\xCA\xFE\xBA\xBE)/.test(found));
    expect(binaries).toEqual([head(`${root}node_modules/keytar/build/Release/keytar.node`)]);
  });

  it('has Electron’s fuses set for a program that is only itself', () => {
    const { app } = packaged();
    expect(fusesOf(join(app, 'culvert'))).toEqual({
      runAsNode: false,
      cookieEncryption: true,
      nodeOptions: false,
      nodeInspect: false,
      asarIntegrity: true,
      onlyAsar: true,
      v8Snapshot: false,
      filePrivileges: false,
      wasmTrapHandlers: false,
    });
  });
});

describe('the window of the packaged program', () => {
  it('refers to no address but its own and those that are only names', () => {
    const { archived, inside } = packaged();
    // Namespaces, an example in the form, a text of Vue's errors, and what zod checks text with.
    const names =
      /^https?:\/\/(?:www\.w3\.org\/|json-schema\.org\/|api\.example\.com$|vuejs\.org\/error-reference\/|\[?\$\{)/;
    for (const file of archived.filter((name) => /^out\/renderer\/.*\.(?:html|css)$/.test(name))) {
      const text = readFileSync(join(inside, file), 'utf8').replace(/\/\*.*?\*\//gs, '');
      expect(text.match(/(?:https?:)?\/\/[\w.-]+\.[a-z]{2,}/g) ?? [], file).toEqual([]);
    }
    const scripts = archived.filter((name) => /^out\/renderer\/.*\.(?:js|svg)$/.test(name));
    const addresses = scripts.flatMap(
      (file) =>
        readFileSync(join(inside, file), 'utf8').match(/\bhttps?:\/\/[^\s"'`)<>\\]+/g) ?? [],
    );
    expect([...new Set(addresses)].filter((address) => !names.test(address))).toEqual([]);
  });
});

describe('the packaged program', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });

  it('runs from what is in the archive alone, up to its sign-in screen', async () => {
    const { folder, inside } = packaged();
    const config = join(folder, 'config');
    const elsewhere = join(folder, 'profile');
    const local = JSON.stringify({ service: 'http://127.0.0.1:9', key: 'a key' });
    const errors: string[] = [];
    const program = await startProgram({
      browser,
      main: join(inside, 'out/main/main.js'),
      packaged: true,
      args: [`--profile=${elsewhere}`, '--service=https://other.example.com'],
      env: { XDG_CONFIG_HOME: config, CULVERT_LOCAL_PREFILL: local, CULVERT_LOCAL_SIGN_IN: local },
      onPage: (page) => {
        page.on('console', (message) => {
          if (message.type() === 'error') errors.push(message.text());
        });
      },
    });
    try {
      const page = await program.page();
      await page.waitForSelector('form input');
      expect(await page.title()).toBe('Culvert');
      expect(errors).toEqual([]);
      const { requestsElsewhere } = await program.controls.records();
      expect(requestsElsewhere).toEqual([]);
      const values = await page
        .locator('form input')
        .evaluateAll((inputs) => inputs.map((input) => (input as { value?: string }).value));
      expect(values).toEqual(['', '']);
      expect(existsSync(elsewhere)).toBe(false);
      expect(readdirSync(config)).toHaveLength(1);
      expect(existsSync(join(config, String(readdirSync(config)[0]), 'vault'))).toBe(true);
    } finally {
      await program.kill();
    }
  });

  it('tries itself: each part of the installation, in a profile of its own', async () => {
    const { folder, inside } = packaged();
    const config = join(folder, 'self-test');
    const temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    const keychain = await startKeychain();
    const program = await startProgram({
      browser,
      main: join(inside, 'out/main/main.js'),
      packaged: true,
      args: ['--self-test'],
      env: { ...keychain.env, XDG_CONFIG_HOME: config, TMPDIR: temporary },
    });
    try {
      expect([await program.exited, program.output()]).toEqual([0, expect.anything()]);
      const rows = program.output().trim().split('\n');
      expect(rows.map((row) => row.split(/ +/).slice(0, 2).join(' '))).toEqual([
        'vault ok',
        'crypto ok',
        'parts ok',
        'keychain ok',
        'window ok',
        'clipboard ok',
        'tray ok',
      ]);
      expect(existsSync(config)).toBe(false);
      // Who started the test removes it: the program's own processes hold it to the end.
      expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^culvert-self-test-/)]);
    } finally {
      await program.kill();
      await keychain.stop();
    }
  });

  it.runIf(process.platform === 'linux')(
    'passes in the program that is installed, which also refuses to be debugged',
    async () => {
      const { app, folder, resources } = packaged();
      const next = join(folder, 'next-steps');
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [join(root, 'build/run/self-test.js'), `${app.slice(0, -3)}*`],
        // The stand-in does not need a display.
        { env: { ...process.env, DISPLAY: ':99', GITHUB_ENV: next } },
      );
      expect(stdout.match(/^\w+ +ok /gm)).toHaveLength(7);
      expect(stdout).toMatch(/passed\n$/);
      expect(readFileSync(next, 'utf8')).toBe(
        `CULVERT_E2E_ARCHIVE=${join(resources, 'app.asar')}\n`,
      );
    },
  );

  it('fails its own test where its keychain’s program is damaged', async () => {
    const { folder, inside } = packaged();
    const damaged = join(folder, 'damaged');
    cpSync(inside, damaged, { recursive: true });
    writeFileSync(join(damaged, 'out/main/keytar-helper.js'), 'process.exit(1);');
    const program = await startProgram({
      browser,
      main: join(damaged, 'out/main/main.js'),
      packaged: true,
      args: ['--self-test'],
    });
    expect([await program.exited, program.output()]).toEqual([
      1,
      expect.stringMatching(/^keychain +FAILED/m),
    ]);
  });

  it('does not start with a switch that opens it to others, and says so', async () => {
    const start = startProgram({
      browser,
      main: join(packaged().inside, 'out/main/main.js'),
      packaged: true,
      args: ['--remote-debugging-port=9222'],
      env: { XDG_CONFIG_HOME: join(packaged().folder, 'unused') },
    });
    await expect(start).rejects.toThrow(/ended with 1:[^]*--remote-debugging-port/);
    expect(existsSync(join(packaged().folder, 'unused'))).toBe(false);
  });
});
