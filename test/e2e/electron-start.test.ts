import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeElectron } from '#test/run/fake-electron.ts';
import { rootSwitches } from '#test/stand-in/driver/program.ts';

const root = resolve(import.meta.dirname, '../..');
const electron = fakeElectron();

describe.runIf(process.platform === 'linux')('Electron’s binary', () => {
  it('is started by npm start with the project’s folder, on the display', async () => {
    const profile = join(electron.folder, 'profile');
    const code = await electron.run(
      `
      const runtime = await chooseRuntime(['--profile=${profile}', '--remote-debugging-port=0']);
      const [command, ...args] = runtime.command;
      const app = startProgram(command, args, { stdio: 'ignore' });
      const { existsSync } = await import('node:fs');
      while (!existsSync('${profile}/stand-in.lock')) {
        if (app.child.exitCode !== null) break;
        await new Promise((next) => setTimeout(next, 50));
      }
      const isUp = app.child.exitCode === null;
      await app.stop();
      console.log(JSON.stringify({ isUp }));
      `,
      { CULVERT_CHROMIUM: process.env['CULVERT_CHROMIUM'] ?? '/usr/bin/chromium' },
    );
    expect(code).toEqual({ isUp: true });
    const [started] = electron.record();
    expect(started?.args).toEqual([
      ...rootSwitches(),
      root,
      `--profile=${profile}`,
      '--remote-debugging-port=0',
    ]);
    expect(started?.env['DISPLAY']).toBe(':99');
  });
});
