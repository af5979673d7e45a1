import { readFileSync, rmSync, unlinkSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const lockFile = 'stand-in.lock';
const callFile = 'stand-in.call';

/**
 * Makes this process the profile's only one. If there is another one, it receives this one's
 * arguments and data, and the result is `false`. A lock whose process is gone (it was killed) counts as none.
 */
export function claimLock(
  profile: string,
  data: unknown,
  onSecond: (argv: string[], folder: string, data: unknown) => void,
): boolean {
  const lock = join(profile, lockFile);
  const call = join(profile, callFile);
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      // Electron, too, only says `false` where it cannot write to the profile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
      const holder = Number(readFileSync(lock, 'utf8'));
      if (holder !== process.pid && isAlive(holder)) {
        const argv = asChromiumPasses(process.argv);
        writeFileSync(call, JSON.stringify({ argv, folder: process.cwd(), data }));
        return false;
      }
      unlinkSync(lock);
    }
  }
  watch(profile, { persistent: false }, (_kind, name) => {
    if (name !== callFile) return;
    try {
      const text = readFileSync(call, 'utf8');
      const second = JSON.parse(text) as { argv: string[]; folder: string; data?: unknown };
      unlinkSync(call);
      onSecond(second.argv, second.folder, second.data ?? null);
    } catch {
      // Seen before it was written whole, when another change follows, or after it was taken.
    }
  });
  process.once('exit', () => {
    // The program may have removed its profile.
    rmSync(lock, { force: true });
  });
  return true;
}

/** Chromium puts switches before all else, and adds some of its own. */
function asChromiumPasses([program = '', ...args]: readonly string[]): string[] {
  const isSwitch = (argument: string) => argument.startsWith('-');
  return [
    program,
    ...args.filter(isSwitch),
    '--original-process-start-time=13000000000000000',
    ...args.filter((argument) => !isSwitch(argument)),
  ];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
