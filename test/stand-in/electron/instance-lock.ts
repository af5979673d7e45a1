import { readFileSync, rmSync, unlinkSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const lockFile = 'stand-in.lock';
const callFile = 'stand-in.call';

/**
 * Makes this process the profile's only one. If there is another one, it receives this one's
 * arguments and the result is `false`. A lock whose process is gone (it was killed) counts as none.
 */
export function claimLock(
  profile: string,
  onSecond: (argv: string[], folder: string) => void,
): boolean {
  const lock = join(profile, lockFile);
  const call = join(profile, callFile);
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch {
      const holder = Number(readFileSync(lock, 'utf8'));
      if (holder !== process.pid && isAlive(holder)) {
        writeFileSync(call, JSON.stringify({ argv: process.argv, folder: process.cwd() }));
        return false;
      }
      unlinkSync(lock);
    }
  }
  watch(profile, { persistent: false }, (_kind, name) => {
    if (name !== callFile) return;
    try {
      const text = readFileSync(call, 'utf8');
      const { argv, folder } = JSON.parse(text) as { argv: string[]; folder: string };
      unlinkSync(call);
      onSecond(argv, folder);
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
