import { api } from '#contract/api/index.ts';
import { ok } from '#contract/failure.ts';
import { noPayment } from '#core/purchases/match.ts';
import { paidProduct, paymentScope } from './paid-product.ts';
import { markPartial, type OfferedPrice, type Price } from './prices.ts';
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
    const prices = [amount, ...methods.value.map(({ price }) => price)].map(asPrice);
    return ok(markPartial(methods, prices));
  },
  expectedEffect: ({ body }, prices) => ({
    ...noPayment,
    types: ['balance_topup'],
    amounts: knownAmounts(prices),
    byMethod: body?.payment_method_id !== undefined,
  }),
  interpret: ({ link }) => waitingForLink('payment-link', link),
});

/** `null` where it may have cost something that could not be read. */
function knownAmounts(prices: readonly Price[]): readonly number[] | null {
  const isPartial = prices.length === 0 || prices.some(({ amongOthers }) => amongOthers);
  return isPartial ? null : prices.map(({ amount }) => amount);
}

function asPrice(amount: number): OfferedPrice {
  return { tariff: -1, method: -1, currency: 'RUB', days: 0, amount };
}
