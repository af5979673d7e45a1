import { existsSync, readFileSync } from 'node:fs';
import { needs } from './needs.js';
import { onPath, say, Stop } from './project.js';
import { runProgram } from './processes.js';

/**
 * The Linux system's own packages. Debian and Ubuntu as root: installed. Anywhere else: the exact
 * command to run, and an end.
 *
 * @typedef {import('./needs.js').Need} Need
 * @typedef {import('./needs.js').Manager} Manager
 */

/** @type {readonly (readonly [Manager, string, string])[]} manager, its program, how it installs */
const managers = [
  ['apt', 'apt-get', 'apt-get install -y --no-install-recommends'],
  ['dnf', 'dnf', 'dnf install -y'],
  ['pacman', 'pacman', 'pacman -S --needed'],
  ['zypper', 'zypper', 'zypper install -y'],
];

/** @returns {boolean} whether this is Ubuntu, whose `chromium` is a snap */
export function isUbuntu() {
  const file = '/etc/os-release';
  return existsSync(file) && /^ID=ubuntu$/mu.test(readFileSync(file, 'utf8'));
}

export function isRoot() {
  return process.getuid?.() === 0;
}

/**
 * Sees to it that nothing of the list is missing.
 *
 * @param {readonly Need[]} wanted
 */
export async function provide(wanted) {
  if (process.platform !== 'linux') return;
  const missing = wanted.filter((need) => need.missing());
  if (missing.length === 0) return;
  const what = missing.map((need) => need.what).join(', ');
  const found = managers.find(([, program]) => onPath(program) !== undefined);
  if (found === undefined) {
    const names = missing.map((need) => need.packages.apt).join(' ');
    throw new Stop(`This system lacks ${what}.\nInstall what Debian calls: ${names}`);
  }
  const [manager, , install] = found;
  const packages = [...new Set(missing.flatMap((need) => need.packages[manager].split(' ')))];
  if (manager !== 'apt' || !isRoot()) {
    const command = `${isRoot() ? '' : 'sudo '}${install} ${packages.join(' ')}`;
    throw new Stop(`This system lacks ${what}.\nRun this, then the command again:\n\n  ${command}`);
  }
  say(`Installing what this system lacks: ${what}.`);
  await installByApt(packages);
  const still = missing.filter((need) => need !== needs.browser && need.missing());
  if (still.length > 0) {
    throw new Stop(`After installing, there still lacks ${still.map((n) => n.what).join(', ')}.`);
  }
}

/** @param {readonly string[]} packages */
async function installByApt(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = ['-q', '-o', 'Dpkg::Use-Pty=0'];
  // An update that fails in part may still know the packages: the installation tells.
  await runProgram('apt-get', [...quiet, 'update'], { env });
  const args = [...quiet, 'install', '-y', '--no-install-recommends', ...packages];
  const code = await runProgram('apt-get', args, { env });
  if (code !== 0) {
    throw new Stop(`apt-get could not install: ${packages.join(' ')}\nIts own message is above.`);
  }
}
