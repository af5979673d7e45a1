import { isCurrent } from '#contract/check-result.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { isOutOfUse } from '#contract/rules/connection-state.ts';
import { isAddress, leadingCheck, namelessHere } from './leading-check.ts';
import { paidOptionOf } from './sources.ts';

export type Compare = (one: ConnectionRow, other: ConnectionRow) => number;

/**
 * What is known of a connection from here: it answered from this network a moment ago; it did not, or
 * could not be used when that was last known; or neither. `now`: Unix milliseconds, here and below.
 */
export function worksFromHere(
  row: Pick<ConnectionRow, 'check' | 'state'>,
  now: number,
): 'yes' | 'unknown' | 'no' {
  const outcome = leadingCheck(row, now)?.result.outcome;
  if (outcome === 'answers') return 'yes';
  return outcome !== undefined || isOutOfUse(row.state) ? 'no' : 'unknown';
}

/** Above all odds; below those of what needs no name; below all. */
const answersNow = 6;
const namelessNow = -6;
const failsNow = -7;
/** Of what no check was ever made, nor of its like. */
const unknownOdds = 3;

/** How likely a connection works from here, by all that is known of it. */
function standing(row: ConnectionRow, now: number): number {
  const works = worksFromHere(row, now);
  if (works !== 'unknown') return works === 'yes' ? answersNow : failsNow;
  const { check, odds = unknownOdds } = row;
  const cannotTell = check?.result.outcome === 'undetermined' && isCurrent(check, now);
  return cannotTell ? 0 : odds;
}

/**
 * Orders by how likely they work from here: answered a moment ago, then by odds, then with a name where none
 * is found, last failed a moment ago or unusable; alike ones by `compare`, or as they come.
 */
export function likeliestFirst(
  rows: readonly ConnectionRow[],
  now: number,
  compare: Compare = () => 0,
): ConnectionRow[] {
  const isNameless = namelessHere(rows, now).length > 0;
  const isLost = (row: ConnectionRow) =>
    isNameless && !isAddress(row) && worksFromHere(row, now) === 'unknown';
  return rows
    .map((row) => ({ row, standing: standing(row, now) + (isLost(row) ? namelessNow : 0) }))
    .sort((one, other) => other.standing - one.standing || compare(one.row, other.row))
    .map(({ row }) => row);
}

/** Puts what most likely works from this network first, of alike ones the cheapest to use. */
export function compareHere(now: number): Compare {
  return (one, other) => standing(other, now) - standing(one, now) || compareCost(one, other);
}

/** Ranks connections for the network that this computer is in, in the order of `compareHere`. */
export function rankHere(rows: readonly ConnectionRow[], now: number): ConnectionRow[] {
  return likeliestFirst(rows, now, compareCost);
}

/** What the user has chosen before, and all else, each in the order of the fast ways to copy one. */
interface UsualOrder {
  /** First what most likely works from here. */
  readonly favourites: readonly ConnectionRow[];
  /** Those that are no favourites, newest first, behind them what fails. */
  readonly recents: readonly ConnectionRow[];
  /** Alike ones first where the service says that they are online, then the cheapest to use, what lasts longest, and the newest. */
  readonly others: () => readonly ConnectionRow[];
}

/** The order of the tray and of quick copy, where nothing is typed. */
export function usualOrder(
  connections: {
    readonly favourites: () => readonly string[];
    readonly recents: () => readonly string[];
    readonly sorted: () => readonly ConnectionRow[];
    readonly row: (key: string) => ConnectionRow | undefined;
  },
  now: number,
): UsualOrder {
  const rowsOf = (keys: readonly string[]) => keys.flatMap((key) => connections.row(key) ?? []);
  const fails = (row: ConnectionRow) => Number(worksFromHere(row, now) === 'no');
  const recents = rowsOf(connections.recents()).filter(({ favourite }) => !favourite);
  return {
    favourites: likeliestFirst(rowsOf(connections.favourites()), now),
    recents: recents.toSorted((one, other) => fails(one) - fails(other)),
    others: () => {
      const named = new Set(connections.recents());
      const rows = connections
        .sorted()
        .filter(({ key, favourite }) => !favourite && !named.has(key));
      return likeliestFirst(rows, now, compareUse);
    },
  };
}

function compareUse(one: ConnectionRow, other: ConnectionRow): number {
  const isOnline = ({ state }: ConnectionRow) => Number(state.online === 'online');
  return (
    isOnline(other) - isOnline(one) ||
    compareCost(one, other) ||
    (other.expiresAt ?? Infinity) - (one.expiresAt ?? Infinity) ||
    (other.createdAt ?? 0) - (one.createdAt ?? 0)
  );
}

/** Longer than any check waits, milliseconds. */
const anyDelay = 60_000;

/** Puts those first whose traffic is not counted, of alike ones the fastest. */
export function compareCost(one: ConnectionRow, other: ConnectionRow): number {
  return isMetered(one) - isMetered(other) || lastDelay(one) - lastDelay(other);
}

/** A paid option counts traffic, unless it is known to have no limit. */
export function isMetered({ key, source, option }: ConnectionRow): number {
  // Sorting compares thousands: a key is taken apart only where the source does not tell.
  const isOfOption =
    source === 'paid' || (source === 'subconfig' && paidOptionOf(key) !== undefined);
  return Number(isOfOption && option?.limitBytes !== 0);
}

/** Milliseconds; what did not answer comes behind what was never checked. */
export function lastDelay({ check }: Pick<ConnectionRow, 'check'>): number {
  if (check === undefined) return anyDelay;
  return check.result.outcome === 'answers' ? check.result.ms : 2 * anyDelay;
}
