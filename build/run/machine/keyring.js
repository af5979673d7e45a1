import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onExit } from '../process/exit-hooks.js';
import { startProgram } from '../process/processes.js';
import { hasDisplay, onPath, Stop } from '../project.js';

/**
 * A keychain for machines without a desktop: a D-Bus session of its own with gnome-keyring, unlocked,
 * its data in a folder of ours. Its password lies beside it, readable by this user alone: whoever can
 * read that folder can open it, which is what such a machine can offer.
 */

/** The D-Bus query whether the default keyring is locked. Fails without a Secret Service. */
const lockedQuestion = [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.secrets',
  '/org/freedesktop/secrets/aliases/default',
  'org.freedesktop.DBus.Properties.Get',
  'string:org.freedesktop.Secret.Collection',
  'string:Locked',
];

/**
 * Whether programs started here reach a Secret Service whose keyring is open, or can be opened by
 * the user. Without a display there is no password prompt.
 */
export function reachesSecretService() {
  if (process.platform !== 'linux' || hasDisplay()) return true;
  if (!process.env['DBUS_SESSION_BUS_ADDRESS'] || onPath('dbus-send') === undefined) return false;
  const result = spawnSync('dbus-send', ['--reply-timeout=2000', ...lockedQuestion], {
    encoding: 'utf8',
    timeout: 3_000,
  });
  return result.status === 0 && result.stdout.includes('boolean false');
}

/**
 * A D-Bus session whose keyring is kept in a folder, for as long as something needs it.
 *
 * @typedef {object} Session
 * @property {NodeJS.ProcessEnv} env what programs must be given to be in it
 * @property {() => Promise<void>} stop
 */

/** How often a session is begun whose keyring does not show. */
const tries = 4;

/**
 * Starts a D-Bus session of its own with an open keyring.
 *
 * On a busy machine gnome-keyring now and then makes a keyring in an empty folder and never shows it
 * on the bus. One that is there from before is shown, so the whole session is ended and begun again.
 *
 * @param {string} folder where the keyring is kept; made if it lacks
 * @returns {Promise<Session>}
 */
export async function startPrivateSession(folder) {
  for (let n = 0; n < tries; n += 1) {
    const session = await beginSession(folder);
    if (await showsKeyring(session.env)) return session;
    await session.stop();
  }
  throw new Stop('gnome-keyring did not show its keyring.');
}

/**
 * @param {string} folder
 * @returns {Promise<Session>}
 */
async function beginSession(folder) {
  mkdirSync(join(folder, 'data'), { recursive: true, mode: 0o700 });
  // A socket's path must be short, so it is not below the profile.
  const sockets = mkdtempSync(join(tmpdir(), 'culvert-'));
  const discard = () => rmSync(sockets, { recursive: true, force: true });
  const forget = onExit(discard);
  const bus = startProgram('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    // Its messages about limits and started services are of no interest.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await Promise.race([firstLine(bus), bus.ended]);
  if (typeof address === 'number') throw new Stop('dbus-daemon did not start.');
  const env = { DBUS_SESSION_BUS_ADDRESS: address };
  const keyring = startProgram('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    env: {
      ...process.env,
      ...env,
      DISPLAY: undefined,
      WAYLAND_DISPLAY: undefined,
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_RUNTIME_DIR: sockets,
    },
    stdio: ['pipe', 'ignore', 'ignore'],
    daemon: true,
  });
  // One that ended before it read the password is known by its exit.
  keyring.child.stdin?.on('error', () => undefined).end(passwordIn(folder));
  const stop = async () => {
    await keyring.stop();
    await bus.stop();
    discard();
    forget();
  };
  // It ends when the keyring is open, and leaves the daemon in its group.
  if ((await keyring.ended) === 0) return { env, stop };
  await stop();
  throw new Stop('gnome-keyring did not start.');
}

/**
 * Whether the keyring is on the bus, open or closed. A bus that cannot be queried counts as showing it.
 *
 * @param {NodeJS.ProcessEnv} session
 */
async function showsKeyring(session) {
  if (onPath('dbus-send') === undefined) return true;
  const env = { ...process.env, ...session };
  return (await startProgram('dbus-send', lockedQuestion, { env, stdio: 'ignore' }).ended) === 0;
}

/**
 * The keyring's password, made at the first time.
 *
 * @param {string} folder
 */
function passwordIn(folder) {
  const file = join(folder, 'password');
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8');
}

/**
 * @param {import('../process/processes.js').Program} program
 * @returns {Promise<string>}
 */
function firstLine({ child }) {
  return new Promise((resolve) => {
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', resolve);
  });
}
