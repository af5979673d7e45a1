import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { App } from 'electron';
import type { Log } from '#core/kernel/ports.ts';
import { flatpakId, launchCommand } from './launch-command.ts';

/** Starts Culvert in the tray alone, without its window. */
export const hiddenFlag = '--hidden';

/** Whether the system started it without a window. macOS reports it, others pass the flag. */
export function startsHidden(
  argv: readonly string[],
  platform: NodeJS.Platform,
  app: Pick<App, 'getLoginItemSettings'>,
): boolean {
  if (argv.includes(hiddenFlag)) return true;
  return platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

interface LoginItemParts {
  readonly app: Pick<App, 'isPackaged' | 'setLoginItemSettings' | 'getLoginItemSettings'>;
  readonly log: Log;
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly executable: string;
}

/** Whether this package can be started with the system: a Flatpak has no folder of autostart files. */
export const canStartWithSystem = (
  environment: Readonly<Record<string, string | undefined>>,
): boolean => flatpakId(environment) === undefined;

/** On Linux by an XDG autostart file. A build run from its source changes nothing. */
export function setStartWithSystem(enabled: boolean, parts: LoginItemParts): void {
  const { app, log, platform, environment, executable } = parts;
  if (!app.isPackaged || !canStartWithSystem(environment)) return;
  if (platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: enabled, args: [hiddenFlag] });
    // macOS may refuse an unsigned program, and requires the user's permission for some programs.
    if (platform === 'darwin' && app.getLoginItemSettings().openAtLogin !== enabled) {
      log.write('warn', 'login-item.refused', { enabled });
    }
    return;
  }
  const folder = join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'autostart');
  // A build of another name is another program, with an entry of its own.
  const file = join(folder, `${basename(executable)}.desktop`);
  if (!enabled) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  // Anew: a link or a pipe of that name is replaced and not written to.
  rmSync(file, { force: true });
  writeFileSync(file, desktopEntry(launchCommand(environment, executable)), { flag: 'wx' });
}

function desktopEntry(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Culvert',
    `Exec=${command.map(execArgument).join(' ')} ${hiddenFlag}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** As "The Exec key" wants it, and once more as a string value does. */
function execArgument(word: string): string {
  const quoted = word.replace(/["`$\\]/g, (special) => `\\${special}`).replaceAll('%', '%%');
  return `"${quoted.replaceAll('\\', '\\\\')}"`;
}
