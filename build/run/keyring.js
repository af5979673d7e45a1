import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasDisplay, onPath } from './project.js';

/**
 * A keychain for machines without a desktop: a D-Bus session of its own with gnome-keyring, unlocked,
 * its data in a folder of ours. Its password lies beside it, readable by this user alone: whoever can
 * read that folder can open it, which is what such a machine can offer.
 */

/**
 * Whether programs started here reach a Secret Service whose keyring is open, or can be opened by
 * the person. Without a display nobody can be asked for a password.
 */
export function reachesSecretService() {
  if (process.platform !== 'linux' || hasDisplay()) return true;
  if (!process.env['DBUS_SESSION_BUS_ADDRESS'] || onPath('dbus-send') === undefined) return false;
  const asked = spawnSync(
    'dbus-send',
    [
      '--session',
      '--print-reply',
      '--reply-timeout=2000',
      '--dest=org.freedesktop.secrets',
      '/org/freedesktop/secrets/aliases/default',
      'org.freedesktop.DBus.Properties.Get',
      'string:org.freedesktop.Secret.Collection',
      'string:Locked',
    ],
    { encoding: 'utf8', timeout: 3_000 },
  );
  return asked.status === 0 && asked.stdout.includes('boolean false');
}

/** D-Bus talks about limits and services that it starts, which is nobody's concern. */
const quietly = 'exec 3>&2; exec dbus-run-session -- sh -c "$0" sh "$@" 2>/dev/null';

const script = [
  'exec 2>&3 3>&-;',
  'XDG_DATA_HOME="$1/data" XDG_CONFIG_HOME="$1/config" XDG_CACHE_HOME="$1/cache"',
  'XDG_RUNTIME_DIR="$2" gnome-keyring-daemon --unlock --components=secrets',
  '<"$1/password" >/dev/null 2>&1 || { echo "gnome-keyring did not start." >&2; exit 1; };',
  'shift 2; exec "$@"',
].join(' ');

/**
 * A command to run in a D-Bus session of its own whose keyring is kept in `folder`.
 *
 * @param {string} folder made if it lacks
 * @param {readonly string[]} command
 * @returns {{ command: readonly string[], discard: () => void }} `discard` removes the session's
 * sockets once the command has ended
 */
export function inPrivateSession(folder, command) {
  mkdirSync(join(folder, 'data'), { recursive: true, mode: 0o700 });
  const password = join(folder, 'password');
  if (!existsSync(password)) {
    writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  // A socket's path must be short, so it is not below the profile.
  const sockets = mkdtempSync(join(tmpdir(), 'culvert-'));
  return {
    command: ['sh', '-c', quietly, script, folder, sockets, ...command],
    discard: () => rmSync(sockets, { recursive: true, force: true }),
  };
}
