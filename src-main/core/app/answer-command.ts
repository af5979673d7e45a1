import type {
  CommandReply,
  CommandRequest,
  ExplainedConnection,
  ListedConnection,
} from '#contract/command-line.ts';
import { wrongClockMs } from '#contract/ipc/sync.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { nextWorking } from '#contract/connections/next-working.ts';
import type { Account } from '#core/session/account.ts';
import type { AppParts } from './app-parts.ts';
import { whyOf } from '#core/connections/why.ts';
import { copyOutsideWindow, findWorking, vpnsOf } from './copy-outside-window.ts';

/**
 * Answers the commands of the command line: copies the best or the fastest match, says why the best
 * does not work, or lists what there is. The first answer that knows it says that the computer's clock
 * is wrong.
 */
export function createCommandAnswers(app: AppParts) {
  let saysClock = true;
  return async (request: CommandRequest): Promise<CommandReply> => {
    const reply = await answerTo(app, request);
    const { offset } = app.options.clock.state();
    if (!saysClock || Math.abs(offset) < wrongClockMs) return reply;
    saysClock = false;
    return { ...reply, clockOffset: offset };
  };
}

async function answerTo(app: AppParts, request: CommandRequest): Promise<CommandReply> {
  if (request.kind === 'copy-fastest') await app.networkWatch.look();
  await openingOver(app);
  const account = app.session.current();
  if (!account) return { status: 'closed' };
  const { connections } = account;
  if (request.kind === 'list') {
    return { status: 'listed', connections: connections.sorted().map(listed) };
  }
  const now = app.options.clock.now();
  const matches = matchesOf(account, request.text, now);
  if (matches.length === 0) return { status: 'nothing' };
  const [best] = matches;
  const found = request.kind === 'copy-fastest' ? await findWorking(app, matches) : undefined;
  const row = found?.ok === false ? undefined : (found?.value ?? best);
  if (row === undefined) return { status: 'not-known' };
  if (request.kind === 'why') {
    return { status: 'explained', why: explained(account, row, now) };
  }
  const copied = await copyOutsideWindow(app, row.key);
  if (!copied.ok) return { status: 'failed' };
  const { commandsRemoved = 0, onDevices = [] } = copied.value;
  return { status: 'copied', title: row.title, commandsRemoved: commandsRemoved > 0, onDevices };
}

/** Resolves once a starting program has opened its account, or will open none. */
async function openingOver({ session, events }: AppParts): Promise<void> {
  if (session.state().status !== 'opening') return;
  const { promise, resolve } = Promise.withResolvers<null>();
  const unsubscribe = events.on('published', () => {
    if (session.state().status !== 'opening') resolve(null);
  });
  await promise;
  unsubscribe();
}

/** Without a search text, all VPN connections; proxies are copied only if the text matches them. */
function matchesOf(account: Account, text: string, now: number): readonly ConnectionRow[] {
  return text === '' ? vpnsOf(account, now) : account.connections.search(text);
}

function listed({ title, protocol, place, country, expiresAt }: ConnectionRow): ListedConnection {
  const date = new Date((expiresAt ?? NaN) * 1000);
  // A time beyond what a date can hold costs nothing but itself.
  const expires = Number.isNaN(date.getTime()) ? null : date.toISOString();
  return { title, protocol, place, country, expires };
}

function explained(account: Account, row: ConnectionRow, now: number): ExplainedConnection {
  const { cause, evidence, action, replaced } = whyOf(account, row, now);
  const next = replaced ? nextWorking(account.connections.sorted(), row, now) : undefined;
  return { title: row.title, cause, evidence, action, next: next?.title ?? null, now };
}
