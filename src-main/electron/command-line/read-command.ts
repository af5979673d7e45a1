import { resolve } from 'node:path';
import type { CommandRequest, FileRequest } from '#contract/command-line.ts';

/** What the program was started for, other than its windows. */
export type StartedFor =
  /** `unclear`: a command that is not written as it must be. */
  | { readonly kind: 'help' | 'version' | 'unclear' }
  | {
      readonly kind: 'ask';
      readonly request: CommandRequest | FileRequest;
      readonly json: boolean;
    };

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
  if (command === 'backup' || command === 'restore') {
    const [file = '', another] = words;
    if (file === '' || another !== undefined) return { kind: 'unclear' };
    return { kind: 'ask', request: { kind: command, file: resolve(file) }, json: false };
  }
  if (command !== 'copy') return undefined;
  const text = words.join(' ').trim();
  if (text.length > longestText) return { kind: 'unclear' };
  if (switches.includes('--fastest')) {
    return { kind: 'ask', request: { kind: 'copy-fastest', text }, json: false };
  }
  if (text === '') return { kind: 'unclear' };
  return { kind: 'ask', request: { kind: 'copy', text }, json: false };
}
