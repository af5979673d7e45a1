/** The switch by which a line of the jump list starts the program: the key of what is to be copied. */
export const copyKeySwitch = '--copy-key=';

/** What a start of the program names by that switch, whatever it is. */
export const copyKeyIn = (argv: readonly string[]): string | undefined =>
  argv.find((argument) => argument.startsWith(copyKeySwitch))?.slice(copyKeySwitch.length);
