import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { startProgram } from '#test/stand-in/driver/program.ts';
import { sharedChromium } from '#test/stand-in/engine/engine.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');

it('a start that fails behind the open window is logged and shown, and ends the program', async () => {
  // A part that is loaded after the window was opened is damaged.
  const folder = temporaryFolder();
  const profile = join(folder, 'profile');
  cpSync(join(root, 'out'), join(folder, 'out'), { recursive: true });
  writeFileSync(join(folder, 'out/main/program.js'), `throw new Error('a damaged part');`);
  for (const name of ['build', 'package.json']) symlinkSync(join(root, name), join(folder, name));
  const browser = await sharedChromium();
  const program = await startProgram({
    browser,
    main: join(folder, 'out/main/main.js'),
    args: [`--profile=${profile}`],
  });
  try {
    expect(await program.exited).toBe(1);
    expect(program.output()).toContain('Culvert could not start');
    expect(program.output()).toContain('Culvert не запустился');
    expect(program.output()).not.toContain('UnhandledPromiseRejection');
    const log = readFileSync(join(profile, 'logs/culvert.log'), 'utf8');
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        event: 'start.failed',
        name: 'Error',
        at: expect.stringContaining('program.js:1:') as string,
      }),
    );
  } finally {
    await program.kill();
  }
});
