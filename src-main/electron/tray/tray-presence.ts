import { execFile } from 'node:child_process';

/** How long a desktop may take to say whether it has a tray. */
const deadline = 1000;

const watcher = 'org.kde.StatusNotifierWatcher';

/**
 * Whether this desktop shows tray icons. Windows and macOS do; a Linux desktop that does has claimed
 * the name of the StatusNotifierItem specification's watcher on the session's bus. A window that
 * hides where there is none would be lost, so no answer counts as none.
 */
export async function hasTray(platform: NodeJS.Platform): Promise<boolean> {
  if (platform !== 'linux') return true;
  const answer = await ask(
    '--dest=org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.NameHasOwner',
    `string:${watcher}`,
  );
  return answer.includes('true');
}

/**
 * Whether the desktop's tray lists an icon of this process, by the name that Chromium gives its icons.
 * In a Flatpak a tray that is there may refuse them, because the permission for that name lacks.
 */
export async function isIconListed(process: Pick<NodeJS.Process, 'pid'>): Promise<boolean> {
  const answer = await ask(
    `--dest=${watcher}`,
    '/StatusNotifierWatcher',
    'org.freedesktop.DBus.Properties.Get',
    `string:${watcher}`,
    'string:RegisteredStatusNotifierItems',
  );
  return answer.includes(`StatusNotifierItem-${String(process.pid)}-`);
}

/** What the session's bus answers, as text; empty where it does not. */
function ask(...question: readonly string[]): Promise<string> {
  const args = ['--session', '--print-reply=literal', ...question];
  return new Promise((resolve) => {
    execFile('dbus-send', args, { timeout: deadline }, (error, answer) => {
      resolve(error === null ? answer : '');
    });
  });
}
