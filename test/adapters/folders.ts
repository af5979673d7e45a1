import { statSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '#test/temporary-folder.ts';

/** A path for a folder that does not exist yet; it is removed when the test ends. */
export function freshFolder(): string {
  return join(temporaryFolder(), 'folder');
}

/** Permission bits in octal, as `ls` would count them. */
export function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}
