import type { CommandRequest } from '#contract/command-line.ts';

/** What the program was started for, other than its windows. */
export type StartedFor =
  | { readonly kind: 'help' | 'version' }
  /** A command that is not written as it must be. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'ask'; readonly request: CommandRequest; readonly json: boolean };

const longestText = 200;

/** `undefined` where there is no command, and the program starts. */
export function readCommand(argv: readonly string[], isPackaged: boolean): StartedFor | undefined {
  const own = argv.slice(isPackaged ? 1 : 2);
  const end = own.indexOf('--');
  const switches = end < 0 ? own : own.slice(0, end);
  if (switches.some((word) => word === '--help' || word === '-h')) return { kind: 'help' };
  if (switches.includes('--version')) return { kind: 'version' };
  const plain = switches.filter((word) => !word.startsWith('-'));
  const [command, ...words] = [...plain, ...(end < 0 ? [] : own.slice(end + 1))];
  if (command === 'list') {
    if (words.length > 0) return { kind: 'unclear' };
    return { kind: 'ask', request: { kind: 'list' }, json: switches.includes('--json') };
  }
  if (command !== 'copy') return undefined;
  const text = words.join(' ').trim();
  const isFastest = switches.includes('--fastest');
  if (text.length > longestText || (text === '' && !isFastest)) return { kind: 'unclear' };
  return { kind: 'ask', request: { kind: isFastest ? 'copy-fastest' : 'copy', text }, json: false };
}
