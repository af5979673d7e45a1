import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { leadingCheck } from '#contract/rules/leading-check.ts';

/**
 * The connection to try in place of one that does not answer: of the others that were checked a
 * moment ago and answered, one of the same country before all else, and then the fastest.
 *
 * @param now Unix milliseconds
 */
export function nextWorking(
  rows: Iterable<ConnectionRow>,
  failed: Pick<ConnectionRow, 'key' | 'country'>,
  now: number,
): ConnectionRow | undefined {
  let best: { readonly row: ConnectionRow; readonly delay: number } | undefined;
  for (const row of rows) {
    const result = leadingCheck(row, now)?.result;
    if (row.key === failed.key || result?.outcome !== 'answers') continue;
    const isElsewhere = row.country !== failed.country;
    const delay = isElsewhere ? result.ms + anyDelay : result.ms;
    if (best === undefined || delay < best.delay) best = { row, delay };
  }
  return best?.row;
}

/** Longer than any check waits, milliseconds. */
const anyDelay = 60_000;
