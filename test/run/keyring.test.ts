import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { startPrivateSession } from '#build/run/machine/keyring.js';
import { onPath } from '#build/run/project.js';
import { temporaryFolder } from '#test/temporary-folder.ts';

const execute = promisify(execFile);

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
/** Runs a line of code that has keytar, in a session of its own. */
async function withKeytar(code: string): Promise<string> {
  const program = `const keytar = require('keytar'); (async () => { ${code} })();`;
  const session = await startPrivateSession(join(folder, 'keyring'));
  const env: NodeJS.ProcessEnv = { ...process.env, ...session.env };
  delete env['DISPLAY'];
  try {
    const done = await execute(process.execPath, ['-e', program], { env });
    return done.stdout.trim();
  } finally {
    await session.stop();
  }
}

const socketFolders = () => readdirSync(tmpdir()).filter((name) => /^culvert-\w{6}$/u.test(name));

describe.runIf(process.platform === 'linux')('a keychain for machines without a desktop', () => {
  it('stores a value from one session to the next, by a password that no other user can read', async () => {
    await withKeytar("await keytar.setPassword('Culvert test', 'name', 'a value');");
    expect(await withKeytar("console.log(await keytar.getPassword('Culvert test', 'name'));")).toBe(
      'a value',
    );
    expect(statSync(join(folder, 'keyring', 'password')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'keyring')).mode & 0o777).toBe(0o700);
  });

  it('leaves no process and no socket behind', async () => {
    const before = socketFolders();
    const { env, stop } = await startPrivateSession(join(folder, 'keyring'));
    const bus = /unix:path=([^,]+)/u.exec(env['DBUS_SESSION_BUS_ADDRESS'] ?? '')?.[1] ?? '';
    expect(existsSync(bus)).toBe(true);
    await stop();
    expect(existsSync(bus)).toBe(false);
    expect(socketFolders().filter((name) => !before.includes(name))).toEqual([]);
  });

  it('is created again when gnome-keyring does not show it', async () => {
    // Stands before the real one, and at the first time starts it without a keyring.
    const programs = join(folder, 'programs');
    const real = onPath('gnome-keyring-daemon') ?? '';
    mkdirSync(programs);
    writeFileSync(
      join(programs, 'gnome-keyring-daemon'),
      `#!/bin/sh
[ -e "${folder}/before" ] && exec "${real}" "$@"
touch "${folder}/before"
exec "${real}" --daemonize --components=secrets`,
      { mode: 0o700 },
    );
    const path = process.env['PATH'] ?? '';
    process.env['PATH'] = `${programs}:${path}`;
    try {
      await withKeytar("await keytar.setPassword('Culvert test', 'name', 'a value');");
      expect(existsSync(join(folder, 'before'))).toBe(true);
    } finally {
      process.env['PATH'] = path;
    }
    const read = "console.log(await keytar.getPassword('Culvert test', 'name'));";
    expect(await withKeytar(read)).toBe('a value');
  });
});
