import type { DatedCheck } from '#contract/check-result.ts';
import type { ConnectionQuery } from '#contract/ipc/connections.ts';
import { expiringMs, shownState } from '#contract/rules/connection-state.ts';
import type { ConnectionLine } from '#core/connections/connection.ts';
import type { CheckOf, StateOf } from './order.ts';
import type { Indexed } from './search.ts';

/** Expiring: within seven days, or already past. Seconds. */
export const expiringSoon = expiringMs / 1000;

/**
 * The test that a query's filter, without its search, puts each entry to; `undefined` when every
 * entry passes.
 */
export function acceptance(
  filter: ConnectionQuery['filter'],
  favourites: ReadonlySet<string>,
  expiringBefore: number,
  checkOf: CheckOf,
  stateOf: StateOf,
): ((item: Indexed) => boolean) | undefined {
  const tests: ((item: Indexed) => boolean)[] = [];
  const { sources, countries, protocols, states } = filter;
  if (sources.length > 0) tests.push(({ entry }) => sources.includes(entry.source));
  if (countries.length > 0) tests.push(({ entry }) => countries.includes(entry.country));
  if (protocols.length > 0) tests.push(({ entry }) => protocols.includes(entry.protocol));
  if (states.length > 0) {
    tests.push((item) => states.includes(shownState(stateOf(item))));
  }
  if (filter.expiring) tests.push(({ entry }) => isExpiring(entry, expiringBefore));
  if (filter.favourites) tests.push(({ entry }) => favourites.has(entry.key));
  if (filter.working) tests.push(({ entry }) => isWorking(checkOf(entry)));
  if (tests.length === 0) return undefined;
  return (item) => tests.every((test) => test(item));
}

export function isWorking(check: DatedCheck | undefined): boolean {
  return check?.result.outcome === 'answers';
}

/** @param before Unix seconds */
export function isExpiring(entry: ConnectionLine, before: number): boolean {
  return entry.expiresAt !== null && entry.expiresAt < before;
}
