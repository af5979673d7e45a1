import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The path of every file below a folder, however deep. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** What is in a file, and nothing where it cannot be read, or not yet, or no longer. */
export function readIfThere(path: string, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  try {
    return readFileSync(path, encoding);
  } catch {
    return '';
  }
}

/** Whether the system's files have modes that say who may read them. */
export const hasModes = process.platform !== 'win32';
