import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inPrivateSession } from '../../build/run/keyring.js';

const execute = promisify(execFile);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'culvert-keyring-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs a line of code that has keytar, in a session of its own. */
async function withKeytar(code: string): Promise<string> {
  const program = `const keytar = require('keytar'); (async () => { ${code} })();`;
  const session = inPrivateSession(join(folder, 'keyring'), [process.execPath, '-e', program]);
  const [command = '', ...args] = session.command;
  const env: NodeJS.ProcessEnv = { ...process.env };
  delete env['DISPLAY'];
  delete env['DBUS_SESSION_BUS_ADDRESS'];
  try {
    return (await execute(command, args, { env, timeout: 15_000 })).stdout.trim();
  } finally {
    session.discard();
  }
}

describe.runIf(process.platform === 'linux')('a keychain for machines without a desktop', () => {
  it('keeps a value from one session to the next', async () => {
    await withKeytar("await keytar.setPassword('Culvert test', 'name', 'a value');");
    expect(await withKeytar("console.log(await keytar.getPassword('Culvert test', 'name'));")).toBe(
      'a value',
    );
  });

  it('has a password of its own that nobody else may read', async () => {
    await withKeytar('');
    expect(statSync(join(folder, 'keyring', 'password')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'keyring')).mode & 0o777).toBe(0o700);
  });

  it('leaves no socket behind', () => {
    const session = inPrivateSession(join(folder, 'keyring'), ['true']);
    const sockets = session.command[session.command.length - 2] ?? '';
    expect(existsSync(sockets)).toBe(true);
    session.discard();
    expect(existsSync(sockets)).toBe(false);
  });

  it('ends with the code of what runs in it', async () => {
    await expect(withKeytar('process.exit(5)')).rejects.toMatchObject({ code: 5 });
  });
});
