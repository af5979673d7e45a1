import { execFile } from 'node:child_process';
import type { Clock } from '#core/kernel/ports.ts';

/** How long a desktop may take to say whether it has a tray. */
const deadline = 1000;

/** At login a desktop's tray may come later than the programs that start with the system. */
const arrivesWithin = 30_000;
const lookEvery = 1000;

const watcher = 'org.kde.StatusNotifierWatcher';

/** On Linux a host must be registered with the StatusNotifierWatcher; no answer is none. */
export async function hasTray(platform: NodeJS.Platform): Promise<boolean> {
  if (platform !== 'linux') return true;
  const answer = await ask(
    `--dest=${watcher}`,
    '/StatusNotifierWatcher',
    'org.freedesktop.DBus.Properties.Get',
    `string:${watcher}`,
    'string:IsStatusNotifierHostRegistered',
  );
  return answer.includes('true');
}

/** Waits for the desktop's tray, and answers whether it has come. */
export async function trayArrives(
  look: () => Promise<boolean>,
  clock: Pick<Clock, 'after' | 'monotonic'>,
): Promise<boolean> {
  const until = clock.monotonic() + arrivesWithin;
  while (!(await look())) {
    if (clock.monotonic() >= until) return false;
    await new Promise<void>((resolve) => clock.after(lookEvery, resolve));
  }
  return true;
}

/** What the session's bus answers, as text; empty where it does not. */
function ask(...question: readonly string[]): Promise<string> {
  const args = ['--session', '--print-reply=literal', ...question];
  return new Promise((resolve) => {
    execFile('dbus-send', args, { timeout: deadline }, (error, answer) =>
      resolve(error === null ? answer : ''),
    );
  });
}
