import { fastestWorking, isCheckable, purposeOf } from '#contract/connections/next-working.ts';
import { worksFromHere } from '#contract/connections/ranking.ts';
import { maxQuickRows, type QuickRows } from '#contract/ipc/quick.ts';
import { ok } from '#contract/failure.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import type { Account } from '#core/session/account.ts';
import type { AppParts } from './app-parts.ts';
import { copyOutsideWindow, inUsualOrder, vpnsOf } from './copy-outside-window.ts';
import { withAccount, type CommandsOf } from './commands/command.ts';
import { connectionPath, findPath } from '#core/connections/connection.ts';

/** What fails is last and stays, so that no row leaves when its check ends. */
function shownOf(ordered: readonly ConnectionRow[], fails: (row: ConnectionRow) => boolean) {
  const first = ordered.slice(0, maxQuickRows);
  const rows = first.every(fails) ? ordered : first;
  return rows
    .toSorted((one, other) => Number(fails(one)) - Number(fails(other)))
    .slice(0, maxQuickRows);
}

/**
 * What the quick copy window shows for a search; where nothing is typed favourites, of these first what
 * works from here, then recents, then the others in the order of titles, and last what is known not to
 * work from here, or cannot be used. A search goes by the fit: Enter copies what was typed.
 *
 * @param now Unix milliseconds
 */
function quickRows(account: Account, search: string, now: number): QuickRows {
  const { connections } = account;
  const all = connections.sorted().length;
  const working = workingOf(account, now);
  const fails = (row: ConnectionRow) => worksFromHere(row, now) === 'no';
  if (search.trim() !== '') {
    const matches = connections.search(search);
    return {
      rows: matches.slice(0, maxQuickRows),
      favourites: 0,
      all,
      total: matches.length,
      ...working,
    };
  }
  const ordered = inUsualOrder(account, now);
  const leading = ordered.filter((row) => row.favourite && !fails(row)).slice(0, maxQuickRows);
  return { rows: shownOf(ordered, fails), favourites: leading.length, all, total: all, ...working };
}

function workingOf(account: Account, now: number): Pick<QuickRows, 'working'> {
  const vpn = vpnsOf(account, now);
  const row = fastestWorking(vpn, now);
  const result = row?.check?.result;
  if (row && result?.outcome === 'answers') {
    return { working: { place: row.place, country: row.country, ms: result.ms } };
  }
  return vpn.some(isCheckable) ? { working: null } : {};
}

/** Whether `checks.copyWorking` may copy another one in its place. */
function isReplaceable({ session, options }: AppParts, key: string): boolean {
  const account = session.current();
  const row = account?.connections.row(key);
  if (!account || !row || purposeOf(row.protocol) !== 'vpn') return false;
  return 'working' in workingOf(account, options.clock.now());
}

export const quickCommands: CommandsOf<'quick'> = {
  'quick.find': withAccount((account, { search }, { options, networkWatch }) => {
    if (search === '') void networkWatch.look();
    return ok(quickRows(account, search, options.clock.now()));
  }),
  'quick.copy': async ({ key, form }, app) => {
    const copied = await copyOutsideWindow(app, key, form);
    if (!copied.ok) return copied;
    const { fails, commandsRemoved = 0 } = copied.value;
    const replaceable = fails !== undefined && isReplaceable(app, key);
    if (commandsRemoved === 0 && !replaceable) app.options.quickWindow.hide();
    return ok({ ...copied.value, ...(replaceable && { replaceable }) });
  },
  'quick.hide': (_, { options }) => {
    options.quickWindow.hide();
    return ok(true);
  },
  'quick.open': ({ key, find }, { options }) => {
    options.quickWindow.hide();
    options.quickWindow.open(key === null ? (find ? findPath : '') : connectionPath(key));
    return ok(true);
  },
  'quick.shortcut': (_, { options }) => ok(options.quickWindow.shortcut()),
  'quick.choosing': ({ choosing }, { options }) => {
    options.quickWindow.setChoosing(choosing);
    return ok(true);
  },
};
