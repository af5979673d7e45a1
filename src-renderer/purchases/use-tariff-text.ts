import { computed } from 'vue';
import type { PaymentMethod } from '#contract/records/shared.ts';
import { useAmounts } from '#renderer/lib/texts/use-amounts.ts';
import { useFormat } from '#renderer/lib/texts/use-format.ts';

/** The tariffs in roubles, which pay from the balance, in words: "30 days · 179 ₽". */
export function useTariffText(methods: () => readonly PaymentMethod[]) {
  const { inDays } = useFormat();
  const { roubles } = useAmounts();
  const tariffs = computed(
    () => methods().find(({ currency }) => currency === 'RUB')?.tariffs ?? [],
  );
  const words = ({ days, price }: { readonly days: number; readonly price: number }): string =>
    `${inDays(days)} · ${roubles(price)}`;

  return {
    tariffs,
    /** A period; with its price where it has one. */
    said: (days: number): string => {
      const tariff = tariffs.value.find((each) => each.days === days);
      return tariff === undefined ? inDays(days) : words(tariff);
    },
    /** The one that costs least; empty where there is none. */
    cheapest: computed(() => {
      const [least] = tariffs.value.toSorted((one, other) => one.price - other.price);
      return least === undefined ? '' : words(least);
    }),
  };
}
