import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectNode } from './node.js';
import { rememberRefusal, wasRefused } from './packages.js';
import { inProject, say, Stop } from '../project.js';
import { isRoot } from './system.js';

const electronPackage = inProject('node_modules', 'electron');
const patience = 10 * 60 * 1000;

/** Electron's program when its binary is installed, or nothing. */
export function installedElectron() {
  const named = join(electronPackage, 'path.txt');
  if (!existsSync(named)) return undefined;
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(electronPackage, 'dist');
  const program = join(folder, readFileSync(named, 'utf8').trim());
  return existsSync(program) ? program : undefined;
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
  if (process.env['ELECTRON_SKIP_BINARY_DOWNLOAD'] || wasRefused('electron')) return undefined;
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
