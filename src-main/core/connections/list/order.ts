import type { DatedCheck } from '#contract/check-result.ts';
import { protocolName } from '#contract/protocol-names.ts';
import type { ConnectionQuery } from '#contract/ipc/connections.ts';
import { shownStates, type ConnectionState } from '#contract/rules/connection-state.ts';
import type { ConnectionLine } from '#core/connections/connection.ts';
import type { Indexed } from './search.ts';

export type Order = ConnectionQuery['order'];

/** What checking a connection last found. */
export type CheckOf = (line: ConnectionLine) => DatedCheck | undefined;

/** The one state of a connection. */
export type StateOf = (item: Indexed) => ConnectionState;

/** The same for the same order in the same language. */
export const signatureOf = ({ by, descending }: Order, language: string) =>
  `${by} ${String(descending)} ${language}`;

/** Favourites first, then by the requested field, then by title. */
export function comparison(
  order: Order,
  language: string,
  favourites: ReadonlySet<string>,
  checkOf: CheckOf,
  stateOf: StateOf,
) {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const direction = order.descending ? -1 : 1;
  // The name that the window shows for one without a title.
  const label = ({ title, place, protocol }: ConnectionLine) =>
    title.trim() || `${protocolName(protocol)}, ${place}`;
  const ranks = new Map<Indexed, number>();
  const rankOf = (item: Indexed): number => {
    const known = ranks.get(item) ?? stateOrder.indexOf(stateOf(item));
    ranks.set(item, known);
    return known;
  };
  type Compare = (one: Indexed, other: Indexed) => number;
  const by: Record<Order['by'], Compare> = {
    title: () => 0,
    place: ({ entry: one }, { entry: other }) => collator.compare(one.place, other.place),
    protocol: ({ entry: one }, { entry: other }) => collator.compare(one.protocol, other.protocol),
    expiry: ({ entry: one }, { entry: other }) =>
      nullsLast(one.expiresAt, other.expiresAt, direction),
    created: ({ entry: one }, { entry: other }) =>
      nullsLast(one.createdAt, other.createdAt, direction),
    check: ({ entry: one }, { entry: other }) =>
      nullsLast(delay(checkOf(one)), delay(checkOf(other)), direction),
    state: (one, other) => rankOf(one) - rankOf(other),
  };
  return (one: Indexed, other: Indexed): number =>
    Number(favourites.has(other.entry.key)) - Number(favourites.has(one.entry.key)) ||
    by[order.by](one, other) * direction ||
    collator.compare(label(one.entry), label(other.entry)) *
      (order.by === 'title' ? direction : 1) ||
    (one.entry.key < other.entry.key ? -1 : 1);
}

/** What can be used comes first; what expires soon behind what does not. */
const stateOrder: readonly ConnectionState[] = shownStates.flatMap((state) =>
  state === 'usable' ? [state, 'expiring' as const] : [state],
);

/** Milliseconds; what does not answer comes behind what does, and before what was not checked. */
function delay(check: DatedCheck | undefined): number | null {
  if (!check) return null;
  return check.result.outcome === 'answers' ? check.result.ms : Number.MAX_SAFE_INTEGER;
}

function nullsLast(one: number | null, other: number | null, direction: number): number {
  if (one === other) return 0;
  if (one === null) return direction;
  if (other === null) return -direction;
  return one - other;
}
