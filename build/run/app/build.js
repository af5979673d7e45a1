import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode } from '../machine/node.js';
import { inProject, say, Stop } from '../project.js';
import { runProgram } from '../process/processes.js';

/** What the built app is made of. */
const sources = [
  'src-contract',
  'src-main',
  'src-preload',
  'src-renderer',
  'build',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
];

const built = inProject('out', '.built');
export const builtMain = inProject('out', 'main', 'main.js');
const bundler = inProject('node_modules', 'electron-vite', 'bin', 'electron-vite.js');

/**
 * When a file, or anything in a folder, changed last; a folder changes when something leaves it.
 *
 * @param {string} path
 * @returns {number} Unix milliseconds
 */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const within = readdirSync(path).map((name) => newest(join(path, name)));
  return Math.max(stat.mtimeMs, ...within);
}

function isUpToDate() {
  const at = statSync(built, { throwIfNoEntry: false })?.mtimeMs;
  return at !== undefined && sources.every((source) => newest(inProject(source)) <= at);
}

/** Builds `out/` when a source is newer than it. */
export async function buildIfNeeded() {
  if (isUpToDate()) return;
  say('Building.');
  const started = new Date();
  rmSync(built, { force: true });
  const code = await runProgram(projectNode(), [bundler, 'build', '--logLevel', 'error']);
  if (code !== 0) throw new Stop('The build failed; its own message is above.');
  writeFileSync(built, '');
  // A file that is saved while the build runs is newer than what is built.
  utimesSync(built, started, started);
}

/** Before the tests of the window: they run side by side, and share the files that ship. */
export const setup = buildIfNeeded;
