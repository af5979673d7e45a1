import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { fileMode } from './private-folder.ts';

const openFlags = {
  read: constants.O_RDONLY,
  append: constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND,
  'read-append': constants.O_RDWR | constants.O_CREAT | constants.O_APPEND,
};

/** Opens a file of the profile, owner-only; throws for links, pipes, devices and folders at once. */
export function openRegularFile(path: string, use: keyof typeof openFlags): number {
  // Windows has neither flag, and no such files in a folder.
  const guards = constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = openSync(path, openFlags[use] | guards, fileMode);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new Error('not a regular file');
}

/** The bytes of a file of the profile; throws for one of more than `longest` bytes. */
export function readRegularFile(path: string, longest = Infinity): Buffer {
  const file = openRegularFile(path, 'read');
  try {
    if (fstatSync(file).size > longest) throw new RangeError('longer than any of ours');
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
