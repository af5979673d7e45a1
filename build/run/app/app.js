import { join } from 'node:path';
import { findBrowser } from '../machine/browser.js';
import { builtMain } from './build.js';
import { installedElectron } from '../machine/electron.js';
import { reachesSecretService, startPrivateSession } from '../machine/keyring.js';
import { projectNode } from '../machine/node.js';
import { hasDisplay, inProject, dataFolder, onPath, root, say } from '../project.js';
import { startProgram } from '../process/processes.js';
import { isRoot } from '../machine/system.js';

/** Shown once the statistics of a server are on screen. */
const statisticsOnScreen = '[data-stats-live]';

const screenshot = join(dataFolder, 'window.png');

/**
 * How the app is started: on Electron where it is installed, else on the stand-in.
 *
 * @typedef {import('../process/processes.js').Program} Program
 * @typedef {object} Runtime
 * @property {string} name in words
 * @property {readonly string[]} command
 * @property {NodeJS.ProcessEnv} env what it wants besides the usual environment
 */

/**
 * @param {readonly string[]} args the app's own
 * @returns {Promise<Runtime>}
 */
export async function chooseRuntime(args) {
  const electron = installedElectron();
  return electron === undefined ? standIn(args) : onElectron(electron, args);
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<Runtime>}
 */
async function standIn(args) {
  const browser = (await findBrowser()) ?? '';
  const shown = hasDisplay()
    ? ['--headed']
    : ['--screenshot', screenshot, '--when', statisticsOnScreen];
  return {
    name: `the stand-in for Electron, in ${browser}, because Electron's binary is not installed`,
    command: [
      projectNode(),
      inProject('test', 'stand-in', 'process', 'run.ts'),
      builtMain,
      ...shown,
      '--',
      ...rootSwitches(),
      ...args,
    ],
    env: { CULVERT_CHROMIUM: browser },
  };
}

/** Chromium refuses to run its sandbox as root; the window keeps its isolation from Node. */
function rootSwitches() {
  return process.platform === 'linux' && isRoot() ? ['--no-sandbox'] : [];
}

/**
 * @param {string} electron
 * @param {readonly string[]} args
 * @returns {Runtime}
 */
function onElectron(electron, args) {
  const asRoot = rootSwitches();
  const name = `Electron${asRoot.length > 0 ? ', without its sandbox as that cannot run as root' : ''}`;
  if (hasDisplay()) return { name, command: [electron, ...asRoot, root, ...args], env: {} };
  const script = inProject('build', 'run', 'app', 'electron-headless.js');
  return {
    name,
    command: [
      onPath('xvfb-run') ?? 'xvfb-run',
      '--auto-servernum',
      projectNode(),
      script,
      electron,
      screenshot,
      statisticsOnScreen,
      ...asRoot,
      root,
      ...args,
    ],
    env: {},
  };
}

/**
 * Starts the app, in a D-Bus session of its own where no Secret Service is reached.
 *
 * @param {Runtime} runtime
 * @param {{ env: NodeJS.ProcessEnv, folder: string }} options `folder` keeps the session's keyring
 * @returns {Promise<Pick<Program, 'ended' | 'stop'>>}
 */
export async function startApp(runtime, { env, folder }) {
  const session = reachesSecretService()
    ? undefined
    : await startPrivateSession(join(folder, 'keyring'));
  const [program = '', ...args] = runtime.command;
  const { ended, stop } = startProgram(program, args, {
    env: { ...process.env, ...runtime.env, ...env, ...session?.env },
  });
  return {
    ended,
    stop: async () => {
      await stop();
      await session?.stop();
    },
  };
}

/**
 * Says how the app will run.
 *
 * @param {Runtime} runtime
 * @param {string} folder
 */
export function announce(runtime, folder) {
  say(`Culvert runs on ${runtime.name}.`);
  if (!reachesSecretService()) {
    say(
      `No Secret Service is reached here: it gets one of its own, kept in ${join(folder, 'keyring')}`,
    );
  }
  if (!hasDisplay()) {
    say(`There is no display: once statistics are on screen, a picture is put in ${screenshot}`);
  }
}
