import { fail, ok, type Result } from '#contract/failure.ts';
import type { CheckProgress, CopiedWorking } from '#contract/ipc/checks.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import type { Copied, CopiedConnection } from '#contract/ipc/secrets.ts';
import {
  fastestWorking,
  isCheckable,
  maxCandidates,
  vpnsOf,
} from '#contract/connections/next-working.ts';
import { rankHere, usualOrder } from '#contract/connections/ranking.ts';
import { shownTitle } from '#contract/protocol-names.ts';
import type { Account } from '#core/session/account.ts';
import type { AppParts } from './app-parts.ts';
import { copySecret } from './commands/secret-commands.ts';

/** Copies from tray, quick copy or command line, and notifies the main window. */
export async function copyOutsideWindow(
  app: AppParts,
  of: CopiedConnection,
  ms?: number,
): Promise<Result<Copied>> {
  const account = app.session.current();
  if (!account) return fail('unsent', { reason: 'signed-out' });
  const copied = await copySecret(account, { of: 'connection', ...of }, app);
  if (!copied.ok) return copied;
  // A command that fails is no use of Culvert.
  app.autoLock.used();
  const { key } = of;
  const row = account.connections.row(key);
  const title = row === undefined ? '' : shownTitle(row);
  app.publish('app.copied', { key, title, ...copied.value, ...(ms !== undefined && { ms }) });
  return copied;
}

export function inUsualOrder({ connections }: Account, now: number): ConnectionRow[] {
  const { favourites, recents, others } = usualOrder(connections, now);
  return [...favourites, ...recents, ...others()];
}

/**
 * Of these rows, read since the network was looked at, the fastest that answered from here a moment ago, else
 * the first that answers now, checked one after the other. Fails with `declined` before the user has agreed
 * to checks, with `not-found` where none answers, and as `Checks.start` does.
 */
export async function findWorking(
  { session, settings, options: { clock } }: AppParts,
  rows: readonly ConnectionRow[],
): Promise<Result<ConnectionRow>> {
  const account = session.current();
  if (!account) return fail('unsent', { reason: 'signed-out' });
  const { connections, checks } = account;
  const known = fastestWorking(rows, clock.now());
  if (known) return ok(known);
  if (!settings.get().checksExplained) return fail('declined');
  const candidates = rankHere(rows.filter(isCheckable), clock.now()).slice(0, maxCandidates);
  if (candidates.length === 0) return fail('not-found', { reason: 'none-works' });
  const keys = candidates.map(({ key }) => key);
  const started = await checks.start(keys, { interrupting: false, firstAnswer: true });
  if (!started.ok) return started;
  await checks.ended();
  const checked = keys.flatMap((key) => connections.row(key) ?? []);
  const found = fastestWorking(checked, clock.now());
  return found ? ok(found) : fail('not-found', { reason: 'none-works' });
}

/** Copies the VPN connection that `findWorking` finds, in its primary form, and says how fast it is. */
export async function copyWorking(app: AppParts): Promise<Result<CopiedWorking>> {
  await app.networkWatch.look();
  const account = app.session.current();
  if (!account) return fail('unsent', { reason: 'signed-out' });
  const found = await findWorking(app, vpnsOf(inUsualOrder(account, app.options.clock.now())));
  if (!found.ok) return found;
  const { key, check } = found.value;
  const ms = check?.result.outcome === 'answers' ? check.result.ms : 0;
  const copied = await copyOutsideWindow(app, { key }, ms);
  if (!copied.ok) return copied;
  return ok({ ...copied.value, title: shownTitle(found.value), ms });
}

/** Checks the favourites, without those whose check may interrupt another device. */
export async function checkFavourites({ session }: AppParts): Promise<Result<CheckProgress>> {
  const account = session.current();
  if (!account) return fail('unsent', { reason: 'signed-out' });
  const { connections, checks } = account;
  const started = await checks.start(connections.favourites(), { interrupting: false });
  await checks.ended();
  return started.ok ? ok(checks.progress()) : started;
}
