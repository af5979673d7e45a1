import type { Target } from '#core/purchases/match.ts';
import {
  isNewestFirst,
  mapResult,
  readPages,
  resource,
  type ResourceReader,
} from '#core/purchases/snapshot.ts';

/** The largest page of the list of purchased keys. */
const pageSize = 100;

/** Keys that were bought. `code` is the key itself. */
export const readBoughtKeys: ResourceReader = async (read) => {
  const all = await readPages(
    pageSize,
    (offset) => read('promocodes.list', { query: { limit: pageSize, offset } }),
    isNewestFirst,
  );
  return mapResult(all, ({ id, product_type, activation_days, code }) =>
    resource(id, null, { product: product_type, days: activation_days, code }),
  );
};

/** The key that a purchase with `as_key` adds to that list. */
export function newBoughtKey(product: 'configs' | 'paid_options', days: number | null): Target {
  return { kind: 'new', facts: { product, ...(days !== null && { days }) } };
}
