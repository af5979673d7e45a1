import type { PaymentMethod } from '#contract/records/shared.ts';
import type { Readings } from '#service/readings.ts';
import { methods, tariffsOf, writtenAmount, type Product } from '#service/catalog/tariffs.ts';

/** The payment methods of a product with their tariffs, as all three tariff listings show them. */
export function paymentMethods(
  product: Product,
  percent: number,
  { amounts }: Readings,
): PaymentMethod[] {
  const tariffs = tariffsOf(product, percent, amounts);
  return methods.map((method) => {
    const { id, display_name, currency } = method;
    const min_amount = writtenAmount(method, method.min_amount, amounts);
    return {
      id,
      display_name,
      currency,
      // Only configurations always have a minimum (specification, part 1, Payment method).
      min_amount: product.type !== 'configs' && currency === 'RUB' ? null : min_amount,
      tariffs: tariffs
        .filter((tariff) => tariff.method.id === id)
        .map((tariff) => ({
          id: tariff.id,
          days: tariff.days,
          price: tariff.price,
          ...(tariff.old_price !== undefined && { old_price: tariff.old_price }),
        })),
    };
  });
}
