import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPrivateSession } from './machine/keyring.js';
import { isRoot } from './machine/system.js';
import { runCommand } from './process/command.js';
import { onExit } from './process/exit-hooks.js';
import { runProgram } from './process/processes.js';
import { hasDisplay, onPath, Stop } from './project.js';

/**
 * `node build/run/self-test.js FOLDER`: runs the self-test of a packaged program, in a session with a
 * keychain of its own on Linux. The exit code is the program's.
 */
await runCommand(async () => {
  const folder = resolve(process.argv[2] ?? 'dist');
  const asRoot = process.platform === 'linux' && isRoot() ? ['--no-sandbox'] : [];
  const program = [programIn(folder), ...asRoot, '--self-test'];
  const display = hasDisplay() ? [] : [onPath('xvfb-run') ?? 'xvfb-run', '--auto-servernum'];
  const [command = '', ...args] = [...display, ...program];
  if (process.platform !== 'linux') return runProgram(command, args);
  const kept = mkdtempSync(join(tmpdir(), 'culvert-self-test-'));
  onExit(() => rmSync(kept, { recursive: true, force: true }));
  const session = await startPrivateSession(join(kept, 'keyring'));
  return runProgram(command, args, { env: { ...process.env, ...session.env } });
});

/**
 * The program in a folder as electron-builder lays it out for this system.
 *
 * @param {string} folder
 */
function programIn(folder) {
  const names = readdirSync(folder);
  const app = names.find((name) => name.endsWith('.app'));
  if (app !== undefined) {
    const programs = join(folder, app, 'Contents/MacOS');
    return join(programs, readdirSync(programs)[0] ?? '');
  }
  const isOwn =
    process.platform === 'win32'
      ? (/** @type {string} */ name) => name.endsWith('.exe')
      : (/** @type {string} */ name) =>
          // Besides the program there are only Chromium's own.
          !/^chrome|\./u.test(name) &&
          (statSync(join(folder, name)).mode & 0o111) !== 0 &&
          statSync(join(folder, name)).isFile();
  const program = names.find(isOwn);
  if (program === undefined) throw new Stop(`There is no packaged program in ${folder}.`);
  return join(folder, program);
}
