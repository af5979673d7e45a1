/**
 * Settings by which a WireGuard or AmneziaWG configuration runs commands as root, or has its file
 * rewritten (`wg-quick(8)`). Names in lower case.
 */
const commandNames: ReadonlySet<string> = new Set([
  'preup',
  'postup',
  'predown',
  'postdown',
  'saveconfig',
]);

/** A configuration without the lines that run commands, and those lines. */
interface StrippedTunnel {
  readonly text: string;
  readonly commands: readonly string[];
}

/**
 * Removes the lines that run commands; all others stay byte for byte. Reads a name as `wg-quick`
 * does, and errs towards removing: without case, without the white space around it, and without the
 * zero bytes that a shell drops. A lone carriage return ends a line too, as some clients read it.
 */
export function withoutCommands(config: string): StrippedTunnel {
  const lines = config.split(/(?<=\n)|(?<=\r)(?!\n)/);
  const commands = lines.filter(isCommand);
  return {
    text: lines.filter((line) => !isCommand(line)).join(''),
    commands: commands.map((line) => line.trim()),
  };
}

function isCommand(line: string): boolean {
  const name = /^([^#=]*)=/.exec(line.replaceAll('\0', ''))?.[1];
  return name !== undefined && commandNames.has(name.trim().toLowerCase());
}
