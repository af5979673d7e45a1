import type { DatedCheck } from '#contract/check-result.ts';
import { protocolName } from '#contract/protocol-names.ts';
import type { ConnectionQuery } from '#contract/ipc/connections.ts';
import type { ConnectionLine } from '#core/connections/connection.ts';
import type { Indexed } from './search.ts';

export type Order = ConnectionQuery['order'];

/** What checking a connection last found. */
export type CheckOf = (line: ConnectionLine) => DatedCheck | undefined;

/** The same for the same order in the same language. */
export const signatureOf = ({ by, descending }: Order, language: string) =>
  `${by} ${String(descending)} ${language}`;

/** Favourites first, then by what is asked for, then by what a connection is called. */
export function comparison(
  order: Order,
  language: string,
  favourites: ReadonlySet<string>,
  checkOf: CheckOf,
) {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const direction = order.descending ? -1 : 1;
  // The name that the window shows for one without a title.
  const label = ({ title, place, protocol }: ConnectionLine) =>
    title.trim() || `${protocolName(protocol)}, ${place}`;
  const by: Record<Order['by'], (one: ConnectionLine, other: ConnectionLine) => number> = {
    title: () => 0,
    place: (one, other) => collator.compare(one.place, other.place),
    protocol: (one, other) => collator.compare(one.protocol, other.protocol),
    expiry: (one, other) => nullsLast(one.expiresAt, other.expiresAt, direction),
    created: (one, other) => nullsLast(one.createdAt, other.createdAt, direction),
    check: (one, other) => nullsLast(delay(checkOf(one)), delay(checkOf(other)), direction),
  };
  return ({ entry: one }: Indexed, { entry: other }: Indexed): number =>
    Number(favourites.has(other.key)) - Number(favourites.has(one.key)) ||
    by[order.by](one, other) * direction ||
    collator.compare(label(one), label(other)) * (order.by === 'title' ? direction : 1) ||
    (one.key < other.key ? -1 : 1);
}

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
