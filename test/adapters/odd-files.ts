import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';

/** Objects that may be in the place of the program's own file, and how each is made. */
export const oddFiles: readonly [string, (path: string) => void][] = [
  ['a pipe that nobody writes to', (path) => execFileSync('mkfifo', [path])],
  [
    'a link to another file',
    (path) => {
      writeFileSync(`${path}-target`, 'of another program');
      symlinkSync(`${path}-target`, path);
    },
  ],
];
