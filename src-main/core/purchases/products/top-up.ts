import { api } from '#contract/api/index.ts';
import { ok } from '#contract/failure.ts';
import { noPayment } from '#core/purchases/match.ts';
import { paidProduct, paymentScope } from './paid-product.ts';
import type { OfferedPrice } from './prices.ts';
import { describePurchase, waitingForLink } from './product.ts';

export const topUp = describePurchase(api['balance.topup'], {
  ...paidProduct,
  page: '/money',
  product: () => 'balance',
  snapshot: () => paymentScope(null),
  prices: async (source, { body }) => {
    const amount = body?.amount ?? 0;
    const methods = await source.topup(amount);
    if (!methods.ok) return methods;
    // The history may also have the amount as it was requested, in roubles.
    return ok([amount, ...methods.value.map(({ price }) => price)].map(asPrice));
  },
  expectedEffect: ({ body }, prices) => ({
    ...noPayment,
    types: ['balance_topup'],
    amounts: prices.length > 0 ? prices.map(({ amount }) => amount) : null,
    byMethod: body?.payment_method_id !== undefined,
  }),
  interpret: ({ link }) => waitingForLink('payment-link', link),
});

function asPrice(amount: number): OfferedPrice {
  return { tariff: -1, method: -1, currency: 'RUB', days: 0, amount };
}
