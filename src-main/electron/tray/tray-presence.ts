import { execFile } from 'node:child_process';

/** How long a desktop may take to say whether it has a tray. */
const deadline = 1000;

/**
 * Whether this desktop shows tray icons. Windows and macOS do; a Linux desktop that does has claimed
 * the name of the StatusNotifierItem specification's watcher on the session's bus. A window that
 * hides where there is none would be lost, so no answer counts as none.
 */
export function hasTray(platform: NodeJS.Platform): Promise<boolean> {
  if (platform !== 'linux') return Promise.resolve(true);
  const question = [
    '--session',
    '--print-reply=literal',
    '--dest=org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.NameHasOwner',
    'string:org.kde.StatusNotifierWatcher',
  ];
  return new Promise((resolve) => {
    execFile('dbus-send', question, { timeout: deadline }, (error, answer) => {
      resolve(error === null && answer.includes('true'));
    });
  });
}
