import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { needs } from './needs.js';
import { onPath, say, Stop } from '../project.js';
import { runProgram } from '../process/processes.js';

/**
 * Packages of the Linux system. Debian and Ubuntu as root: installed. Elsewhere: stops with the exact
 * command to run.
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
 * How to get missing packages: a list to install, or a message with instructions.
 *
 * @param {readonly Pick<Need, 'what' | 'packages'>[]} missing
 * @param {Manager | undefined} manager the system's
 * @param {boolean} asRoot
 * @returns {{ install: readonly string[] } | { say: string }}
 */
export function planFor(missing, manager, asRoot) {
  const what = missing.map((need) => need.what).join(', ');
  const packages = [
    ...new Set(missing.flatMap((need) => need.packages[manager ?? 'apt'].split(' '))),
  ];
  if (manager === undefined) {
    return {
      say: `This system lacks ${what}.\nInstall what Debian calls: ${packages.join(' ')}`,
    };
  }
  if (manager === 'apt' && asRoot) return { install: packages };
  // A user is given the older names, which the newer systems know too.
  const names = packages.map((name) => name.split('|').at(-1));
  const install = managers.find(([name]) => name === manager)?.[2] ?? '';
  const command = `${asRoot ? '' : 'sudo '}${install} ${names.join(' ')}`;
  return { say: `This system lacks ${what}.\nRun this, then the command again:\n\n  ${command}` };
}

/**
 * Installs what is missing, or stops with instructions.
 *
 * @param {readonly Need[]} required
 */
export async function provide(required) {
  if (process.platform !== 'linux') return;
  const missing = required.filter((need) => need.missing());
  if (missing.length === 0) return;
  const manager = managers.find(([, program]) => onPath(program) !== undefined)?.[0];
  const plan = planFor(missing, manager, isRoot());
  if ('say' in plan) throw new Stop(plan.say);
  say(`Installing what this system lacks: ${missing.map((need) => need.what).join(', ')}.`);
  await installByApt(plan.install);
  const still = missing.filter((need) => need !== needs.browser && need.missing());
  if (still.length > 0) {
    throw new Stop(`Even now this system lacks ${still.map((need) => need.what).join(', ')}.`);
  }
}

/** Debian's `invoke-rc.d` asks this program before it starts a service that was just installed. */
const startPolicy = '/usr/sbin/policy-rc.d';

/**
 * Installs what only some tests need, without starting any service of it. Where it cannot, says so
 * and goes on: those tests say the same and do not run.
 *
 * @param {Need} need
 */
export async function offer(need) {
  if (process.platform !== 'linux' || !need.missing()) return;
  const manager = managers.find(([, program]) => onPath(program) !== undefined)?.[0];
  const plan = planFor([need], manager, isRoot());
  if ('say' in plan) {
    say(`*** Not tested here: ${need.what} are missing. ***\n${plan.say}`);
    return;
  }
  say(`Installing ${need.what}.`);
  const own = !existsSync(startPolicy);
  if (own) writeFileSync(startPolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await installByApt(plan.install);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(`*** Not tested here: ${need.what} could not be installed. ***\n${error.message}`);
  } finally {
    if (own) rmSync(startPolicy, { force: true });
  }
}

/**
 * The first name of a package that the distribution has: Debian renamed many for its 64-bit time.
 *
 * @param {readonly string[]} names
 */
function firstKnown(names) {
  const isKnown = (/** @type {string} */ name) =>
    spawnSync('apt-cache', ['show', '--no-all-versions', name], { stdio: 'ignore' }).status === 0;
  return names.find(isKnown) ?? names.at(-1) ?? '';
}

/**
 * Installs packages of Debian or Ubuntu, as root; stops where that fails.
 *
 * @param {readonly string[]} packages
 */
export async function installByApt(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = ['-q', '-o', 'Dpkg::Use-Pty=0'];
  // After a partly failed update the packages may still be found: the installation shows.
  await runProgram('apt-get', [...quiet, 'update'], { env });
  const named = packages.map((name) => firstKnown(name.split('|')));
  const args = [...quiet, 'install', '-y', '--no-install-recommends', ...named];
  const code = await runProgram('apt-get', args, { env });
  if (code !== 0) {
    throw new Stop(`apt-get could not install: ${packages.join(' ')}\nIts own message is above.`);
  }
}
