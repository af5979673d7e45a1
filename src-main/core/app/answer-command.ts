import {
  fileRefusals,
  type CommandReply,
  type CommandRequest,
  type FileRequest,
  type ListedConnection,
} from '#contract/command-line.ts';
import { wrongClockMs } from '#contract/ipc/sync.ts';
import type { Failure } from '#contract/failure.ts';
import { shortestPassphrase } from '#contract/ipc/session.ts';
import { longestBackup } from '#core/backup/backup-file.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import type { AppParts } from './app-parts.ts';
import { vpnsOf } from '#contract/connections/next-working.ts';
import { copyOutsideWindow, findWorking, inUsualOrder } from './copy-outside-window.ts';

/** Answers commands of the command line, nothing secret; the first that knows it says a wrong clock. */
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
  // Proxies are copied only where they are named.
  const matches =
    request.text === '' ? vpnsOf(inUsualOrder(account, now)) : connections.search(request.text);
  if (matches.length === 0) return { status: 'nothing' };
  const [best] = matches;
  const found = request.kind === 'copy-fastest' ? await findWorking(app, matches) : undefined;
  const row = found?.ok === false ? undefined : (found?.value ?? best);
  if (row === undefined) return { status: 'not-known' };
  const copied = await copyOutsideWindow(app, { key: row.key });
  if (!copied.ok) return { status: 'failed' };
  const { commandsRemoved = 0, fails = null, onDevices = [] } = copied.value;
  return {
    status: 'copied',
    title: row.title,
    commandsRemoved: commandsRemoved > 0,
    fails,
    onDevices,
  };
}

/** The same for one with a file, which the passphrase encrypts or opens. */
export async function answerFileCommand(
  app: AppParts,
  { kind, file }: FileRequest,
  passphrase: string,
): Promise<CommandReply> {
  await openingOver(app);
  if (app.session.current() === undefined) return { status: 'closed' };
  return kind === 'backup' ? backUp(app, file, passphrase) : restore(app, file, passphrase);
}

/** Without API keys and one-time secrets, which are asked about. */
async function backUp(
  { backups, options }: AppParts,
  file: string,
  passphrase: string,
): Promise<CommandReply> {
  if (passphrase.length < shortestPassphrase) return fileRefused({ kind: 'invalid-input' });
  const made = await backups.make(passphrase, { keys: false, secrets: false });
  if (!made.ok) return { status: 'closed' };
  try {
    await options.backupFiles.write(file, made.value);
    return { status: 'backed-up' };
  } catch {
    return fileRefused({ kind: 'file' });
  }
}

/** Restores into the accounts of this computer; signs in to no other. */
async function restore(
  { backups, options }: AppParts,
  file: string,
  passphrase: string,
): Promise<CommandReply> {
  try {
    backups.choose(await options.backupFiles.read(file, longestBackup + 1));
  } catch {
    return fileRefused({ kind: 'file' });
  }
  const read = await backups.read(passphrase);
  const restored = read.ok ? await backups.restore() : read;
  backups.close();
  return restored.ok ? { status: 'restored', ...restored.value } : fileRefused(restored.failure);
}

function fileRefused({ kind, reason }: Failure): CommandReply {
  if (kind === 'invalid-input') return { status: 'file-refused', reason: 'short-passphrase' };
  const known = kind === 'file' ? fileRefusals.find((each) => each === reason) : undefined;
  if (known === undefined && kind !== 'file') return { status: 'failed' };
  return { status: 'file-refused', reason: known ?? 'file' };
}

/** Resolves once a starting program has opened its account, or will open none. */
async function openingOver(app: AppParts): Promise<void> {
  const { session } = app;
  if (session.state().status !== 'opening') return;
  const { promise, resolve } = Promise.withResolvers<null>();
  const unsubscribe = app.listen(() => {
    if (session.state().status !== 'opening') resolve(null);
  });
  await promise;
  unsubscribe();
}

function listed({ title, protocol, place, country, expiresAt }: ConnectionRow): ListedConnection {
  const date = new Date((expiresAt ?? NaN) * 1000);
  // A time beyond what a date can hold costs nothing but itself.
  const expires = Number.isNaN(date.getTime()) ? null : date.toISOString();
  return { title, protocol, place, country, expires };
}
