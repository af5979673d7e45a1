import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A free name in this folder for a copy of a file that cannot be read; it says when that was. */
export function asideName(folder: string, fileName: string): string {
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const base = `${fileName}.set-aside-${stamp}`;
  let name = base;
  for (let n = 2; existsSync(join(folder, name)); n += 1) name = `${base}-${n}`;
  return name;
}
