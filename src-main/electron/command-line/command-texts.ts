import type { CommandReply, ListedConnection } from '#contract/command-line.ts';
import type { Language } from '#contract/constants.ts';
import { unseenCharacters } from '#contract/unseen-characters.ts';
import { keyOnDevices, texts } from '#electron/texts.ts';

/** What a command writes, and the exit code that it ends with. */
export interface CommandOutcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** The exit codes, as docs/command-line.md and the help list them. */
const exitCodes = {
  done: 0,
  failed: 1,
  unclear: 2,
  notRunning: 3,
  nothing: 4,
  notKnown: 5,
} as const;

/** The language of a terminal, by the variables that other programs go by. */
export function terminalLanguage(
  environment: Readonly<Record<string, string | undefined>>,
): Language {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  return /^ru/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'ru' : 'en';
}

/** What to write where no Culvert answers. */
export function outcomeWithoutReply(
  what: 'help' | 'unclear' | 'notRunning' | 'noAnswer',
  language: Language,
): CommandOutcome {
  const text = texts[language](`command.${what}`);
  if (what === 'help') return { code: exitCodes.done, out: text, error: '' };
  const codes = { ...exitCodes, noAnswer: exitCodes.failed };
  return { code: codes[what], out: '', error: `${text}\n` };
}

/** What to write of an answer. */
export function outcomeOf(reply: CommandReply, json: boolean, language: Language): CommandOutcome {
  const say = texts[language];
  switch (reply.status) {
    case 'listed':
      return {
        code: exitCodes.done,
        out: json
          ? `${escaped(JSON.stringify(reply.connections, null, 2))}\n`
          : table(reply.connections),
        error: '',
      };
    case 'copied':
      return {
        code: exitCodes.done,
        out: `${say('command.copied', { title: plain(reply.title) || say('command.untitled') })}\n`,
        error: [
          reply.commandsRemoved ? say('command.removed') : '',
          keyOnDevices(reply.onDevices, say),
        ]
          .filter(Boolean)
          .map((line) => `${line}\n`)
          .join(''),
      };
    case 'nothing':
      return { code: exitCodes.nothing, out: '', error: `${say('command.nothing')}\n` };
    case 'not-known':
      return { code: exitCodes.notKnown, out: '', error: `${say('command.notKnown')}\n` };
    case 'closed':
    case 'failed':
      return { code: exitCodes.failed, out: '', error: `${say(`command.${reply.status}`)}\n` };
  }
}

/** One line each, its fields separated by tabs. */
function table(connections: readonly ListedConnection[]): string {
  return connections
    .map(
      ({ title, protocol, place, expires }) =>
        `${[title, protocol, place, expires ?? ''].map(plain).join('\t')}\n`,
    )
    .join('');
}

const plain = (text: string) => text.replace(unseenCharacters, ' ').trim();

/** JSON escapes the controls below a space alone. */
const escaped = (json: string) =>
  json.replace(unseenCharacters, (letter) =>
    letter === '\n' ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
