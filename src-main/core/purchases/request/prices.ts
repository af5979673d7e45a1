import type { Api, PurchaseEndpoint } from '#contract/api/index.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { PaymentMethod } from '#contract/records/shared.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { Library } from '#core/cache/read-cache.ts';
import type { Asked } from './asked.ts';
import type { Price } from './wanted.ts';

type TariffListing = 'configs.tariffs' | 'cloudServers.tariffs' | 'paidOptions.tariffs';

/** Prices that were read this recently are those that the person saw, milliseconds. */
const freshFor = 10 * 60_000;

/**
 * What the product of a purchase is sold for: needed to know how many days a tariff has and what its
 * payment will say. Empty for rows without a price.
 */
export async function readPrices(
  client: ApiClient,
  library: Pick<Library, 'seen' | 'fetch'>,
  now: number,
  row: PurchaseEndpoint,
  { body }: Asked,
): Promise<Result<Price[]>> {
  switch (row) {
    case 'configs.create':
    case 'configs.renew': {
      const methods = await recent('configs.tariffs');
      return methods.ok ? ok(pricesOf(methods.value)) : methods;
    }
    case 'cloudServers.create':
    case 'cloudServers.renew': {
      const products = await recent('cloudServers.tariffs');
      if (!products.ok) return products;
      const offered = products.value.filter(
        ({ id }) => body?.tariff_config_id === undefined || id === body.tariff_config_id,
      );
      return ok(offered.flatMap(({ payment_methods }) => pricesOf(payment_methods)));
    }
    case 'paidOptions.create': {
      const products = await recent('paidOptions.tariffs');
      if (!products.ok) return products;
      const offered = products.value.filter(({ id }) => id === body?.paid_option_id);
      return ok(offered.flatMap(({ payment_methods }) => pricesOf(payment_methods)));
    }
    case 'balance.topup': {
      const amount = body?.amount ?? 0;
      const query = { query: { amount } };
      const options = await client.call('balance.calculate', query, { priority: 'person' });
      if (!options.ok) return options;
      // An amount may also be written as it was asked for, in roubles.
      return ok([amount, ...options.value.map(({ price }) => price)].map(asTopup));
    }
    default:
      return ok([]);
  }

  async function recent<Id extends TariffListing>(id: Id) {
    // No tariff listing takes any input.
    const input = {} as InputOf<Api[Id]>;
    const seen = library.seen(id, input);
    const age = seen ? now - seen.fetchedAt : Infinity;
    return seen && age >= 0 && age < freshFor ? ok(seen.value) : library.fetch(id, input, 'person');
  }
}

function asTopup(amount: number): Price {
  return { tariff: -1, days: 0, amount };
}

function pricesOf(methods: readonly PaymentMethod[]): Price[] {
  return methods.flatMap(({ tariffs }) =>
    tariffs.map(({ id, days, price }) => ({ tariff: id, days, amount: price })),
  );
}
