import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { rootSwitches } from '#test/stand-in/driver/program.ts';
import { fakeElectron } from './fake-electron.ts';

const electron = fakeElectron();
const setup = new URL('../../build/run/setup.js', import.meta.url).href;
const libraries = [
  'libasound.so.2',
  'libatk-bridge-2.0.so.0',
  'libatspi.so.0',
  'libcups.so.2',
  'libgbm.so.1',
  'libgtk-3.so.0',
  'libnss3.so',
  'libxkbcommon.so.0',
  'libXcomposite.so.1',
  'libXdamage.so.1',
  'libXrandr.so.2',
];

/** A Debian whose linker knows the libraries of Electron once they were installed. */
beforeEach(() => {
  const { folder } = electron;
  mkdirSync(join(folder, 'bin'));
  const known = libraries.map((name) => `echo "${name} (libc6,x86-64) => /usr/lib/${name}"`);
  const programs = {
    'apt-get': `echo "$*" >> "${folder}/apt"; case "$*" in *install*) touch "${folder}/there";; esac`,
    // The names of before Debian's 64-bit time.
    'apt-cache': 'case "$*" in *t64*) exit 1;; esac',
    ldconfig: `[ -e "${folder}/there" ] || exit 0\n${known.join('\n')}`,
  };
  for (const [name, script] of Object.entries(programs)) {
    const file = join(folder, 'bin', name);
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }
});

/** Runs that part of the set-up; answers what it stopped with, if it stopped. */
async function provide(purpose: 'start' | 'test', environment: NodeJS.ProcessEnv): Promise<string> {
  const answer = await electron.run(
    `
    const { provideRuntime } = await import('${setup}');
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = () => true;
    let stopped = '';
    await provideRuntime('${purpose}').catch((error) => { stopped = error.message; });
    write(JSON.stringify(stopped));
    `,
    { PATH: `${join(electron.folder, 'bin')}:${process.env['PATH'] ?? ''}`, ...environment },
  );
  return String(answer);
}

describe.runIf(process.platform === 'linux')(
  'the set-up on a system without Electron’s libraries',
  () => {
    it('installs them by root, says how to others, and then starts Electron', async () => {
      const stopped = await provide('start', {});
      const apt = join(electron.folder, 'apt');
      const command = existsSync(apt) ? readFileSync(apt, 'utf8') : stopped;
      expect(command).toMatch(/install -y .*\blibasound2 .*\blibgbm1 libgtk-3-0 .*\blibnss3 /);
      if (process.getuid?.() !== 0) return;
      expect(stopped).toBe('');
      expect(electron.record().map(({ args }) => args.slice(0, -1))).toEqual([
        rootSwitches(),
        rootSwitches(),
      ]);
    });
  },
);

describe.runIf(process.platform === 'linux')('the set-up where Electron starts', () => {
  beforeEach(() => {
    writeFileSync(join(electron.folder, 'there'), '');
  });

  it('provides a browser for tests, which run parts of the window in one', async () => {
    const noBrowser = { CULVERT_CHROMIUM: join(electron.folder, 'no-browser') };
    expect(await provide('test', noBrowser)).toContain('CULVERT_CHROMIUM names a program');
    expect(await provide('start', noBrowser)).not.toContain('CULVERT_CHROMIUM');
  });
});
