import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { isOutOfUse } from '#contract/rules/connection-state.ts';
import { leadingCheck } from './leading-check.ts';

/** Whether it answered from this network a moment ago, did not or cannot be used, or neither. */
export function worksFromHere(
  row: Pick<ConnectionRow, 'check' | 'state'>,
  now: number,
): 'yes' | 'unknown' | 'no' {
  const outcome = leadingCheck(row, now)?.result.outcome;
  if (outcome === 'answers') return 'yes';
  return outcome !== undefined || isOutOfUse(row.state) ? 'no' : 'unknown';
}

const order = ['yes', 'unknown', 'no'] as const;

/** Puts first what answered here a moment ago, and last what did not or cannot be used. */
export function workingFirst(rows: readonly ConnectionRow[], now: number): ConnectionRow[] {
  const ranks = new Map(rows.map((row) => [row, order.indexOf(worksFromHere(row, now))]));
  return rows.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}
