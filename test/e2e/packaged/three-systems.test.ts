import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractAll } from '@electron/asar';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { describe, expect, it } from 'vitest';
import { packageFor, fusesOf } from '#test/packaging/made-up-electron.ts';
import { runs } from '#test/simulator/deep.ts';
import { namesIn } from './lay-out.ts';
import { folderOfAFile } from '#test/temporary-folder.ts';

const folder = folderOfAFile();

const { publicKey } = generateKeyPairSync('ed25519');
const variables = {
  CULVERT_UPDATE_FEED: 'https://updates.example.com',
  CULVERT_UPDATE_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  CULVERT_UPDATE_PUBLISHER: 'Example Ltd',
};
const feed = {
  provider: 'generic',
  url: 'https://updates.example.com',
  updaterCacheDirName: 'culvert-updater',
};

const systems = [
  { system: 'linux', resources: 'resources', binary: 'culvert', announced: feed },
  {
    system: 'windows',
    resources: 'resources',
    binary: 'Culvert.exe',
    announced: { ...feed, publisherName: ['Example Ltd'] },
  },
  {
    system: 'mac',
    resources: 'Culvert.app/Contents/Resources',
    binary: 'Culvert.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
    announced: feed,
  },
] as const;

describe.runIf(runs(0, 1) > 0)('a folder that is packaged without an installer', () => {
  const archives = new Map<string, readonly string[]>();

  it.each(systems)(
    'has its archive, its licences, its fuses and its feed on $system',
    async ({ system, resources, binary, announced }) => {
      const app = await packageFor(system, join(folder, system), variables);
      const beside = namesIn(join(app, resources));
      expect(beside.filter((file) => !/\.(?:lproj|icns)/.test(file))).toEqual([
        'app-update.yml',
        'app.asar',
        'app.asar.unpacked/node_modules/keytar/build/Release/keytar.node',
        'licences.txt',
      ]);
      const file = join(app, resources, 'app-update.yml');
      // The updater's own reader.
      const read: unknown = parseUpdateInfo(readFileSync(file, 'utf8'), file, new URL(feed.url));
      expect(read).toEqual(announced);
      expect(fusesOf(join(app, binary))).toMatchObject({
        runAsNode: false,
        nodeOptions: false,
        nodeInspect: false,
        asarIntegrity: true,
        onlyAsar: true,
      });
      const inside = join(folder, system, 'inside');
      extractAll(join(app, resources, 'app.asar'), inside);
      archives.set(system, namesIn(inside));
    },
  );

  it('holds the same files in its archive on each system', () => {
    const [one, ...others] = [...archives.values()];
    expect(others).toEqual([one, one]);
  });

  it('has the checksum of its archive in the program on Windows and macOS', () => {
    const app = (name: string) => join(folder, name, 'dist');
    const hash = /[0-9a-f]{64}/;
    const windows = readFileSync(join(app('windows'), 'win-unpacked/Culvert.exe'), 'latin1');
    expect(windows).toMatch(/"resources\\\\app\.asar","alg":"sha256","value":"[0-9a-f]{64}"/i);
    const mac = readFileSync(join(app('mac'), 'mac/Culvert.app/Contents/Info.plist'), 'utf8');
    expect(/<key>ElectronAsarIntegrity<\/key>.*?<\/dict>\s*<\/dict>/s.exec(mac)?.[0]).toMatch(hash);
  });
});
