import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { prepare } from '#build/packaging/prepare.ts';
import { root } from '#test/repository/files.ts';

/** What Electron's binary has in common with these: the wire that holds its fuses. */
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
const wire = Buffer.concat([
  Buffer.from(fuseMark),
  Buffer.from([1, fuseNames.length, ...fuseNames.map(() => 0x30)]),
]);

export function fusesOf(file: string): Readonly<Record<string, boolean>> {
  const binary = readFileSync(file);
  const at = binary.indexOf(fuseMark) + fuseMark.length + 2;
  return Object.fromEntries(fuseNames.map((name, index) => [name, binary[at + index] === 0x31]));
}

type System = 'linux' | 'windows' | 'mac';

/**
 * Packages the program, unpacked, with electron-builder and the real configuration, and answers where. Only
 * Electron's own files are made up; the binary for Linux runs the stand-in (`fake-electron.mjs`).
 */
export async function packageFor(
  system: System,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const electron = join(folder, 'electron');
  const write = (file: string, content: Buffer | string, mode = 0o644) => {
    mkdirSync(dirname(join(electron, file)), { recursive: true });
    writeFileSync(join(electron, file), content, { mode });
  };
  write('version', '');
  write('LICENSE', 'Electron’s licence');
  parts[system](write);
  // As it is for this system: joining two processors' modules is macOS's own affair.
  prepare('linux');
  const output = join(folder, 'dist');
  await promisify(execFile)(
    process.execPath,
    [
      join(root, 'node_modules/electron-builder/cli.js'),
      ...[`--${system}`, '--x64', '--dir', '--publish', 'never'],
      ...['--config', join(root, 'build/electron-builder.config.js')],
      ...[`-c.electronDist=${electron}`, `-c.directories.output=${output}`],
      // Signing is macOS's own affair as well.
      ...(system === 'mac'
        ? ['-c.mac.identity=null', '-c.electronFuses.resetAdHocDarwinSignature=false']
        : []),
    ],
    { cwd: root, env: { ...process.env, DEBUG: '', ...environment } },
  );
  return join(output, { linux: 'linux-unpacked', windows: 'win-unpacked', mac: 'mac' }[system]);
}

type Write = (file: string, content: Buffer | string, mode?: number) => void;

const parts: Readonly<Record<System, (write: Write) => void>> = {
  linux: (write) => {
    // It runs what is packaged around it on the stand-in.
    const script = `#!/bin/sh
FAKE_ELECTRON_PROGRAM="$0" exec "${process.execPath}" "${root}test/run/fake-electron.mjs" "$@"
`;
    write('electron', Buffer.concat([Buffer.from(script), wire]), 0o755);
  },
  windows: (write) => {
    write('electron.exe', Buffer.concat([emptyProgram(), wire]));
  },
  mac: (write) => {
    const frameworks = 'Electron.app/Contents/Frameworks';
    write('Electron.app/Contents/Info.plist', plist('Electron'));
    write('Electron.app/Contents/MacOS/Electron', '', 0o755);
    write(`${frameworks}/Electron Framework.framework/Electron Framework`, wire, 0o755);
    for (const suffix of ['', ' (Renderer)', ' (Plugin)', ' (GPU)']) {
      const helper = `Electron Helper${suffix}`;
      write(`${frameworks}/${helper}.app/Contents/Info.plist`, plist(helper));
      write(`${frameworks}/${helper}.app/Contents/MacOS/${helper}`, '', 0o755);
    }
  },
};

function plist(executable: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${executable}</string></dict></plist>
`;
}

/** What is used here of electron-builder's reader of programs for Windows. */
interface ResEdit {
  readonly NtExecutable: { createEmpty(is32Bit: boolean, isDLL: boolean): Program };
  readonly NtExecutableResource: {
    from(program: Program): { entries: object[]; outputResource(program: Program): void };
  };
  readonly Resource: {
    VersionInfo: { createEmpty(): VersionInfo };
  };
}
interface VersionInfo {
  lang: number;
  setStringValues(language: object, values: object): void;
  outputToResourceEntries(entries: object[]): void;
}
interface Program {
  generate(): ArrayBuffer;
}

/** A program for Windows that does nothing, made by what electron-builder reads one with. */
function emptyProgram(): Buffer {
  const requireOfBuilder = createRequire(
    createRequire(createRequire(import.meta.url).resolve('electron-builder')).resolve(
      'app-builder-lib/package.json',
    ),
  );
  const { NtExecutable, NtExecutableResource, Resource } = requireOfBuilder('resedit') as ResEdit;
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.createEmpty();
  version.lang = 1033;
  version.setStringValues({ lang: 1033, codepage: 1200 }, { FileDescription: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return Buffer.from(program.generate());
}
