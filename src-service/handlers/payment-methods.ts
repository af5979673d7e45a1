import { Tariff, type PaymentMethod } from '#contract/records/shared.ts';
import { methods, writtenAmount, type Product } from '#service/catalog/tariffs.ts';
import { tariffsFor } from '#service/store/purchase.ts';
import { listedFields, type Call } from './handler.ts';

/** The payment methods of a product with their tariffs, as all three tariff listings show them. */
export function paymentMethods({ store, account }: Call, product: Product): PaymentMethod[] {
  const tariffs = tariffsFor(store, account, product);
  return methods.map((method) => {
    const { id, display_name, currency } = method;
    const min_amount = writtenAmount(method, method.min_amount, store.readings.amounts);
    return {
      id,
      display_name,
      currency,
      // Only configurations always have a minimum (specification, part 1, Payment method).
      min_amount: product.type !== 'configs' && currency === 'RUB' ? null : min_amount,
      tariffs: tariffs
        .filter((tariff) => tariff.method.id === id)
        .map((tariff) => listedFields(Tariff, tariff)),
    };
  });
}
