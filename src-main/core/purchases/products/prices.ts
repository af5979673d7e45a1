import type { Api } from '#contract/api/index.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import { ok, type Result } from '#contract/failure.ts';
import { isProduct } from '#contract/products.ts';
import type { PaymentMethod } from '#contract/records/shared.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Priority } from '#core/api/limits/priority.ts';

export interface Price {
  readonly tariff: number;
  readonly days: number;
  readonly amount: number;
  /** Some elements of the price list could not be read, so there are unknown prices. */
  readonly listIncomplete?: true;
}

export interface OfferedPrice extends Price {
  /** The product of its tariff list, where the list has several. */
  readonly product?: number;
  readonly method: number;
  readonly currency: string;
}

/** A sum or difference of roubles without what binary fractions add to it. */
export function inKopecks(roubles: number): number {
  return Math.round(roubles * 100) / 100;
}

type TariffList = 'configs.tariffs' | 'cloudServers.tariffs' | 'paidOptions.tariffs';

export type PriceSource = ReturnType<typeof createPriceSource>;

export function createPriceSource(
  readCache: Pick<ReadCache, 'fetchNow'>,
  priority: Priority = 'user',
) {
  return {
    /** A tariff list as it is now; the window shows this one then. */
    tariffs: <Id extends TariffList>(id: Id): Promise<Result<DataOf<Api[Id]>>> =>
      // No tariff list takes any input.
      readCache.fetchNow(id, {} as InputOf<Api[Id]>, priority),
    /** What a top-up of so many roubles costs by each method, now. */
    topup: (amount: number): Promise<Result<DataOf<Api['balance.calculate']>>> =>
      readCache.fetchNow('balance.calculate', { query: { amount } }, priority),
  };
}

/** What a tariff list sold when it was last read; empty where it never was. */
export function knownPrices(
  readCache: Pick<ReadCache, 'cached'>,
  list: TariffList,
): readonly OfferedPrice[] {
  const read = readCache.cached(list, {});
  return read === undefined ? [] : pricesOfList(read.value);
}

/** What a tariff list sells, as it is now: all of it, or one of its products. */
export async function pricesIn(
  source: Pick<PriceSource, 'tariffs'>,
  list: TariffList,
  product?: number,
): Promise<Result<readonly OfferedPrice[]>> {
  const read: Result<Tariffs> = await source.tariffs(list);
  if (!read.ok) return read;
  const sold = pricesOfList(read.value).filter(
    (price) => product === undefined || price.product === product,
  );
  return ok(markPartial(read, sold));
}

type Tariffs = DataOf<Api[TariffList]>;

/** Of configurations the list is one product, by all its methods; others have several. */
function pricesOfList(list: Tariffs): readonly OfferedPrice[] {
  return list.flatMap((each) =>
    isProduct(each)
      ? pricesOf(each.payment_methods).map((price) => ({ ...price, product: each.id }))
      : pricesOf([each]),
  );
}

/** Marks prices that are only a part of the service's. */
export function markPartial(
  list: Result<unknown>,
  prices: readonly OfferedPrice[],
): readonly OfferedPrice[] {
  return list.ok && list.unreadable !== undefined
    ? prices.map((price) => ({ ...price, listIncomplete: true }))
    : prices;
}

function pricesOf(methods: readonly PaymentMethod[]): OfferedPrice[] {
  return methods.flatMap(({ id: method, currency, tariffs }) =>
    tariffs.map(({ id, days, price }) => ({ tariff: id, method, currency, days, amount: price })),
  );
}
