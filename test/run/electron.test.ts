import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { electronLaunchOptions } from '#test/e2e/electron-program.ts';
import { rootSwitches } from '#test/stand-in/driver/program.ts';
import { fakeElectron } from './fake-electron.ts';

const root = resolve(import.meta.dirname, '../..');
const electron = fakeElectron();

const fault = (environment: NodeJS.ProcessEnv = {}) =>
  electron.run(
    'console.log(JSON.stringify({ fault: electronFault(installedElectron()) }));',
    environment,
  );

describe.runIf(process.platform === 'linux')('Electron’s binary', () => {
  it('is tried by its version and a blank window before it is chosen', async () => {
    expect(await fault()).toEqual({});
    expect(electron.record().map(({ args }) => args)).toEqual([
      [...rootSwitches(), '--version'],
      [...rootSwitches(), join(root, 'build/run/machine/blank-app')],
    ]);
  });

  it('is not chosen where a library lacks or no window comes, and the reason is one line', async () => {
    expect(await fault({ FAKE_ELECTRON_FAULT: 'library' })).toEqual({
      fault: 'electron: error while loading shared libraries: libnss3.so: not found',
    });
    expect(await fault({ FAKE_ELECTRON_FAULT: 'window' })).toEqual({
      fault: 'ERROR: Failed to launch a GPU process',
    });
  });
});

describe('the end-to-end driver', () => {
  it('gives Electron the project’s folder, the display and its sandbox except as root', () => {
    const options = electronLaunchOptions({
      executablePath: 'electron',
      main: join(root, 'out/main/main.js'),
      args: ['--profile=/p'],
      env: { DISPLAY: ':7', ABSENT: undefined },
    });
    const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
    expect(options.args.slice(2)).toEqual([
      ...(asRoot ? ['--no-sandbox'] : []),
      root,
      '--profile=/p',
    ]);
    expect(options.chromiumSandbox).toBe(!asRoot);
    expect(options.env['DISPLAY']).toBe(':7');
    expect(options.env).not.toHaveProperty('ABSENT');
  });
});
