/**
 * The switch with which an item of the jump list starts the program: the key of the connection to
 * copy, or `copyWorkingKey`.
 */
export const copyKeySwitch = '--copy-key=';

/** The value of that switch in the arguments, not checked. */
export const copyKeyIn = (argv: readonly string[]): string | undefined =>
  argv.find((argument) => argument.startsWith(copyKeySwitch))?.slice(copyKeySwitch.length);

/** In place of a key: one that works. */
export const copyWorkingKey = 'working';
