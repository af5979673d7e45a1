import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { provideBrowser } from './machine/browser.js';
import { runCommand } from './process/command.js';
import { checkSandbox, installedElectron, provideElectron } from './machine/electron.js';
import { needs } from './machine/needs.js';
import { checkNode } from './machine/node.js';
import { installPackages, keytarIsMissing, wasRefused } from './machine/packages.js';
import { hasDisplay, say } from './project.js';
import { provide } from './machine/system.js';

/**
 * The set-up that `npm start` and `npm test` run first: does what is missing and nothing else, with
 * nothing but Node 20. What it cannot do itself it says, exactly, and stops.
 *
 * @typedef {'start' | 'test' | 'service'} Purpose
 */

/** @param {Purpose} purpose */
export async function setUp(purpose) {
  checkNode();
  await provide([...toCompile(purpose), ...toKeepSecrets(purpose), ...toFail(purpose)]);
  await installPackages();
  if (purpose === 'service') return;
  const electron = await provideElectron();
  if (electron === undefined) {
    await provideBrowser();
    return;
  }
  if (!hasDisplay()) await provide([needs.virtualDisplay]);
  checkSandbox(electron);
}

/**
 * The keychain module compiles at `npm ci`. The service alone does without it.
 *
 * @param {Purpose} purpose
 */
function toCompile(purpose) {
  const wanted = purpose !== 'service' && keytarIsMissing() && !wasRefused('keytar');
  return wanted ? [needs.compiler, needs.libsecret] : [];
}

/**
 * A person's desktop keeps secrets itself; tests, and machines without a desktop, get a session of
 * their own.
 *
 * @param {Purpose} purpose
 */
function toKeepSecrets(purpose) {
  if (purpose === 'service') return [];
  return purpose === 'start' && hasDisplay() ? [needs.secretService] : [needs.privateSession];
}

/** @param {Purpose} purpose */
function toFail(purpose) {
  return purpose === 'test' ? [needs.failingCalls] : [];
}

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) {
  await runCommand(async () => {
    await setUp('test');
    say(`Everything is there, ${installedElectron() === undefined ? 'but' : 'with'} Electron.`);
    return 0;
  });
}
