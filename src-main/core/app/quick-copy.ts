import { workingFirst, worksFromHere } from '#contract/connections/working-first.ts';
import { maxQuickRows, type QuickRows } from '#contract/ipc/quick.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { ConnectionRow, ExportForm } from '#contract/ipc/connections.ts';
import type { CommandAnswer } from '#contract/ipc.ts';
import type { Account } from '#core/session/account.ts';
import type { AppParts } from './app-parts.ts';
import { withAccount, type CommandsOf } from './commands/command.ts';
import { copySecret } from './commands/secret-commands.ts';
import { connectionPath } from '#core/connections/connection.ts';

/**
 * As many as are shown, what does not fail first. What fails stays among them, so that no row leaves
 * the window when a check of it ends; unless nothing else would be shown.
 */
function shownOf(ordered: readonly ConnectionRow[], fails: (row: ConnectionRow) => boolean) {
  const first = ordered.slice(0, maxQuickRows);
  const rows = first.every(fails) ? ordered : first;
  return rows
    .toSorted((one, other) => Number(fails(one)) - Number(fails(other)))
    .slice(0, maxQuickRows);
}

/**
 * What the quick copy window shows for a search; where nothing is typed favourites, of these first what
 * works from here, then recents, then the others in the order of titles. What is known not to work from
 * here, or cannot be used, is last: Enter copies the first.
 *
 * @param now Unix milliseconds
 */
function quickRows({ connections }: Account, search: string, now: number): QuickRows {
  const sorted = connections.sorted();
  const all = sorted.length;
  const fails = (row: ConnectionRow) => worksFromHere(row, now) === 'no';
  if (search.trim() !== '') {
    const matches = connections.search(search);
    return { rows: shownOf(matches, fails), favourites: 0, all, total: matches.length };
  }
  const rowsOf = (keys: readonly string[]) => keys.flatMap((key) => connections.row(key) ?? []);
  const favourites = workingFirst(rowsOf(connections.favourites()), now);
  const ordered = [...new Set([...favourites, ...rowsOf(connections.recents()), ...sorted])];
  const leading = favourites.filter((row) => !fails(row)).slice(0, maxQuickRows);
  return { rows: shownOf(ordered, fails), favourites: leading.length, all, total: all };
}

/**
 * Copies from the tray, the quick copy window or the command line, in the primary form where none is
 * named. The main window is notified.
 */
export async function copyOutsideWindow(
  app: AppParts,
  key: string,
  form?: ExportForm,
): Promise<Result<CommandAnswer<'quick.copy'>>> {
  const account = app.session.current();
  if (!account) return fail('unsent', { reason: 'signed-out' });
  const copied = await copySecret(account, { of: 'connection', key, form }, app);
  if (!copied.ok) return copied;
  // A command that fails is no use of Culvert.
  app.autoLock.used();
  const title = account.connections.record(key)?.title ?? '';
  app.publish('app.copied', { key, title, ...copied.value });
  return copied;
}

/** The quick copy window and its shortcut. */
export const quickCommands: CommandsOf<'quick'> = {
  'quick.find': withAccount((account, { search }, { options, networkWatch }) => {
    if (search === '') void networkWatch.look();
    return ok(quickRows(account, search, options.clock.now()));
  }),
  'quick.copy': async ({ key, form }, app) => {
    const copied = await copyOutsideWindow(app, key, form);
    const isWhole = copied.ok && (copied.value.commandsRemoved ?? 0) === 0;
    if (isWhole) app.options.quickWindow.hide();
    return copied;
  },
  'quick.hide': (_, { options }) => {
    options.quickWindow.hide();
    return ok(true);
  },
  'quick.open': ({ key }, { options }) => {
    options.quickWindow.hide();
    options.quickWindow.open(key === null ? '' : connectionPath(key));
    return ok(true);
  },
  'quick.shortcut': (_, { options }) => ok(options.quickWindow.shortcut()),
  'quick.choosing': ({ choosing }, { options }) => {
    options.quickWindow.setChoosing(choosing);
    return ok(true);
  },
};
