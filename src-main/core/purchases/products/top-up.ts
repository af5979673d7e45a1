import { api } from '#contract/api/index.ts';
import { ok } from '#contract/failure.ts';
import { noPayment } from '#core/purchases/match.ts';
import { paidProduct, paymentScope } from './paid-products.ts';
import { markPartial, type Price } from './prices.ts';
import { describePurchase, waitingForLink } from './product.ts';

export const topUp = describePurchase(api['balance.topup'], {
  ...paidProduct,
  product: () => 'balance',
  snapshot: () => paymentScope(null),
  prices: async (source, { body }) => {
    const amount = body?.amount ?? 0;
    const methods = await source.topup(amount);
    if (!methods.ok) return methods;
    // The history may also have the amount as it was requested, in roubles.
    const asRequested = { ...noTariff, method: -1, currency: 'RUB', amount };
    const prices = methods.value.map(({ id: method, currency, price }) => ({
      ...noTariff,
      method,
      currency,
      amount: price,
    }));
    return ok(markPartial(methods, [asRequested, ...prices]));
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
  const isPartial = prices.length === 0 || prices.some(({ listIncomplete }) => listIncomplete);
  return isPartial ? null : prices.map(({ amount }) => amount);
}

/** A top-up is sold by no tariff and for no time. */
const noTariff = { tariff: -1, days: 0 };
