import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { filterTest } from './filter.ts';
import type { ConnectionOrder, ConnectionQuery } from './query.ts';
import { searchRank } from './search.ts';
import { sortRows } from './sort.ts';
import { worksFromHere } from './ranking.ts';

/** What the result of a query depends on besides the rows. */
export interface ListMoment {
  /** Unix milliseconds, for what is expiring. */
  readonly now: number;
  /** Keys of the recently copied connections, newest first. */
  readonly recents: readonly string[];
}

/** The rows that a query finds, in its order. */
export function arrange(
  rows: Iterable<ConnectionRow>,
  query: ConnectionQuery,
  moment: ListMoment & { readonly language: string },
): readonly ConnectionRow[] {
  return matchRows(sortRows(rows, query.order, moment.language, moment.now), query, moment);
}

/** The rows that a query finds, in their order; a search in the order of titles ranks by fit. */
export function matchRows(
  sorted: readonly ConnectionRow[],
  { filter, order }: ConnectionQuery,
  { now, recents }: ListMoment,
): readonly ConnectionRow[] {
  const accepts = filterTest(filter, now);
  const accepted = accepts ? sorted.filter(accepts) : sorted;
  for (const withMistakes of [false, true]) {
    const rankOf = searchRank(filter.search, withMistakes);
    if (!rankOf) return accepted;
    const found = searched(accepted, rankOf, order, { now, recents });
    if (found.length > 0) return found;
  }
  return [];
}

function searched(
  rows: readonly ConnectionRow[],
  rankOf: (row: ConnectionRow) => number | undefined,
  { by, descending }: ConnectionOrder,
  { now, recents }: ListMoment,
): ConnectionRow[] {
  const found: { readonly row: ConnectionRow; readonly rank: number }[] = [];
  for (const row of rows) {
    const rank = rankOf(row);
    if (rank !== undefined) found.push({ row, rank });
  }
  if (by !== 'title' || descending) return found.map(({ row }) => row);
  const recency = new Map(recents.map((key, at) => [key, at]));
  /** Rank, usability, favourite, answered and recent as one number, so that sorting is fast. */
  const weightOf = (row: ConnectionRow, rank: number) => {
    const works = worksFromHere(row, now);
    const rankAndUse = rank * 2 + Number(works === 'no');
    const withFavourites = rankAndUse * 2 + Number(!row.favourite);
    const withAnswers = withFavourites * 2 + Number(works !== 'yes');
    return withAnswers * (recents.length + 1) + (recency.get(row.key) ?? recents.length);
  };
  return found
    .map(({ row, rank }) => ({ row, weight: weightOf(row, rank) }))
    .sort((one, other) => one.weight - other.weight)
    .map(({ row }) => row);
}
