import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, cacheFolder, say, Stop } from '../project.js';
import { npmCommand, runProgram } from '../process/processes.js';

/** The npm packages of the checkout, and keytar, which compiles and may have failed to. */

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

/** Whether the keychain module must still be compiled. */
export function keytarIsMissing() {
  return !existsSync(join(keytar, 'build', 'Release', 'keytar.node'));
}

/** Installs what the lock file says when it is newer, and the keychain module when it lacks. */
export async function installPackages() {
  if (isOutOfDate()) {
    say('Installing the npm packages of package-lock.json.');
    await npm('ci');
  }
  if (!keytarIsMissing() || wasRefused('keytar')) return;
  say('Compiling the keychain module.');
  // npm removes an optional package that failed to build: only a whole installation brings it back.
  if (existsSync(keytar)) await npm('rebuild', 'keytar');
  else await npm('ci');
  if (!keytarIsMissing()) return;
  rememberRefusal('keytar');
  say('The keychain module did not compile: Culvert will keep nothing across a restart.');
}

/** @param {readonly string[]} args */
async function npm(...args) {
  const { command, args: first } = npmCommand();
  // A first installation happens before node_modules/.bin/node is there to be found.
  const code = await runProgram(command, [...first, ...args, '--loglevel=error']);
  if (code !== 0) {
    throw new Stop(`npm ${args.join(' ')} failed (exit code ${code}); its own message is above.`);
  }
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
