import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A new file, readable by its owner alone, flushed to the disk. */
export const privately = { mode: 0o600, flag: 'wx', flush: true } as const;

/** The folder is not the user's to write to, macOS gave leave for the file alone, or a scanner holds it. */
const refusals: ReadonlySet<unknown> = new Set(['EACCES', 'EBUSY', 'EPERM']);

/** Beside it and then renamed, so that a full disk leaves the older; else over it. */
export async function writeAnew(path: string, bytes: Uint8Array, move = rename): Promise<void> {
  try {
    await writeWhole(path, bytes, move);
  } catch (error) {
    if (!refusals.has((error as NodeJS.ErrnoException).code)) throw error;
    await writeFile(path, bytes, { mode: privately.mode, flush: privately.flush });
  }
}

/** Writes a file, in the place of the one that may be there: whole, or not at all. */
export async function writeWhole(path: string, bytes: Uint8Array, move = rename): Promise<void> {
  const fresh = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await writeFile(fresh, bytes, privately);
    await move(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
