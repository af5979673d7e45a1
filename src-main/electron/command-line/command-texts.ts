import type { CommandReply, fileRefusals, ListedConnection } from '#contract/command-line.ts';
import type { Language } from '#contract/constants.ts';
import { unseenCharacters } from '#contract/unseen-characters.ts';
import { keyOnDevices, texts, type Say } from '#electron/texts.ts';

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
  noneWorks: 5,
  refused: 7,
} as const;

/** What is about the file that is to be restored, and not about reaching it. */
const fileExitCodes: Partial<Record<(typeof fileRefusals)[number], number>> = {
  file: exitCodes.failed,
  'short-passphrase': exitCodes.unclear,
};

/** The language of a terminal, by the variables that other programs go by. */
export function terminalLanguage(
  environment: Readonly<Record<string, string | undefined>>,
): Language {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  return /^ru/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'ru' : 'en';
}

export function outcomeWithoutReply(
  what: 'help' | 'unclear' | 'notRunning' | 'noAnswer' | 'noPassphrase',
  language: Language,
): CommandOutcome {
  const text = texts[language](`command.${what}`);
  if (what === 'help') return done(text);
  const codes = { ...exitCodes, noAnswer: exitCodes.failed, noPassphrase: exitCodes.unclear };
  return failed(codes[what], text);
}

const done = (out: string, error = ''): CommandOutcome => ({ code: exitCodes.done, out, error });

const failed = (code: number, text: string): CommandOutcome => ({
  code,
  out: '',
  error: `${text}\n`,
});

/** What to write of an answer. */
export function outcomeOf(reply: CommandReply, json: boolean, language: Language): CommandOutcome {
  const say = texts[language];
  const outcome = outcomeOfReply(reply, json, say);
  const { clockOffset: offset } = reply;
  if (offset === undefined) return outcome;
  const key = offset < 0 ? 'command.clockFast' : 'command.clockSlow';
  const line = say(key, { by: lengthOf(Math.abs(offset), say) });
  return { ...outcome, error: `${outcome.error}${line}\n` };
}

function lengthOf(ms: number, { language }: Say): string {
  const minutes = ms / 60_000;
  const [unit, amount] =
    minutes >= 2 * 1440
      ? (['day', minutes / 1440] as const)
      : minutes >= 120
        ? (['hour', minutes / 60] as const)
        : (['minute', minutes] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit }).format(Math.round(amount));
}

function outcomeOfReply(reply: CommandReply, json: boolean, say: Say): CommandOutcome {
  switch (reply.status) {
    case 'listed':
      return done(
        json
          ? `${escaped(JSON.stringify(reply.connections, null, 2))}\n`
          : table(reply.connections),
      );
    case 'copied':
      return done(
        `${say('command.copied', { title: plain(reply.title) || say('command.untitled') })}\n`,
        [
          reply.fails === null ? '' : say(`copied.${reply.fails}`),
          reply.commandsRemoved ? say('command.removed') : '',
          keyOnDevices(reply.onDevices, say),
        ]
          .filter(Boolean)
          .map((line) => `${line}\n`)
          .join(''),
      );
    case 'backed-up':
      return done(`${say('command.backedUp')}\n`);
    case 'restored': {
      const { changed, settings, skipped } = reply;
      const counts = { changed: String(changed), settings: String(settings) };
      return done(
        `${say('command.restored', counts)}\n`,
        skipped > 0 ? `${say('command.skipped', { n: String(skipped) })}\n` : '',
      );
    }
    case 'file-refused':
      return failed(
        fileExitCodes[reply.reason] ?? exitCodes.refused,
        say(`command.file.${reply.reason}`),
      );
    case 'nothing':
      return failed(exitCodes.nothing, say('command.nothing'));
    case 'not-known':
      return failed(exitCodes.noneWorks, say('command.notKnown'));
    case 'closed':
    case 'failed':
      return failed(exitCodes.failed, say(`command.${reply.status}`));
  }
}

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
