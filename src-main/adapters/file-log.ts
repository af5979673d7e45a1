import { closeSync, fstatSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { harmlessLine } from '#contract/log-line.ts';
import type { Log, LogHistory } from '#core/kernel/ports.ts';
import { makePrivateFolder } from './private-folder.ts';
import { openRegularFile, readRegularFile } from './regular-file.ts';

const defaultMaxBytes = 1024 * 1024;

/**
 * A log of one JSON object a line: `time` (ISO 8601, UTC), `level`, `event`, and the fields, as far as they
 * are known to be harmless, in `culvert.log` and before it `culvert.1.log`, each of about `maxBytes`. Never
 * throws: a log that cannot be written is lost, and the program goes on.
 */
export function createFileLog(
  folder: string,
  maxBytes: number = defaultMaxBytes,
): Log & LogHistory {
  const path = join(folder, 'culvert.log');
  const before = join(folder, 'culvert.1.log');
  let open: { file: number; size: number } | undefined;

  function reopen(): { file: number; size: number } {
    makePrivateFolder(folder);
    const file = openRegularFile(path, 'append');
    return { file, size: fstatSync(file).size };
  }
  function append(bytes: Buffer): void {
    open ??= reopen();
    if (open.size > 0 && open.size + bytes.byteLength > maxBytes) {
      closeSync(open.file);
      open = undefined;
      renameSync(path, before);
      open = reopen();
    }
    open.size += writeSync(open.file, bytes);
  }

  return {
    write(level, event, fields = {}) {
      const own = { time: new Date().toISOString(), level, event };
      const line = harmlessLine({ ...own, ...fields, ...own });
      try {
        append(Buffer.from(`${JSON.stringify(line)}\n`));
      } catch {
        // A full or vanished disk: the line is lost, and the next one tries again.
      }
    },
    tail(count) {
      const lines = linesOf(path, 2 * maxBytes);
      return (lines.length < count ? [...linesOf(before, 2 * maxBytes), ...lines] : lines).slice(
        -count,
      );
    },
  };
}

function linesOf(path: string, longest: number): string[] {
  try {
    return readRegularFile(path, longest)
      .toString()
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    // There is none yet, it cannot be read, or somebody made it longer: nothing is known of it.
    return [];
  }
}
