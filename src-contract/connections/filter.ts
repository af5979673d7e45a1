import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { failureCause } from '#contract/check-result.ts';
import { expiringMs, shownState } from '#contract/rules/connection-state.ts';
import type { ConnectionFilter } from './query.ts';

/** The test of a filter without its search; `undefined` when every row passes. */
export function filterTest(
  filter: ConnectionFilter,
  now: number,
): ((row: ConnectionRow) => boolean) | undefined {
  const tests: ((row: ConnectionRow) => boolean)[] = [];
  const { sources, countries, protocols, states } = filter;
  if (sources.length > 0) tests.push(({ source }) => sources.includes(source));
  if (countries.length > 0) tests.push(({ country }) => countries.includes(country));
  if (protocols.length > 0) tests.push(({ protocol }) => protocols.includes(protocol));
  if (states.length > 0) tests.push(({ state }) => states.includes(shownState(state.state)));
  if (filter.expiring) tests.push((row) => isExpiring(row, now));
  if (filter.favourites) tests.push(({ favourite }) => favourite);
  if (filter.working) tests.push(isWorking);
  if (filter.failing) tests.push(isFailing);
  if (tests.length === 0) return undefined;
  return (row) => tests.every((test) => test(row));
}

/** Answered when it was last checked, in this network. */
export function isWorking({ check }: Pick<ConnectionRow, 'check'>): boolean {
  return check?.result.outcome === 'answers' && !check.elsewhere;
}

/** Did not work when it was last checked, in this network. */
export function isFailing({ check }: Pick<ConnectionRow, 'check'>): boolean {
  return check !== undefined && !check.elsewhere && failureCause(check.result) !== undefined;
}

/** Expires within seven days of `now`, Unix milliseconds; a subconfig does not count beside its configuration. */
export function isExpiring(
  { expiresAt, source }: Pick<ConnectionRow, 'expiresAt' | 'source'>,
  now: number,
): boolean {
  if (expiresAt === null || source === 'subconfig') return false;
  const left = expiresAt * 1000 - now;
  return left > 0 && left <= expiringMs;
}
