import type { ConnectionFacets } from '#contract/list/facets.ts';
import { isExpiring, isWorking } from './filter.ts';
import { shownState } from '#contract/rules/connection-state.ts';
import type { CheckOf, StateOf } from './order.ts';
import type { Indexed } from './search.ts';

/**
 * What there is to filter by, and how many of each.
 *
 * @param expiringBefore Unix seconds
 */
export function facetsOf(
  items: readonly Indexed[],
  favourites: ReadonlySet<string>,
  expiringBefore: number,
  checkOf: CheckOf,
  stateOf: StateOf,
): ConnectionFacets {
  const entries = items.map(({ entry }) => entry);
  const places = new Map(entries.map((entry) => [entry.country, entry.place]));
  return {
    sources: counted(entries.map(({ source }) => source)),
    countries: counted(entries.map(({ country }) => country).filter(Boolean)).map((counts) => ({
      ...counts,
      place: places.get(counts.value) ?? '',
    })),
    protocols: counted(entries.map(({ protocol }) => protocol).filter(Boolean)),
    states: counted(items.map((item) => shownState(stateOf(item)))),
    expiring: entries.filter((entry) => isExpiring(entry, expiringBefore)).length,
    favourites: entries.filter(({ key }) => favourites.has(key)).length,
    working: entries.filter((entry) => isWorking(checkOf(entry))).length,
  };
}

function counted<T extends string>(values: readonly T[]): { value: T; count: number }[] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
}
