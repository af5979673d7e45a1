import { serverOf } from '#contract/check-history.ts';
import { failureCause, isAboutServer, isCurrent, type DatedCheck } from '#contract/check-result.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';

/**
 * The check that says more of a connection than its state does: what this computer found a moment ago.
 * `undefined` where there is none, where it is of another network or found out nothing of the server, and
 * where the state tells more anyway: expired, or rebooting. `now`: Unix milliseconds.
 */
export function leadingCheck(
  { check, state }: Pick<ConnectionRow, 'check' | 'state'>,
  now: number,
): DatedCheck | undefined {
  if (check === undefined || !isCurrent(check, now)) return undefined;
  if (state.state === 'expired' || state.state === 'rebooting') return undefined;
  return isAboutServer(check.result) ? check : undefined;
}

/** Whether checking it from here failed, as far as that counts now. `now`: Unix milliseconds. */
export function failsFromHere(row: Pick<ConnectionRow, 'check' | 'state'>, now: number): boolean {
  const check = leadingCheck(row, now);
  return check !== undefined && check.result.outcome !== 'answers';
}

/** Whether its name is not found from here. */
export function isNameless(row: Pick<ConnectionRow, 'check' | 'state'>, now: number): boolean {
  const check = leadingCheck(row, now);
  return check !== undefined && failureCause(check.result) === 'dns-failed';
}

/** Whether its host needs no name to be found. */
export const isAddress = ({ host }: Pick<ConnectionRow, 'host'>): boolean =>
  /^[\d.]+$|:/.test(serverOf(host));

/** Those with a name that were checked from here, if none of their names is found. */
export function namelessHere(
  rows: readonly ConnectionRow[],
  now: number,
): readonly ConnectionRow[] {
  const named = rows.filter((row) => leadingCheck(row, now) !== undefined && !isAddress(row));
  return named.every((row) => isNameless(row, now)) ? named : [];
}

/** Whether the names of several servers were looked up from here, and none found: the network is to blame. */
export function namesFail(rows: Iterable<ConnectionRow>, now: number): boolean {
  return new Set(namelessHere([...rows], now).map(({ host }) => serverOf(host))).size > 1;
}
