import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { fileMode } from './private-folder.ts';

const openFlags = {
  read: constants.O_RDONLY,
  append: constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND,
  'read-append': constants.O_RDWR | constants.O_CREAT | constants.O_APPEND,
};

/**
 * Opens a file of the profile, which is made for its owner alone where the flags make one. Throws for a
 * link, which is not followed, and for a pipe, socket, device or folder, at once: whoever writes to the
 * folder could otherwise have another file changed, or the program wait for ever.
 */
export function openRegularFile(path: string, use: keyof typeof openFlags): number {
  // Windows has neither flag, and no such files in a folder.
  const guards = constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = openSync(path, openFlags[use] | guards, fileMode);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new Error('not a regular file');
}

/**
 * The bytes of a file of the profile. Throws as `openRegularFile`, and for a file that is longer than
 * `longest` bytes, which somebody else has written.
 */
export function readRegularFile(path: string, longest = Infinity): Buffer {
  const file = openRegularFile(path, 'read');
  try {
    if (fstatSync(file).size > longest) throw new RangeError('longer than any of ours');
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
