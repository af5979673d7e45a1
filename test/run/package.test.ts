import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPackage } from '#build/run/machine/package.js';
import { temporaryFolder } from '#test/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const program = (...names: string[]) => {
  const file = join(folder, ...names);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '', { mode: 0o755 });
};

/** Records what is run, and leaves behind what the program of the system would. */
function recorder(effect: () => void = () => undefined) {
  const lines: string[] = [];
  const run = (name: string, args: readonly string[]) => {
    if (lines.length === 0) effect();
    lines.push([name, ...args].join(' ').replaceAll(folder, 'FOLDER'));
  };
  return { lines, run };
}

const relative = ({ program: start, archive }: { program: string; archive: string }) =>
  [start, archive].map((path) => path.replace(folder, 'FOLDER'));

describe('a package', () => {
  it('for macOS is copied out of its image', () => {
    const { lines, run } = recorder(() => {
      program('image/Culvert.app/Contents/MacOS/Culvert');
      program('applications/Culvert.app/Contents/MacOS/Culvert');
    });
    const opened = openPackage('/release/culvert.dmg', folder, run);
    expect(lines).toEqual([
      'hdiutil attach -nobrowse -readonly -mountpoint FOLDER/image /release/culvert.dmg',
      'ditto FOLDER/image/Culvert.app FOLDER/applications/Culvert.app',
      'hdiutil detach FOLDER/image',
    ]);
    expect(relative(opened)).toEqual([
      'FOLDER/applications/Culvert.app/Contents/MacOS/Culvert',
      'FOLDER/applications/Culvert.app/Contents/Resources/app.asar',
    ]);
  });

  it('for Windows is installed without a question, and its uninstaller is not the program', () => {
    const { lines, run } = recorder(() => {
      for (const name of ['Culvert.exe', 'Uninstall Culvert.exe']) program(name);
    });
    const opened = openPackage('/release/culvert-setup.exe', folder, run);
    expect(lines).toEqual(['/release/culvert-setup.exe /S /D=FOLDER']);
    expect(relative(opened)).toEqual(['FOLDER/Culvert.exe', 'FOLDER/resources/app.asar']);
  });

  it('as rpm is unpacked, and none of Chromium’s programs in it is taken', () => {
    const { lines, run } = recorder(() => {
      for (const name of ['chrome-sandbox', 'chrome_crashpad_handler', 'culvert', 'libffmpeg.so']) {
        program('opt/Example VPN', name);
      }
    });
    const opened = openPackage('/release/culvert.rpm', folder, run);
    expect(lines[0]).toMatch(/^sh -c rpm2cpio .* \/release\/culvert\.rpm$/);
    expect(relative(opened)).toEqual([
      'FOLDER/opt/Example VPN/culvert',
      'FOLDER/opt/Example VPN/resources/app.asar',
    ]);
  });

  it('is started as it is when it is an AppImage, also without FUSE', () => {
    program('culvert.AppImage');
    const { lines, run } = recorder();
    const opened = openPackage(join(folder, 'culvert.AppImage'), folder, run);
    expect(lines).toEqual(['FOLDER/culvert.AppImage --appimage-extract']);
    expect(opened.env).toEqual({ APPIMAGE_EXTRACT_AND_RUN: '1' });
    expect(relative(opened)).toEqual([
      'FOLDER/culvert.AppImage',
      'FOLDER/squashfs-root/resources/app.asar',
    ]);
  });

  it('is not opened when its kind is unknown', () => {
    writeFileSync(join(folder, 'latest.yml'), '');
    expect(() => openPackage(join(folder, 'latest.yml'), folder)).toThrow('no package');
  });
});
