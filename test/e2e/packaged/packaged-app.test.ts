import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extractAll, getRawHeader } from '@electron/asar';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepare } from '../../build/packaging/prepare.ts';
import { createKeytarProcess } from '../../src-main/adapters/keychain/keytar-process.ts';
import { startHelper } from '../../src-main/electron/helper-program.ts';
import { createUtilityProcessModule } from '../stand-in/electron/utility-process.ts';
import { launchChromium } from '../stand-in/engine/engine.ts';
import { startProgram } from '../stand-in/driver/program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

/** Bytes. What is measured is said beside each; raising one is a decision, not a repair. */
const budgets = {
  /** 3.7 MB: main 1.8 (undici 1.2 of it), the window 1.7 with all its pages, pictures 0.04. */
  archive: 4_200_000,
  /** 0.09 MB: the keychain module. */
  unpacked: 200_000,
} as const;

/** What Electron's binary has in common with this one: the wire that holds its fuses. */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fuseNames = [
  'runAsNode',
  'cookieEncryption',
  'nodeOptions',
  'nodeInspect',
  'asarIntegrity',
  'onlyAsar',
  'v8Snapshot',
  'filePrivileges',
  'wasmTrapHandlers',
] as const;

let folder: string;
let app: string;
let resources: string;
let inside: string;
/** Every file of the archive, and of what lies beside it, by its path with forward slashes. */
let archived: string[];
let beside: string[];

function walk(from: string): string[] {
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'culvert-packaged-'));
  app = join(folder, 'dist/linux-unpacked');
  resources = join(app, 'resources');
  inside = join(folder, 'inside');
  await layOut();
  extractAll(join(resources, 'app.asar'), inside);
  archived = walk(inside);
  beside = walk(app);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** electron-builder itself and the real configuration; only Electron's own files are made up. */
async function layOut(): Promise<void> {
  const electron = join(folder, 'electron');
  mkdirSync(join(electron, 'resources'), { recursive: true });
  const wire = Buffer.from([1, fuseNames.length, ...fuseNames.map(() => 0x30)]);
  writeFileSync(join(electron, 'electron'), Buffer.concat([Buffer.from(fuseMark), wire]), {
    mode: 0o755,
  });
  writeFileSync(join(electron, 'version'), '');
  writeFileSync(join(electron, 'LICENSE'), 'Electron’s licence');
  // As it is for this system: joining two processors' modules is macOS's own affair.
  prepare('linux');
  const builder = join(root, 'node_modules/electron-builder/cli.js');
  const config = join(root, 'build/electron-builder.config.js');
  await promisify(execFile)(
    process.execPath,
    [
      ...[builder, '--linux', '--dir', '--publish', 'never', '--config', config],
      ...[`-c.electronDist=${electron}`, `-c.directories.output=${join(folder, 'dist')}`],
    ],
    { cwd: root, env: { ...process.env, DEBUG: '' } },
  );
}

describe('the packaged archive', () => {
  it('holds what the program runs on, and nothing else', () => {
    const places = new Set(archived.map((file) => file.replace(/[^/]+$/, '')));
    expect([...places].sort()).toEqual([
      '',
      'build/icons/',
      'build/icons/tray/dark/',
      'build/icons/tray/light/',
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
      ['cjs', 'css', 'html', 'js', 'json', 'md', 'node', 'png', 'webp', 'woff2'].sort(),
    );
    expect(archived.filter((file) => /\.(?:json|md|cjs|html)$/.test(file))).toEqual([
      'node_modules/keytar/LICENSE.md',
      'node_modules/keytar/package.json',
      'out/preload/preload.cjs',
      'out/renderer/index.html',
      'package.json',
    ]);
  });

  it('has one main file and the program of the keychain, with no updater where no feed was given', () => {
    expect(archived.filter((file) => file.startsWith('out/main/'))).toEqual([
      'out/main/keytar-helper.js',
      'out/main/main.js',
    ]);
    const main = readFileSync(join(inside, 'out/main/main.js'), 'utf8');
    expect(main).not.toMatch(/app-update\.yml|x-user-staging-id/);
  });

  it('asks for no package but the one that it brings, and for that beside main alone', () => {
    const codeOf = (file: string) => readFileSync(join(inside, 'out/main', file), 'utf8');
    const packagesOf = (code: string) =>
      [...code.matchAll(/^import .* from "([^"]+)";$|\brequire\w*\("([^"]+)"\)/gm)]
        .map(([, imported, required]) => imported ?? required ?? '')
        .filter((name) => !/^[./]/.test(name) && process.getBuiltinModule(name) === undefined);
    expect(new Set(packagesOf(codeOf('main.js')))).toEqual(new Set(['electron']));
    expect(packagesOf(codeOf('keytar-helper.js'))).toEqual([]);
    expect(codeOf('keytar-helper.js')).toContain('(import.meta.url)("keytar")');
    expect(codeOf('main.js')).not.toContain('"keytar"');
  });

  it('holds no source map, no source and no way to either', () => {
    for (const file of archived.filter((name) => /\.(?:js|cjs|css)$/.test(name))) {
      const text = readFileSync(join(inside, file), 'utf8');
      expect(text, file).not.toMatch(/[#@] sourceMappingURL=/);
    }
  });

  it('holds nothing of the local service, of the stand-in or of a test', () => {
    const marks = [/from "hono"|hono\/dist/, /@peculiar/, /test\/stand-in/, /vitest/, /faker/];
    for (const file of archived.filter((name) => /\.(?:js|cjs)$/.test(name))) {
      const text = readFileSync(join(inside, file), 'utf8');
      for (const mark of marks) expect(text, file).not.toMatch(mark);
    }
  });

  it('holds no secret and no folder of the machine that built it', () => {
    const secrets = /svc_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}|BEGIN [A-Z ]*PRIVATE KEY/;
    for (const file of archived.filter((name) => !/\.(?:png|woff2|node)$/.test(name))) {
      const text = readFileSync(join(inside, file), 'utf8');
      expect(text, file).not.toMatch(secrets);
      expect(text.includes(root), `${file} names ${root}`).toBe(false);
    }
  });

  it('has a package.json of what the program is, and of nothing that builds it', () => {
    const manifest = JSON.parse(readFileSync(join(inside, 'package.json'), 'utf8')) as object;
    const told = Object.entries(manifest).filter(([, value]) => value !== null);
    expect(Object.fromEntries(told)).toMatchObject({
      name: 'culvert',
      productName: 'Culvert',
      version,
      type: 'module',
      main: 'out/main/main.js',
    });
    expect(told.map(([name]) => name).sort()).toEqual([
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
    const archive = statSync(join(resources, 'app.asar')).size;
    const unpacked = walk(join(resources, 'app.asar.unpacked'))
      .map((file) => statSync(join(resources, 'app.asar.unpacked', file)).size)
      .reduce((sum, size) => sum + size, 0);
    expect(archive).toBeLessThan(budgets.archive);
    expect(unpacked).toBeLessThan(budgets.unpacked);
  });
});

describe('beside the archive', () => {
  it('lie the keychain module, unpacked, the licences, and what is Electron’s', () => {
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
    const head = (file: string) => readFileSync(file).subarray(0, 4).toString('latin1');
    const binaries = beside
      .map((file) => head(join(app, file)))
      .filter((found) => /^(?:\x7FELF|MZ|[\xCF\xCE]\xFA\xED\xFE|\xCA\xFE\xBA\xBE)/.test(found));
    expect(binaries).toEqual([head(`${root}node_modules/keytar/build/Release/keytar.node`)]);
  });

  it('has Electron’s fuses set for a program that is only itself', () => {
    const binary = readFileSync(join(app, 'culvert'));
    const at = binary.indexOf(fuseMark) + fuseMark.length + 2;
    const set = fuseNames.map((name, index) => [name, binary[at + index] === 0x31] as const);
    expect(Object.fromEntries(set)).toEqual({
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

describe('the packaged program of the keychain', () => {
  it('finds the module that is packaged with it', async () => {
    const helper = startHelper(
      { utilityProcess: createUtilityProcessModule({ ready: true }) },
      join(inside, 'out/main/keytar-helper.js'),
      'Keychain',
    );
    const keytar = createKeytarProcess(helper);
    expect(await keytar.up).toBe(true);
    keytar.end();
  });
});

describe('the packaged program', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
  });

  it('runs from what is in the archive alone, up to its sign-in screen', async () => {
    const profile = join(folder, 'profile');
    const errors: string[] = [];
    const program = await startProgram({
      browser,
      main: join(inside, 'out/main/main.js'),
      args: [`--profile=${profile}`],
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
      expect(existsSync(join(profile, 'vault'))).toBe(true);
    } finally {
      await program.kill();
    }
  });
});
