import type { CommandReply, CommandRequest, ListedConnection } from '#contract/command-line.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import type { AppParts } from './app-parts.ts';
import { copyOutsideWindow } from './quick-copy.ts';

/** Answers a command of the command line: copies the best match, or lists what there is. */
export async function answerCommand(app: AppParts, request: CommandRequest): Promise<CommandReply> {
  const account = app.session.current();
  if (!account) return { status: 'closed' };
  const { connections } = account;
  if (request.kind === 'list') {
    return { status: 'listed', connections: connections.sorted().map(listed) };
  }
  const [row] = connections.search(request.text);
  const form = row?.forms[0];
  if (row === undefined || form === undefined) return { status: 'nothing' };
  const copied = await copyOutsideWindow(app, row.key, form);
  if (!copied.ok) return { status: 'failed' };
  const commandsRemoved = (copied.value.commandsRemoved ?? 0) > 0;
  return { status: 'copied', title: row.title, commandsRemoved };
}

function listed({ title, protocol, place, country, expiresAt }: ConnectionRow): ListedConnection {
  const expires = expiresAt === null ? null : new Date(expiresAt * 1000).toISOString();
  return { title, protocol, place, country, expires };
}
