import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extractAll } from '@electron/asar';
import { afterAll, beforeAll } from 'vitest';
import { prepare } from '#build/packaging/prepare.ts';
import { filesBelow } from '#test/files-below.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

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

/** The app as it lies on a disk once it is installed. */
interface Packaged {
  /** Where the app is, and where in it. */
  readonly app: string;
  readonly resources: string;
  /** Where what was taken out of its archive is. */
  readonly inside: string;
  /** Every file of the archive, and of what lies beside it, by its path with forward slashes. */
  readonly archived: readonly string[];
  readonly beside: readonly string[];
  /** For what a test writes; it goes after the tests. */
  readonly folder: string;
}

/** Packages once for all tests of a file; what it answers is ready inside them. */
export function packagedOfAFile(): () => Packaged {
  const folder = mkdtempSync(join(tmpdir(), 'culvert-packaged-'));
  let packaged: Packaged | undefined;

  beforeAll(async () => {
    const app = await layOut(folder);
    const resources = join(app, 'resources');
    const inside = join(folder, 'inside');
    extractAll(join(resources, 'app.asar'), inside);
    const [archived, beside] = [namesIn(inside), namesIn(app)];
    packaged = { app, resources, inside, archived, beside, folder };
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  return () => {
    if (packaged === undefined) throw new Error('nothing was packaged');
    return packaged;
  };
}

function namesIn(place: string): string[] {
  return filesBelow(place)
    .map((file) => relative(place, file).split(sep).join('/'))
    .sort();
}

/**
 * Packages the app as Linux gets it, unpacked: electron-builder itself and the real configuration;
 * only Electron's own files are made up; its binary runs the stand-in (`fake-electron.mjs`).
 *
 * @param folder for all that this writes
 * @returns where the app then is
 */
async function layOut(folder: string): Promise<string> {
  const electron = join(folder, 'electron');
  mkdirSync(join(electron, 'resources'), { recursive: true });
  const wire = Buffer.from([1, fuseNames.length, ...fuseNames.map(() => 0x30)]);
  // It runs what is packaged around it on the stand-in.
  const script = `#!/bin/sh
FAKE_ELECTRON_PROGRAM="$0" exec "${process.execPath}" "${root}test/run/fake-electron.mjs" "$@"
`;
  writeFileSync(
    join(electron, 'electron'),
    Buffer.concat([Buffer.from(`${script}${fuseMark}`), wire]),
    { mode: 0o755 },
  );
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
  return join(folder, 'dist/linux-unpacked');
}

/** Which of Electron's fuses are set in a binary. */
export function fusesOf(file: string): Readonly<Record<string, boolean>> {
  const binary = readFileSync(file);
  const at = binary.indexOf(fuseMark) + fuseMark.length + 2;
  return Object.fromEntries(fuseNames.map((name, index) => [name, binary[at + index] === 0x31]));
}
