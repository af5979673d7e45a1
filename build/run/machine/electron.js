import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectNode } from './node.js';
import { rememberRefusal, wasRefused } from './packages.js';
import { cacheFolder, inProject, say, Stop } from '../project.js';
import { isRoot } from './system.js';

const electronPackage = inProject('node_modules', 'electron');
const patience = 10 * 60 * 1000;

/** What was tried with a program that did not start (`startableElectron`). */
const brokenStart = 'electron-start';

/** Electron's program when its binary is installed and has not failed to start, or nothing. */
export function installedElectron() {
  const program = electronProgram();
  return program === undefined || wasRefused(brokenStart) ? undefined : program;
}

function electronProgram() {
  const elsewhere = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const named = join(electronPackage, 'path.txt');
  if (!existsSync(named) && elsewhere === undefined) return undefined;
  // As in Electron's own package: another folder needs no file that names the program.
  const name = existsSync(named) ? readFileSync(named, 'utf8').trim() : 'electron';
  const program = join(elsewhere ?? join(electronPackage, 'dist'), name);
  return existsSync(program) ? program : undefined;
}

/** An app of one blank window, which ends with 0 when it has been drawn. */
const blankApp = inProject('build', 'run', 'machine', 'blank-app');
const versionDeadline = 30_000;
const windowDeadline = 60_000;

/**
 * Starts Electron twice: to say its version, which fails where a library lacks, and to show a blank
 * window, which fails where it may not make its processes.
 *
 * @public called by a program that `test/run/fake-electron.ts` writes
 * @param {string} program
 * @param {readonly string[]} [wrapper] the command that gives it a display
 * @returns {string | undefined} why it does not start, in one line
 */
export function electronFault(program, wrapper = []) {
  const asRoot = process.platform === 'linux' && isRoot() ? ['--no-sandbox'] : [];
  /** @type {(args: readonly string[], timeout: number) => string | undefined} */
  const attempt = (args, timeout) => {
    const [command = program, ...rest] = [...wrapper, program, ...asRoot, ...args];
    const run = spawnSync(command, rest, { encoding: 'utf8', timeout });
    if (run.status === 0) return undefined;
    const lines = `${run.stdout}${run.stderr}`.trim().split('\n');
    const said = lines.findLast((line) => /error|fatal|not supported/iu.test(line)) ?? lines.at(-1);
    return said || run.error?.message || `it ended with ${run.signal ?? run.status}`;
  };
  return attempt(['--version'], versionDeadline) ?? attempt([blankApp], windowDeadline);
}

/**
 * Electron's program if it starts here. A failure is believed for a day and a success for as long as
 * the program is the same.
 *
 * @param {string} program
 * @param {readonly string[]} [wrapper] the command that gives it a display
 * @returns {string | undefined}
 */
export function startableElectron(program, wrapper) {
  const known = join(cacheFolder, 'electron-starts');
  const id = `${program} ${statSync(program).mtimeMs}`;
  if (existsSync(known) && readFileSync(known, 'utf8') === id) return program;
  say('Starting Electron once, to see whether it runs here.');
  const fault = electronFault(program, wrapper);
  if (fault !== undefined) {
    rememberRefusal(brokenStart);
    say(`Electron does not start here: ${fault}`);
    say('The stand-in for Electron is used instead; Electron is tried again tomorrow.');
    return undefined;
  }
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(known, id);
  return program;
}

/**
 * Electron's program, fetched if it can be. npm does not bring it: the package downloads it from
 * outside of the registry, which some machines refuse. A refusal is believed for a day.
 *
 * @returns {Promise<string | undefined>}
 */
export async function provideElectron() {
  const installed = installedElectron();
  if (installed !== undefined) return installed;
  if (process.env['ELECTRON_SKIP_BINARY_DOWNLOAD']) return undefined;
  if (wasRefused('electron') || wasRefused(brokenStart)) return undefined;
  say("Fetching Electron's binary, once.");
  const child = spawn(projectNode(), [join(electronPackage, 'install.js')], {
    stdio: ['ignore', 'inherit', 'ignore'],
    timeout: patience,
  });
  await new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', resolve);
  });
  const fetched = installedElectron();
  if (fetched === undefined) {
    rememberRefusal('electron');
    say("Electron's binary cannot be fetched here; that is tried again tomorrow.");
  }
  return fetched;
}

/** Settings of Linux that keep programs from making the sandbox by themselves. */
const restrictions = /** @type {const} */ ([
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
]);

/**
 * Stops when Electron could not make its sandbox, as on Ubuntu from 23.10 on: there its helper must
 * belong to root, which an installation by npm does not see to.
 *
 * @param {string} electron its program
 */
export function checkSandbox(electron) {
  if (process.platform !== 'linux' || isRoot()) return;
  const restricted = restrictions.some(
    ([file, value]) => existsSync(file) && readFileSync(file, 'utf8').trim() === value,
  );
  if (!restricted) return;
  const helper = join(dirname(electron), 'chrome-sandbox');
  const { uid, mode } = statSync(helper, { throwIfNoEntry: false }) ?? { uid: -1, mode: 0 };
  if (uid === 0 && (mode & 0o4000) !== 0) return;
  throw new Stop(
    "This system lets only root make Electron's sandbox.\nRun this, then the command again:\n\n" +
      `  sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`,
  );
}
