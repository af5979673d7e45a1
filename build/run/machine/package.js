import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Stop } from '../project.js';
import { isRoot } from './system.js';

/**
 * A package as a user has it, installed or unpacked.
 *
 * @typedef {object} OpenedPackage
 * @property {string} program starts it
 * @property {NodeJS.ProcessEnv} env what it must be given here
 * @property {string} archive its `app.asar`
 *
 * @typedef {(program: string, args: readonly string[], folder?: string) => void} Run runs a program of
 *   the system in a folder, and throws where it fails
 *
 * @typedef {(path: string, folder: string, run: Run) => OpenedPackage} Open
 */

/** Ways to open a package by the end of its name. @type {readonly (readonly [string, Open])[]} */
const ways = [
  ['.deb', installDeb],
  ['.rpm', unpackRpm],
  ['.AppImage', unpackAppImage],
  ['.dmg', copyFromImage],
  ['.zip', unpackZip],
  ['-setup.exe', installForWindows],
];

/**
 * Installs a package as a user does, where that touches nothing but the package's own folder, and
 * else unpacks it. A folder, as electron-builder lays the program out, is taken as it is.
 *
 * @param {string} path absolute
 * @param {string} folder for what is unpacked; it is there
 * @param {Run} [run]
 * @returns {OpenedPackage}
 */
export function openPackage(path, folder, run = runTool) {
  const way = ways.find(([end]) => path.endsWith(end));
  if (way !== undefined) return way[1](path, folder, run);
  if (statSync(path).isDirectory()) return opened(path);
  throw new Stop(`${path} is no package that can be opened.`);
}

/** With what it depends on, which is the point of it. @type {Open} */
function installDeb(path, folder, run) {
  const install = ['apt-get', 'install', '--yes', path];
  if (isRoot()) run('apt-get', install.slice(1));
  else run('sudo', install);
  // The package is installed to the paths below its root.
  run('dpkg-deb', ['--extract', path, folder]);
  return opened(join('/opt', onlyIn(join(folder, 'opt'))));
}

/** Not installed: the system that this runs on may have no database of rpm's. @type {Open} */
function unpackRpm(path, folder, run) {
  run('sh', ['-c', 'rpm2cpio "$0" | cpio --extract --make-directories --quiet', path], folder);
  return opened(join(folder, 'opt', onlyIn(join(folder, 'opt'))));
}

/** Starts the AppImage itself, which needs no FUSE so. @type {Open} */
function unpackAppImage(path, folder, run) {
  chmodSync(path, 0o755);
  run(path, ['--appimage-extract'], folder);
  const archive = join(folder, 'squashfs-root/resources/app.asar');
  return { program: path, env: { APPIMAGE_EXTRACT_AND_RUN: '1' }, archive };
}

/** @type {Open} */
function copyFromImage(path, folder, run) {
  const mounted = join(folder, 'image');
  const copied = join(folder, 'applications');
  run('hdiutil', ['attach', '-nobrowse', '-readonly', '-mountpoint', mounted, path]);
  const name = readdirSync(mounted).find((entry) => entry.endsWith('.app')) ?? '';
  run('ditto', [join(mounted, name), join(copied, name)]);
  run('hdiutil', ['detach', mounted]);
  return opened(copied);
}

/** @type {Open} */
function unpackZip(path, folder, run) {
  run('ditto', ['-x', '-k', path, folder]);
  return opened(folder);
}

/** For this user alone, without a question. @type {Open} */
function installForWindows(path, folder, run) {
  // NSIS wants the folder last and without quotes.
  run(path, ['/S', `/D=${folder}`]);
  return opened(folder);
}

/**
 * The program in a folder as electron-builder lays it out for this system.
 *
 * @param {string} folder
 * @returns {OpenedPackage}
 */
function opened(folder) {
  const names = readdirSync(folder);
  const app = names.find((name) => name.endsWith('.app'));
  if (app !== undefined) {
    const contents = join(folder, app, 'Contents');
    const program = join(contents, 'MacOS', onlyIn(join(contents, 'MacOS')));
    return { program, env: {}, archive: join(contents, 'Resources/app.asar') };
  }
  const program = names.find((name) => isProgram(folder, name));
  if (program === undefined) throw new Stop(`There is no packaged program in ${folder}.`);
  return { program: join(folder, program), env: {}, archive: join(folder, 'resources/app.asar') };
}

/**
 * Besides the program there are only Chromium's own, and the uninstaller of Windows.
 *
 * @param {string} folder
 * @param {string} name
 */
function isProgram(folder, name) {
  if (name.endsWith('.exe')) return !name.startsWith('Uninstall');
  if (/^chrome|\./u.test(name)) return false;
  const { mode } = statSync(join(folder, name));
  return (mode & 0o111) !== 0 && statSync(join(folder, name)).isFile();
}

/** @param {string} folder */
function onlyIn(folder) {
  const [name = ''] = readdirSync(folder);
  return name;
}

/** @type {Run} */
function runTool(program, args, folder) {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const { status, error } = spawnSync(program, args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) {
    throw new Stop(`${program} ${args.join(' ')} failed: ${error?.message ?? String(status)}`);
  }
}
