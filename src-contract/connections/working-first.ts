import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { isOutOfUse } from '#contract/rules/connection-state.ts';
import { leadingCheck } from './leading-check.ts';

/**
 * What is known of a connection from here: it answered from this network a moment ago; it did not, or
 * could not be used when that was last known; or neither.
 *
 * @param now Unix milliseconds
 */
export function worksFromHere(
  row: Pick<ConnectionRow, 'check' | 'state'>,
  now: number,
): 'yes' | 'unknown' | 'no' {
  const outcome = leadingCheck(row, now)?.result.outcome;
  if (outcome === 'answers') return 'yes';
  return outcome !== undefined || isOutOfUse(row.state) ? 'no' : 'unknown';
}

const order = ['yes', 'unknown', 'no'] as const;

/**
 * Puts those first that answered from this network a moment ago, and last those that did not or cannot
 * be used; otherwise they stay in their order.
 *
 * @param now Unix milliseconds
 */
export function workingFirst(rows: readonly ConnectionRow[], now: number): ConnectionRow[] {
  const ranks = new Map(rows.map((row) => [row, order.indexOf(worksFromHere(row, now))]));
  return rows.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}
