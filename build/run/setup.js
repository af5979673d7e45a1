import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { provideBrowser, provideTestBrowser } from './machine/browser.js';
import { runCommand } from './process/command.js';
import {
  checkSandbox,
  installedElectron,
  provideElectron,
  startableElectron,
} from './machine/electron.js';
import { needs } from './machine/needs.js';
import { checkNode } from './machine/node.js';
import { installPackages, keytarIsMissing, wasRefused } from './machine/packages.js';
import { hasDisplay, say } from './project.js';
import { offer, provide } from './machine/system.js';

/**
 * The set-up that `npm start` and `npm test` run first. It installs what is missing and needs only
 * Node 20. Where it cannot, it stops with exact instructions.
 *
 * @typedef {'start' | 'test' | 'service'} Purpose
 */

/** @param {Purpose} purpose */
export async function setUp(purpose) {
  checkNode();
  await provide([...compilerNeeds(purpose), ...keychainNeeds(purpose), ...faultNeeds(purpose)]);
  if (purpose === 'test') await offer(needs.servers);
  await installPackages();
  if (purpose !== 'service') await provideRuntime(purpose);
}

/**
 * What the app and its tests run in.
 *
 * @param {'start' | 'test'} purpose
 */
export async function provideRuntime(purpose) {
  const electron = await provideStartableElectron();
  // The tests of parts of the window, and of the packages, run in a browser in any case.
  if (purpose === 'test') await provideTestBrowser();
  else if (electron === undefined) await provideBrowser();
}

/** Electron with all that it needs of the system, if it starts here. */
async function provideStartableElectron() {
  const electron = await provideElectron();
  if (electron === undefined) return undefined;
  await provide([needs.electronLibraries, ...(hasDisplay() ? [] : [needs.virtualDisplay])]);
  checkSandbox(electron);
  return startableElectron(electron, hasDisplay() ? [] : ['xvfb-run', '--auto-servernum']);
}

/**
 * The keychain module is compiled after the packages are installed. The service does not need it.
 *
 * @param {Purpose} purpose
 */
function compilerNeeds(purpose) {
  const compiles = purpose !== 'service' && keytarIsMissing() && !wasRefused('keytar');
  return compiles ? [needs.compiler, needs.libsecret] : [];
}

/**
 * A desktop has a keychain; tests and machines without a desktop get a private D-Bus session.
 *
 * @param {Purpose} purpose
 */
function keychainNeeds(purpose) {
  if (purpose === 'service') return [];
  return purpose === 'start' && hasDisplay() ? [needs.secretService] : [needs.privateSession];
}

/** @param {Purpose} purpose */
function faultNeeds(purpose) {
  return purpose === 'test' ? [needs.failingCalls] : [];
}

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) {
  await runCommand(async () => {
    await setUp('test');
    say(
      `Everything is installed, ${installedElectron() === undefined ? 'without' : 'with'} Electron.`,
    );
    return 0;
  });
}
