import { owningKey } from '#contract/rules/connection-key.ts';
import type { ConnectionLine } from '#core/connections/connection.ts';
import type { Indexed } from './search.ts';

/**
 * Whether an entry is nested under its configuration, as every subconfig is. A subconfig that is a
 * favourite while its configuration is not, or whose configuration is not listed, is not nested.
 */
export function nesting(
  byKey: ReadonlyMap<string, Indexed>,
  favourites: ReadonlySet<string>,
): (entry: ConnectionLine) => boolean {
  return ({ source, key }) => {
    if (source !== 'subconfig') return false;
    const owner = owningKey(key);
    return byKey.has(owner) && (favourites.has(owner) || !favourites.has(key));
  };
}

/** Puts what is nested right below its configuration; all else keeps its order. */
export function inFamilies(
  sorted: readonly Indexed[],
  isNested: (entry: ConnectionLine) => boolean,
): readonly Indexed[] {
  const nested = new Map<string, Indexed>();
  for (const item of sorted) {
    if (isNested(item.entry)) nested.set(owningKey(item.entry.key), item);
  }
  if (nested.size === 0) return sorted;
  const below = new Set(nested.values());
  return sorted.flatMap((item) => {
    if (below.has(item)) return [];
    const own = nested.get(item.entry.key);
    return own ? [item, own] : [item];
  });
}
