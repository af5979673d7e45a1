import type { ConnectionQuery } from '../../../../src-contract/bridge/connections.ts';
import type { ConnectionLine } from '../connection.ts';
import { folded, withWord, type Indexed } from './words.ts';

/** Expiring: within seven days, or already past. Seconds. */
export const expiringSoon = 7 * 24 * 3600;

/**
 * The items that a query's filter lets pass, in their order; all of them where it asks for nothing.
 *
 * @param expiringBefore Unix seconds
 */
export function filtered(
  items: readonly Indexed[],
  filter: ConnectionQuery['filter'],
  favourites: ReadonlySet<string>,
  expiringBefore: number,
): readonly Indexed[] {
  const tests: ((entry: ConnectionLine) => boolean)[] = [];
  const { sources, countries, protocols, online } = filter;
  if (sources.length > 0) tests.push(({ source }) => sources.includes(source));
  if (countries.length > 0) tests.push(({ country }) => countries.includes(country));
  if (protocols.length > 0) tests.push(({ protocol }) => protocols.includes(protocol));
  if (online.length > 0) tests.push((entry) => online.includes(entry.online));
  if (filter.expiring) tests.push((entry) => isExpiring(entry, expiringBefore));
  if (filter.favourites) tests.push(({ key }) => favourites.has(key));
  const passing =
    tests.length === 0 ? items : items.filter(({ entry }) => tests.every((test) => test(entry)));
  return folded(filter.search).split(/\s+/).filter(Boolean).reduce(withWord, passing);
}

/** @param before Unix seconds */
export function isExpiring(entry: ConnectionLine, before: number): boolean {
  return entry.expiresAt !== null && entry.expiresAt < before;
}
