import type { App as ElectronApp } from 'electron';
import { CommandReply, HandedCommand } from '#contract/command-line.ts';
import type { Language } from '#contract/constants.ts';
import type { App } from '#core/app/app.ts';
import type { Log } from '#core/kernel/ports.ts';
import {
  outcomeOf,
  outcomeWithoutReply,
  terminalLanguage,
  type CommandOutcome,
} from './command-texts.ts';
import type { StartedFor } from './read-command.ts';
import { openReplySocket, sendReply } from './reply-socket.ts';

/** Carries out a command of the command line in a start of its own; answers what to write. */
export async function runCommand(
  app: Pick<ElectronApp, 'getVersion' | 'requestSingleInstanceLock'>,
  started: StartedFor,
  parts: {
    readonly platform: NodeJS.Platform;
    readonly environment: Readonly<Record<string, string | undefined>>;
    /** Asks for the passphrase of a file, a new one twice; `undefined`: none was given. */
    readonly askPassphrase: (isNew: boolean, language: Language) => Promise<string | undefined>;
  },
): Promise<CommandOutcome> {
  const { platform, environment, askPassphrase } = parts;
  const language = terminalLanguage(environment);
  if (started.kind === 'version') return { code: 0, out: `${app.getVersion()}\n`, error: '' };
  if (started.kind !== 'ask') return outcomeWithoutReply(started.kind, language);
  const { request } = started;
  const said = 'file' in request ? await askPassphrase(request.kind === 'backup', language) : '';
  if (said === undefined) return outcomeWithoutReply('noPassphrase', language);
  const socket = await openReplySocket(platform, said);
  try {
    const handed: HandedCommand = { culvert: { request, reply: socket.address } };
    // Getting the lock means that no other instance runs, so there is none to answer.
    if (app.requestSingleInstanceLock(handed)) return outcomeWithoutReply('notRunning', language);
    const reply = CommandReply.parse(JSON.parse(await socket.answer));
    return outcomeOf(reply, started.json, language);
  } catch {
    return outcomeWithoutReply('noAnswer', language);
  } finally {
    socket.close();
  }
}

/** Answers a second start that asks something. */
export async function answerSecondStart(
  data: unknown,
  parts: {
    readonly core: Pick<App, 'answerCommand' | 'answerFileCommand'>;
    readonly platform: NodeJS.Platform;
    readonly log: Log;
  },
): Promise<void> {
  const handed = HandedCommand.safeParse(data);
  if (!handed.success) return;
  const { request, reply } = handed.data.culvert;
  const { core, platform, log } = parts;
  try {
    await sendReply(
      reply,
      async (heard) => {
        const answer =
          'file' in request
            ? core.answerFileCommand(request, await heard())
            : core.answerCommand(request);
        return JSON.stringify(await answer);
      },
      platform,
    );
  } catch (error) {
    log.write('warn', 'command-line.not-answered', {
      error: error instanceof Error ? error.name : 'unknown',
    });
  }
}
