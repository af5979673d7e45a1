import {
  fastestWorking,
  isCheckable,
  purposeOf,
  vpnsOf,
} from '#contract/connections/next-working.ts';
import { worksFromHere } from '#contract/connections/ranking.ts';
import { maxQuickRows, type QuickRows } from '#contract/ipc/quick.ts';
import { ok } from '#contract/failure.ts';
import type { CheckedInput } from '#contract/ipc.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import type { Account } from '#core/session/account.ts';
import type { AppParts } from './app-parts.ts';
import { copyOutsideWindow, inUsualOrder } from './copy-outside-window.ts';
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
 * What the quick copy window shows for a search; where nothing is typed the usual order, and last what
 * is known not to work from here, or cannot be used. A search goes by the fit: Enter copies what was typed.
 */
function quickRows(
  account: Account,
  { search, keys = [] }: CheckedInput<'quick.find'>,
  now: number,
): QuickRows {
  const { connections } = account;
  const isTyped = search.trim() !== '';
  const fails = (row: ConnectionRow) => worksFromHere(row, now) === 'no';
  const found = isTyped ? connections.search(search) : inUsualOrder(account, now);
  const shown = keys.flatMap((key) => found.find((row) => row.key === key) ?? []);
  const first = isTyped ? found.slice(0, maxQuickRows) : shownOf(found, fails);
  const rows = new Set([...shown, ...first]);
  return {
    rows: [...rows].slice(0, maxQuickRows),
    all: connections.sorted().length,
    total: found.length,
    ...workingOf(account, now),
  };
}

function workingOf(account: Account, now: number): Pick<QuickRows, 'working'> {
  const vpn = vpnsOf(account.connections.sorted());
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
  'quick.find': withAccount((account, input, { options, networkWatch }) => {
    if (input.search === '') void networkWatch.look();
    return ok(quickRows(account, input, options.clock.now()));
  }),
  'quick.copy': async (named, app) => {
    const copied = await copyOutsideWindow(app, named);
    if (!copied.ok) return copied;
    const { fails, commandsRemoved = 0 } = copied.value;
    const replaceable = fails !== undefined && isReplaceable(app, named.key);
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
