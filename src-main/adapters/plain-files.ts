import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { PlainFile, PlainFiles } from '#core/kernel/ports.ts';
import { fileMode, makePrivateFolder } from './private-folder.ts';
import { readRegularFile } from './regular-file.ts';
import { asideName } from './set-aside.ts';
import { guarded } from './vault/vault-faults.ts';

/** None is longer, bytes: the list of authorities is the longest, with a megabyte. */
const longestFile = 4 * 1024 * 1024;

/** Small files in one folder, each replaced whole by rename and synced, with its folder. */
export function createPlainFiles(folder: string, rename = renameSync): PlainFiles {
  const pathOf = (name: PlainFile) => join(folder, name);
  return {
    read(name) {
      const path = pathOf(name);
      try {
        return readRegularFile(path, longestFile).toString();
      } catch {
        return undefined;
      }
    },
    write(name, text) {
      const path = pathOf(name);
      guarded(() => {
        makePrivateFolder(folder);
        const fresh = `${path}.${randomUUID()}.tmp`;
        try {
          writeSynced(fresh, Buffer.from(text));
          renamePatiently(rename, fresh, path);
        } catch (error) {
          rmSync(fresh, { force: true });
          throw error;
        }
        syncFolder(folder);
      });
    },
    setAside(name) {
      const path = pathOf(name);
      guarded(() => {
        const copy = join(folder, asideName(folder, name));
        try {
          writeSynced(copy, readRegularFile(path, longestFile));
        } catch (error) {
          rmSync(copy, { force: true });
          throw error;
        }
        syncFolder(folder);
      });
    },
  };
}

/** A scanner of Windows holds a new file for a moment. */
const held: ReadonlySet<unknown> = new Set(['EACCES', 'EBUSY', 'EPERM']);
const attempts = 10;
const pauseMs = 20;

function renamePatiently(rename: typeof renameSync, from: string, to: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (attempt === attempts || !held.has(code)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}

function writeSynced(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'wx', fileMode);
  try {
    for (let done = 0; done < bytes.byteLength;) done += writeSync(file, bytes, done);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A rename is in the folder; Windows writes it through by itself and cannot open a folder. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
