import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupFiles } from '#core/kernel/ports.ts';
import { firstBytes } from './shell.ts';
import { writeWhole } from './write-anew.ts';

/** The core's `BackupFiles` port on the file system. */
export function createBackupFiles(now: () => Date = () => new Date()): BackupFiles {
  return {
    read: firstBytes,
    write: (path, bytes) => writeWhole(path, bytes),
    async writeCopy(folder, prefix, bytes, count) {
      const stamp = now()
        .toISOString()
        .replaceAll(/[-:]|\.\d+/g, '');
      await writeWhole(join(folder, `${prefix}${stamp}.age`), bytes);
      // Others than ours, and what a synced folder adds to a name, stay.
      const isCopy = (name: string) =>
        name.startsWith(prefix) && /^\d{8}T\d{6}Z\.age$/.test(name.slice(prefix.length));
      const copies = (await readdir(folder)).filter(isCopy).sort();
      for (const name of copies.slice(0, -count)) await rm(join(folder, name), { force: true });
    },
  };
}
