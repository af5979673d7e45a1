import type { PurchaseEndpoint } from '#contract/api/index.ts';
import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import type { Payment, PurchasedPromocode } from '#contract/records/money.ts';

/** A bought key with its place in the list, by which main knows its code. */
export type ListedKey = PurchasedPromocode & { readonly at: number };

/** A line of the history: a payment, with what is known of it here, or what has no payment. */
export interface HistoryRow {
  readonly id: string;
  /** Unix milliseconds. */
  readonly time: number;
  readonly payment: Payment | null;
  readonly key: ListedKey | null;
  readonly entry: PurchaseEntry | null;
}

/** Types that the service's history gives to what was bought here. */
const paymentTypes: Partial<Record<PurchaseEndpoint, readonly string[]>> = {
  'configs.create': ['new_config'],
  'configs.renew': ['renewal', 'new_config'],
  'cloudServers.create': ['cloud_server'],
  'cloudServers.renew': ['cloud_server', 'renewal'],
  'paidOptions.create': ['paid_option'],
  'balance.topup': ['balance_topup'],
};

/** How far apart a payment and what it paid for are dated at most, milliseconds. */
const tolerance = 120_000;

/**
 * The lines of one page of payments, newest first, with the keys and the purchases made here that
 * belong to them and those of the same time that have no payment.
 *
 * @param first whether it is the page of the newest
 * @param next the payment that the next page begins with; `undefined` on the last page
 */
export function historyRows(
  payments: readonly Payment[],
  keys: readonly ListedKey[],
  entries: readonly PurchaseEntry[],
  { first, next }: { readonly first: boolean; readonly next: Payment | undefined },
): HistoryRow[] {
  const freeKeys = new Set(keys);
  const freeEntries = new Set(entries);
  const paid = payments.map((payment): HistoryRow => {
    const time = payment.created_at * 1000;
    const key = nearest(freeKeys, time, (each) => ({
      time: each.created_at * 1000,
      fits: payment.as_key && each.activation_days === payment.days,
    }));
    const entry = nearest(freeEntries, time, (each) => ({
      time: each.createdAt,
      fits: isPaidBy(each, payment),
    }));
    return { id: `payment ${String(payment.id)}`, time, payment, key, entry };
  });
  const from = next === undefined ? -Infinity : next.created_at * 1000;
  const to = first ? Infinity : Math.max(...paid.map(({ time }) => time));
  return [...paid, ...[...freeKeys].map(rowOfKey), ...[...freeEntries].map(rowOfEntry)]
    .filter(({ payment, time }) => payment !== null || (time > from && time <= to))
    .toSorted((one, other) => other.time - one.time);
}

export function rowOfKey(key: ListedKey): HistoryRow {
  const id = `key ${String(key.id)}`;
  return { id, time: key.created_at * 1000, payment: null, key, entry: null };
}

export function rowOfEntry(entry: PurchaseEntry): HistoryRow {
  return { id: entry.id, time: entry.createdAt, payment: null, key: null, entry };
}

function isPaidBy({ endpoint, state, days, input, result, link }: PurchaseEntry, payment: Payment) {
  if (result?.payment !== undefined) return result.payment === payment.id;
  return (
    (payment.is_paid ? state === 'done' : link !== null) &&
    (paymentTypes[endpoint]?.includes(payment.type ?? '') ?? false) &&
    (input.body?.as_key === true) === payment.as_key &&
    (days === null || days === payment.days)
  );
}

/** Takes the one out that fits and is dated nearest. */
function nearest<Item>(
  items: Set<Item>,
  time: number,
  read: (item: Item) => { time: number; fits: boolean },
): Item | null {
  const [found] = [...items]
    .map((item) => ({ item, ...read(item) }))
    .filter((each) => each.fits && Math.abs(each.time - time) <= tolerance)
    .toSorted((one, other) => Math.abs(one.time - time) - Math.abs(other.time - time));
  if (found === undefined) return null;
  items.delete(found.item);
  return found.item;
}
