import { api } from '#contract/api/index.ts';
import { mapResult, resource, type ResourceReader } from '#core/purchases/snapshot.ts';
import {
  expectedPurchase,
  interpretPurchase,
  newBoughtKey,
  paidProduct,
  paymentScope,
  readBoughtKeys,
} from './paid-product.ts';
import { pricesIn } from './prices.ts';
import { describePurchase } from './product.ts';

const readOptions: ResourceReader = async (read) =>
  mapResult(await read('paidOptions.list', {}), ({ option_id, expires_at }) =>
    resource(option_id, expires_at, {}),
  );

export const paidOptionPurchase = describePurchase(api['paidOptions.create'], {
  ...paidProduct,
  page: '/paid-options',
  product: ({ body }) => `paid option ${String(body?.paid_option_id)}`,
  snapshot: ({ body }) => paymentScope(body?.as_key === true ? readBoughtKeys : readOptions),
  prices: (source, { body }) => pricesIn(source, 'paidOptions.tariffs', body?.paid_option_id),
  expectedEffect: (input, offered) =>
    expectedPurchase(['paid_option'], input, offered, (days) =>
      input.body?.as_key === true
        ? newBoughtKey('paid_options', days)
        : { kind: 'extended', key: String(input.body?.paid_option_id) },
    ),
  interpret: (data) =>
    interpretPurchase(data, ({ option_id, expires_at }) => ({
      resource: option_id,
      expiresAt: expires_at,
    })),
});
