import { resolve } from 'node:path';
import { trayFlag } from './window/start-window.ts';
import { hiddenFlag } from './login-item.ts';
import { quickFlag } from './quick/quick-shortcut.ts';

interface LaunchArguments {
  /** `--profile=DIR`: keeps everything in that folder instead of the usual one. Absolute. */
  readonly profile: string | undefined;
  /** `--service=URL`: the address that the sign-in screen begins with. */
  readonly service: string | undefined;
  /** `--self-test`: tries the installation, prints a table and ends. */
  readonly selfTest: boolean;
  /** Switches that a packaged program does not start with. */
  readonly refused: readonly string[];
}

/** Tries the installation instead of starting the program. */
const selfTestFlag = '--self-test';

/** Chromium has hundreds that open the program to others: all but these are refused. */
const allowed: ReadonlySet<string> = new Set([
  trayFlag.slice(2),
  selfTestFlag.slice(2),
  hiddenFlag.slice(2),
  quickFlag.slice(2),
  // Options of the command line.
  'help',
  'h',
  'version',
  'json',
  'fastest',
  // Ignored in packaged builds.
  'profile',
  'service',
  // Display and language, as the desktop or a user sets them.
  'ozone-platform',
  'ozone-platform-hint',
  'enable-wayland-ime',
  'disable-gpu',
  'disable-dev-shm-usage',
  'force-device-scale-factor',
  'force-renderer-accessibility',
  'lang',
  // The Windows installer after an update, and the system for a clicked notification.
  'updated',
  'toastactivated',
  'embedding',
]);

/**
 * Reads the arguments, the program's own file first. A packaged program has neither another profile nor
 * another service address: arguments must not decide with which files and address a stored key is used.
 */
export function readLaunchArguments(
  argv: readonly string[],
  { isPackaged, platform }: { readonly isPackaged: boolean; readonly platform: NodeJS.Platform },
): LaunchArguments {
  const selfTest = argv.includes(selfTestFlag);
  if (isPackaged) {
    const refused = switchesIn(argv, platform).filter((name) => !isAllowed(name, platform));
    return { profile: undefined, service: undefined, selfTest, refused };
  }
  const profile = option(argv, 'profile');
  return {
    profile: profile === undefined ? undefined : resolve(profile),
    service: option(argv, 'service'),
    selfTest,
    refused: [],
  };
}

/** Names of switches as Chromium's `base::CommandLine` finds them, up to a bare `--`. */
function switchesIn(argv: readonly string[], platform: NodeJS.Platform): string[] {
  const own = argv.slice(1);
  const end = own.indexOf('--');
  const pattern = platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/;
  return (end < 0 ? own : own.slice(0, end)).flatMap((argument) => {
    const name = pattern.exec(argument)?.[1];
    return name === undefined ? [] : [platform === 'win32' ? name.toLowerCase() : name];
  });
}

function isAllowed(name: string, platform: NodeJS.Platform): boolean {
  // The AppImage and root on Linux need it; the Finder passes a process serial number.
  if (platform === 'linux' && name === 'no-sandbox') return true;
  if (platform === 'darwin' && name.startsWith('psn_')) return true;
  return allowed.has(name);
}

function option(argv: readonly string[], name: string): string | undefined {
  const prefix = `--${name}=`;
  return argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length);
}

/** Why the program does not start, in both languages: which one is the user's is not known yet. */
export function refusalText(refused: readonly string[]): string {
  const names = refused.map((name) => `--${name}`).join(', ');
  return [
    `Culvert does not start with ${names}, because it could open the program to others.`,
    `Culvert не запускается с ${names}: так программу можно открыть для посторонних.`,
  ].join('\n');
}
