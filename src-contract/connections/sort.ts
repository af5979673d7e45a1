import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { shownTitle } from '#contract/protocol-names.ts';
import { owningKey } from '#contract/rules/connection-key.ts';
import { shownStates, type ConnectionState } from '#contract/rules/connection-state.ts';
import type { ConnectionOrder } from './query.ts';
import { compareHere, type Compare } from './ranking.ts';

/** All rows in this order, each subconfig below its configuration. */
export function sortRows(
  rows: Iterable<ConnectionRow>,
  order: ConnectionOrder,
  language: string,
  now = 0,
): ConnectionRow[] {
  return inFamilies([...rows].sort(comparison(order, language, now)));
}

/** How many connections these are. A subconfig, known once its configuration was opened, counts with that. */
export function countOf(rows: Iterable<ConnectionRow>): number {
  const keys = new Set<string>();
  for (const { key, source } of rows) keys.add(source === 'subconfig' ? owningKey(key) : key);
  return keys.size;
}

function comparison({ by, descending }: ConnectionOrder, language: string, now: number): Compare {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const direction = descending ? -1 : 1;
  const fields: Record<ConnectionOrder['by'], Compare> = {
    title: () => 0,
    place: (one, other) => collator.compare(one.place, other.place),
    protocol: (one, other) => collator.compare(one.protocol, other.protocol),
    expiry: compareTimeLeft(now, direction),
    created: (one, other) => nullsLast(one.createdAt, other.createdAt, direction),
    check: compareHere(now),
    state: (one, other) =>
      stateOrder.indexOf(one.state.state) - stateOrder.indexOf(other.state.state),
  };
  const compare = fields[by];
  const titleDirection = by === 'title' ? direction : 1;
  return (one, other) =>
    (by === 'expiry' ? 0 : Number(other.favourite) - Number(one.favourite)) ||
    compare(one, other) * direction ||
    collator.compare(shownTitle(one), shownTitle(other)) * titleDirection ||
    (one.key < other.key ? -1 : 1);
}

/** What can be used comes first; what expires soon behind what does not. */
const stateOrder: readonly ConnectionState[] = shownStates.flatMap((state) =>
  state === 'usable' ? [state, 'expiring' as const] : [state],
);

/** In both directions what never expires is behind what does, and last what has expired, the most recent first. */
export function compareTimeLeft(now: number, direction = 1): Compare {
  const groupOf = ({ expiresAt }: ConnectionRow) =>
    expiresAt === null ? 1 : 2 * Number(expiresAt * 1000 <= now);
  return (one, other) => {
    const group = groupOf(one);
    const later = (one.expiresAt ?? 0) - (other.expiresAt ?? 0);
    return (group - groupOf(other)) * direction || (group === 2 ? -later * direction : later);
  };
}

/** Compares so that `null` is last in both directions. */
function nullsLast(one: number | null, other: number | null, direction: number): number {
  if (one === other) return 0;
  if (one === null) return direction;
  if (other === null) return -direction;
  return one - other;
}

/** Puts each subconfig right below its configuration; all else keeps its order. */
function inFamilies(sorted: ConnectionRow[]): ConnectionRow[] {
  const subconfigs = sorted.filter(({ source }) => source === 'subconfig');
  if (subconfigs.length === 0) return sorted;
  const byKey = new Map(sorted.map((row) => [row.key, row]));
  const below = new Map<ConnectionRow, ConnectionRow>();
  for (const row of subconfigs) {
    const owner = byKey.get(owningKey(row.key));
    if (owner && (owner.favourite || !row.favourite)) below.set(owner, row);
  }
  const nested = new Set(below.values());
  const nestedRows: ConnectionRow[] = [];
  for (const row of sorted) {
    if (nested.has(row)) continue;
    nestedRows.push(row);
    const subconfig = below.get(row);
    if (subconfig) nestedRows.push(subconfig);
  }
  return nestedRows;
}
