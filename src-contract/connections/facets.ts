import type { ConnectionRow, ConnectionSource } from '#contract/ipc/connections.ts';
import { shownState, shownStates, type ShownState } from '#contract/rules/connection-state.ts';
import { isExpiring, isFailing, isWorking } from './filter.ts';

/** The values to filter by that there are, with their counts, most frequent first. */
export interface ConnectionFacets {
  readonly sources: readonly Counted<ConnectionSource>[];
  readonly countries: readonly (Counted<string> & { readonly place: string })[];
  readonly protocols: readonly Counted<string>[];
  readonly states: readonly Counted<ShownState>[];
  readonly expiring: number;
  readonly favourites: number;
  readonly working: number;
  readonly failing: number;
}

interface Counted<Value> {
  readonly value: Value;
  readonly count: number;
}

/** How many rows have each value. `now`: Unix milliseconds. */
export function facetsOf(rows: readonly ConnectionRow[], now: number): ConnectionFacets {
  const places = new Map(rows.map(({ country, place }) => [country, place]));
  return {
    sources: counted(rows.map(({ source }) => source)),
    countries: counted(rows.map(({ country }) => country).filter(Boolean)).map((counts) => ({
      ...counts,
      place: places.get(counts.value) ?? '',
    })),
    protocols: counted(rows.map(({ protocol }) => protocol).filter(Boolean)),
    // In their own order: what is picked does not change places.
    states: counted(rows.map(({ state }) => shownState(state.state))).toSorted(
      (one, other) => shownStates.indexOf(one.value) - shownStates.indexOf(other.value),
    ),
    expiring: rows.filter((row) => isExpiring(row, now)).length,
    favourites: rows.filter(({ favourite }) => favourite).length,
    working: rows.filter(isWorking).length,
    failing: rows.filter(isFailing).length,
  };
}

function counted<Value extends string>(values: readonly Value[]): Counted<Value>[] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
}
