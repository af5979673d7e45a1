import { ConnectionQuery } from '#contract/ipc/connections.ts';
import { maxQuickRows, type QuickRows } from '#contract/ipc/quick.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { ExportForm } from '#contract/ipc/connections.ts';
import type { Account } from './accounts/account.ts';

/** What the quick copy window shows for a search; favourites, then recents, where nothing is typed. */
export function quickRows({ connections }: Account, search: string): QuickRows {
  const found = () =>
    connections.query(
      ConnectionQuery.parse({ filter: { search }, offset: 0, limit: maxQuickRows }),
    );
  if (search.trim() !== '') {
    const { rows, all, total } = found();
    return { rows, favourites: 0, all, total };
  }
  const rowsOf = (keys: readonly string[]) => keys.flatMap((key) => connections.row(key) ?? []);
  const favourites = rowsOf(connections.favourites()).slice(0, maxQuickRows);
  const known = new Set(favourites.map(({ key }) => key));
  const recents = rowsOf(connections.recents().filter((key) => !known.has(key)));
  const own = [...favourites, ...recents].slice(0, maxQuickRows);
  const all = connections.all().length;
  // Who has neither sees the beginning of the list.
  const rows = own.length === 0 ? found().rows : own;
  return { rows, favourites: favourites.length, all, total: all };
}

/**
 * Copies outside the main window, like `connections.copy`.
 *
 * @param onCopied receives the title and the form, for the main window's toast
 */
export async function copyElsewhere(
  account: Account | undefined,
  { key, form }: { readonly key: string; readonly form: ExportForm },
  onCopied: (copied: {
    title: string;
    form: ExportForm;
    clearsAt: number | null;
    commandsRemoved?: number;
  }) => void,
): Promise<Result<{ clearsAt: number | null; commandsRemoved?: number }>> {
  if (!account) return fail('unsent', { reason: 'signed-out' });
  const copied = await account.actions.copy(key, form);
  if (!copied.ok) return copied;
  const title = account.connections.line(key)?.title ?? '';
  onCopied({ title, form, ...copied.value });
  return ok(copied.value);
}
