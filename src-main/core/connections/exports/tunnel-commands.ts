import { readTunnelFile, type TunnelLine } from '../texts/tunnel-file/read-tunnel-file.ts';

/** A text as it may leave, and the lines or settings that were left out of it, to be shown. */
export interface Released {
  readonly text: string;
  readonly leftOut: readonly string[];
}

/**
 * What of a configuration cannot run a command, and the lines left out. Where every line is blank, a comment,
 * a section or a known setting with a plain value, and ends with LF or CRLF, that is the text byte for byte.
 * Of any other the known sections and settings alone are written anew: a list of what is harmful would have
 * to know what every reader takes for the end of a line or for a letter.
 */
export function withoutCommands(config: string): Released {
  const { lines } = readTunnelFile(config);
  const own = config.split('\n');
  const leftOut = own.filter((_, at) => lines[at]?.kind === 'unknown').map((line) => line.trim());
  if (leftOut.length === 0 && !config.startsWith('\uFEFF')) return { text: config, leftOut };
  return { text: writeAnew(lines), leftOut };
}

/** A configuration without the settings that have no value, and otherwise byte for byte. */
export function withoutEmptySettings(config: string): string {
  const { lines } = readTunnelFile(config);
  return config
    .split('\n')
    .filter((_, at) => {
      const line = lines[at];
      return line?.kind !== 'setting' || line.value !== '';
    })
    .join('\n');
}

function writeAnew(lines: readonly TunnelLine[]): string {
  const texts = lines.map((line) => {
    if (line.kind === 'setting') return `${line.name} = ${line.value}\n`;
    return line.kind === 'section' ? `\n[${line.section}]\n` : '';
  });
  return texts.join('').replace(/^\n/, '');
}
