import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { startPrivateSession } from './machine/keyring.js';
import { openPackage } from './machine/package.js';
import { isRoot } from './machine/system.js';
import { runCommand } from './process/command.js';
import { onExit } from './process/exit-hooks.js';
import { runProgram } from './process/processes.js';
import { hasDisplay, onPath, say, Stop } from './project.js';

/**
 * `node build/run/self-test.js PACKAGE`: installs or unpacks a package (`machine/package.js`), or takes
 * a folder with the program, and runs its self-test, in a session with a keychain of its own on Linux.
 * The last part of PACKAGE may have a `*`. On Linux, where a refusal is only printed, it must also
 * refuse to be debugged. In a workflow of GitHub's the steps after it have the package's archive in
 * `CULVERT_E2E_ARCHIVE`, which the end-to-end tests then run.
 */
await runCommand(async () => {
  const path = onlyMatch(resolve(process.argv[2] ?? 'dist'));
  const folder = mkdtempSync(join(tmpdir(), 'culvert-self-test-'));
  const isLinux = process.platform === 'linux';
  const { program, env, archive } = openPackage(path, folder);
  const session = isLinux ? await startPrivateSession(join(folder, '.keyring')) : undefined;
  const asRoot = isLinux && isRoot() ? ['--no-sandbox'] : [];
  const display = hasDisplay() ? [] : [onPath('xvfb-run') ?? 'xvfb-run', '--auto-servernum'];
  // The program cannot remove what Chromium still holds: its profile goes with the rest of the folder.
  const temporary = { TMPDIR: folder, TEMP: folder, TMP: folder };
  const run = (/** @type {string} */ flag) => {
    const [command, ...args] = [...display, program, ...asRoot, flag];
    const given = { ...process.env, ...env, ...session?.env, ...temporary };
    return runProgram(command, args, { env: given });
  };

  const code = await run('--self-test');
  if (code === 0 && isLinux && (await run('--remote-debugging-port=0')) !== 1) {
    throw new Stop(`${program} can be debugged.`);
  }
  const next = process.env['GITHUB_ENV'];
  // The steps after it need what was unpacked.
  if (next === undefined)
    onExit(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  else appendFileSync(next, `CULVERT_E2E_ARCHIVE=${archive}\n`);
  say(`${basename(path)}: ${code === 0 ? 'passed' : 'failed'}`);
  return code;
});

/**
 * The one path that a pattern means.
 *
 * @param {string} pattern
 */
function onlyMatch(pattern) {
  const name = basename(pattern);
  const star = name.indexOf('*');
  if (star < 0) return pattern;
  const found = readdirSync(dirname(pattern)).filter(
    (entry) => entry.startsWith(name.slice(0, star)) && entry.endsWith(name.slice(star + 1)),
  );
  const [only] = found;
  if (only === undefined || found.length > 1) {
    throw new Stop(`${pattern} means ${found.length} files, not one.`);
  }
  return join(dirname(pattern), only);
}
