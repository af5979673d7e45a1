import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { needs } from './needs.js';
import { projectNode } from './node.js';
import { rememberRefusal, wasRefused } from './packages.js';
import { inProject, onPath, say, Stop } from '../project.js';
import { runProgram } from '../process/processes.js';
import { installByApt, isRoot, isUbuntu, provide } from './system.js';

/** The installed Chromium that shows windows where there is no Electron. */

/** Chromium without windows, tabs or toolbars, which cost a quarter of a test's processor time. */
const headlessShell = 'chromium-headless-shell';

const names = [
  'chromium',
  'google-chrome-stable',
  'google-chrome',
  'chromium-browser',
  'microsoft-edge',
];

const applications = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const windowsPrograms = [
  'Google/Chrome/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
];

/** @returns {(string | undefined)[]} */
function candidates() {
  switch (process.platform) {
    case 'darwin':
      return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
        applications.map((name) => join(folder, name)),
      );
    case 'win32':
      return ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((variable) => {
        const folder = process.env[variable];
        return folder === undefined ? [] : windowsPrograms.map((name) => join(folder, name));
      });
    default:
      return names.map(onPath);
  }
}

/**
 * Whether the program is a snap, or the script that starts one: those are confined to folders of
 * their own and cannot be driven.
 *
 * @param {string} path
 */
function isSnap(path) {
  const real = realpathSync(path);
  if (real.endsWith('/snap') || real.startsWith('/snap/')) return true;
  return statSync(real).size < 20_000 && readFileSync(real, 'utf8').includes('/snap/bin');
}

/**
 * The browser to use: `CULVERT_CHROMIUM`, else an installed one, else the one Playwright fetched.
 *
 * @returns {Promise<string | undefined>} path of the program
 */
export async function findBrowser() {
  const named = process.env['CULVERT_CHROMIUM'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Stop(`CULVERT_CHROMIUM names a program that is not there: ${named}`);
  }
  const installed = candidates().find(
    (path) => path !== undefined && existsSync(path) && !isSnap(path),
  );
  return installed ?? (await playwrightBrowser());
}

/**
 * The browser of the tests, which show no window: `CULVERT_CHROMIUM`, else the headless shell, else
 * the one that `findBrowser` names.
 *
 * @returns {Promise<string | undefined>} path of the program
 */
export async function findTestBrowser() {
  const named = process.env['CULVERT_CHROMIUM'];
  return (named ? undefined : onPath(headlessShell)) ?? (await findBrowser());
}

async function playwrightBrowser() {
  const library = inProject('node_modules', 'playwright-core', 'index.mjs');
  if (!existsSync(library)) return undefined;
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/** Sees to it that there is a browser for the tests. */
export async function provideTestBrowser() {
  if (!process.env['CULVERT_CHROMIUM']) await installHeadlessShell();
  if ((await findTestBrowser()) === undefined) await provideBrowser();
}

/** Installs the headless shell without asking: only as root on Debian. */
async function installHeadlessShell() {
  const isDebian = onPath('apt-get') !== undefined && !isUbuntu();
  if (!isDebian || !isRoot() || onPath(headlessShell) || wasRefused(headlessShell)) return;
  say('Installing Chromium’s headless shell.');
  try {
    await installByApt([headlessShell]);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say('It cannot be installed here: the tests use Chromium itself and take longer.');
    rememberRefusal(headlessShell);
  }
}

/** Sees to it that there is a browser. */
export async function provideBrowser() {
  if ((await findBrowser()) !== undefined) return;
  if (process.platform !== 'linux') {
    throw new Stop(
      'Electron is not installed, and neither is a browser to stand in for it.\n' +
        'Install Google Chrome, or name a Chromium by CULVERT_CHROMIUM, then run the command again.',
    );
  }
  await (isUbuntu() ? fetchByPlaywright() : provide([needs.browser]));
  if ((await findBrowser()) === undefined) {
    throw new Stop('No Chromium was found after installing one. Name it by CULVERT_CHROMIUM.');
  }
}

/** Ubuntu's package is a snap: Playwright fetches a plain Chromium, and the libraries it needs. */
async function fetchByPlaywright() {
  const cli = inProject('node_modules', 'playwright-core', 'cli.js');
  const byHand =
    'npx playwright-core install chromium && sudo npx playwright-core install-deps chromium';
  if (!isRoot()) {
    throw new Stop(`This system lacks Chromium.\nRun this, then the command again:\n\n  ${byHand}`);
  }
  say('Installing Chromium.');
  if ((await runProgram(projectNode(), [cli, 'install', '--with-deps', 'chromium'])) !== 0) {
    throw new Stop(
      'Chromium could not be installed; the message is above.\n' +
        'Install Google Chrome from https://www.google.com/chrome, then run the command again.',
    );
  }
}
