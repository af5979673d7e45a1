import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';

/** What may stand where the program expects a file of its own, and how it gets there. */
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
