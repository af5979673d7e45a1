import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startKeyring } from './keyring.ts';

/** A keychain of the tests, of the kind that the system has. */
export interface Keychain {
  /** The environment for programs that shall use it. */
  readonly env: NodeJS.ProcessEnv;
  /** Removes it and all entries that the tests have made. */
  stop(): Promise<void>;
}

const execute = promisify(execFile);

async function run(program: string, ...args: string[]): Promise<string> {
  return (await execute(program, args)).stdout;
}

/** Starts one, unlocked. Windows has one store: `stop` removes the entries of temporary profiles. */
export async function startKeychain(): Promise<Keychain> {
  switch (process.platform) {
    case 'darwin':
      return await startTemporaryKeychain();
    case 'win32':
      return { env: process.env, stop: removeCredentials };
    default:
      return await startKeyring();
  }
}

async function startTemporaryKeychain(): Promise<Keychain> {
  const security = (...args: string[]) => run('security', ...args);
  const folder = mkdtempSync(join(tmpdir(), 'culvert-keychain-'));
  const file = join(folder, 'tests.keychain-db');
  // Nothing but tests is in it.
  const password = 'tests';
  const [usual = ''] = quoted(await security('default-keychain', '-d', 'user'));
  const searched = quoted(await security('list-keychains', '-d', 'user'));
  await security('create-keychain', '-p', password, file);
  // Without a time after which it locks itself.
  await security('set-keychain-settings', file);
  await security('unlock-keychain', '-p', password, file);
  await security('list-keychains', '-d', 'user', '-s', file, ...searched);
  await security('default-keychain', '-d', 'user', '-s', file);
  return {
    env: process.env,
    async stop() {
      await security('default-keychain', '-d', 'user', '-s', usual);
      await security('list-keychains', '-d', 'user', '-s', ...searched);
      await security('delete-keychain', file);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The paths in quotes that `security` prints, one a line. */
function quoted(text: string): string[] {
  return [...text.matchAll(/"(.+)"/g)].map(([, path = '']) => path);
}

/** Removes the entries of profiles in the folder for temporary files, each named after its profile. */
async function removeCredentials(): Promise<void> {
  const listed = await run('cmdkey', '/list');
  const targets = [...listed.matchAll(/target=(.+?)\r?$/gm)].map(([, target = '']) => target);
  for (const target of targets) {
    if (target.startsWith(`Culvert ${tmpdir()}`)) await run('cmdkey', `/delete:${target}`);
  }
}
