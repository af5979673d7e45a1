import type { CommandReply, ListedConnection } from '#contract/command-line.ts';
import { unseenCharacters } from '#contract/rules/unseen-characters.ts';

/** What a command writes, and the exit code that it ends with. */
export interface CommandOutcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** The exit codes, as docs/quick-copy.md and the help list them. */
const exitCodes = { done: 0, failed: 1, unclear: 2, notRunning: 3, nothing: 4 } as const;

const words = {
  en: {
    help: `Usage:
  culvert                 open Culvert
  culvert --quick         open the quick copy window
  culvert copy TEXT       copy the connection that fits TEXT best
  culvert list [--json]   list titles, protocols, places and expiry; never secrets
  culvert --help          show this

copy and list are answered by the Culvert that runs.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 Culvert is not running, 4 nothing matches.
`,
    unclear: 'Say what to copy: culvert copy TEXT. See culvert --help.',
    notRunning: 'Culvert is not running.',
    noAnswer: 'The running Culvert does not answer.',
    nothing: 'Nothing matches.',
    closed: 'No account is open: sign in, or unlock the keychain, in Culvert.',
    failed: 'It could not be copied.',
    copied: (title: string) => `Copied: ${title}`,
    removed: 'Commands of its configuration were left out.',
    untitled: 'a connection without a title',
  },
  ru: {
    help: `Использование:
  culvert                 открыть Culvert
  culvert --quick         открыть окно быстрого копирования
  culvert copy ТЕКСТ      скопировать подключение, которое подходит лучше всего
  culvert list [--json]   показать названия, протоколы, локации и сроки; секретов в списке нет
  culvert --help          показать эту справку

На copy и list отвечает уже запущенный Culvert.
Коды выхода: 0 готово, 1 не удалось, 2 неверный вызов, 3 Culvert не запущен, 4 ничего не найдено.
`,
    unclear: 'Укажите, что скопировать: culvert copy ТЕКСТ. Справка: culvert --help.',
    notRunning: 'Culvert не запущен.',
    noAnswer: 'Запущенный Culvert не отвечает.',
    nothing: 'Ничего не найдено.',
    closed: 'Аккаунт не открыт: войдите или разблокируйте связку ключей в Culvert.',
    failed: 'Скопировать не удалось.',
    copied: (title: string) => `Скопировано: ${title}`,
    removed: 'Команды из конфигурации не скопированы.',
    untitled: 'подключение без названия',
  },
} as const;

type CommandLanguage = keyof typeof words;

/** The language of a terminal, by the variables that other programs go by. */
export function terminalLanguage(
  environment: Readonly<Record<string, string | undefined>>,
): CommandLanguage {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  return /^ru/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'ru' : 'en';
}

/** What to write where no Culvert answers. */
export function outcomeWithoutReply(
  what: 'help' | 'unclear' | 'notRunning' | 'noAnswer',
  language: CommandLanguage,
): CommandOutcome {
  const text = words[language][what];
  if (what === 'help') return { code: exitCodes.done, out: text, error: '' };
  const code = what === 'noAnswer' ? exitCodes.failed : exitCodes[what];
  return { code, out: '', error: `${text}\n` };
}

/** What to write of an answer. */
export function outcomeOf(
  reply: CommandReply,
  json: boolean,
  language: CommandLanguage,
): CommandOutcome {
  const said = words[language];
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
        out: `${said.copied(plain(reply.title) || said.untitled)}\n`,
        error: reply.commandsRemoved ? `${said.removed}\n` : '',
      };
    case 'nothing':
      return { code: exitCodes.nothing, out: '', error: `${said.nothing}\n` };
    case 'closed':
    case 'failed':
      return { code: exitCodes.failed, out: '', error: `${said[reply.status]}\n` };
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
