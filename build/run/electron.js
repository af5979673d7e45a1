import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode } from './node.js';
import { rememberRefusal, wasRefused } from './packages.js';
import { inProject, say } from './project.js';

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
