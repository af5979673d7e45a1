import type { CommandReply, CommandRequest, ListedConnection } from '#contract/command-line.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import type { Account } from '#core/session/account.ts';
import type { AppParts } from './app-parts.ts';
import { copyOutsideWindow, findWorking, vpnsOf } from './copy-outside-window.ts';

/** Answers a command of the command line; nothing in the answer is secret. */
export async function answerCommand(app: AppParts, request: CommandRequest): Promise<CommandReply> {
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
