import { computed, ref, watch, type Ref } from 'vue';
import { useRoute } from 'vue-router';
import type { PaymentMethod } from '#contract/records/shared.ts';
import { Promocode, type Money } from '#contract/values.ts';
import { useAmounts } from '#renderer/lib/texts/use-amounts.ts';
import { useFormat } from '#renderer/lib/texts/use-format.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { keepShown } from '#renderer/lib/keep-shown.ts';
import { usePurchaseDrafts, type DraftOf, type Way } from './purchase-drafts.ts';

interface Offer {
  readonly id: number;
  readonly days: number;
  readonly price: string;
  readonly cost: Money;
  readonly month: string;
  /** What it cost before, where that was more. */
  readonly before: string;
  /** By how many percent it is cheaper than before; else a day of it than by the shortest tariff. */
  readonly saves: number;
  readonly roubles: number | null;
  readonly tooSmall: boolean;
}

/** The payment fields that are sent: only those that were set, and switches only when `true`. */
interface PaymentBody {
  readonly payment_method_id?: number;
  readonly tariff_id?: number;
  readonly promocode?: string;
  readonly enable_auto_renewal?: true;
  readonly as_key?: true;
}

function useOffers(
  method: Readonly<Ref<PaymentMethod | undefined>>,
  isFromBalance: Readonly<Ref<boolean>>,
  of: () => DraftOf,
) {
  const { t } = useI18n();
  const { inCurrency, monthly } = useAmounts();
  const drafts = usePurchaseDrafts();
  const days = drafts.field(of, 'days');
  const lastDays = drafts.field(of, 'lastDays');

  const offers = computed((): Offer[] => {
    const { currency = '', min_amount = null, tariffs = [] } = method.value ?? {};
    const least = isFromBalance.value ? null : min_amount;
    const [shortest] = tariffs.toSorted((one, other) => one.days - other.days);
    return tariffs.map(({ id, days, price, old_price }) => ({
      id,
      days,
      price: inCurrency(price, currency),
      month: monthly(price, currency, days),
      saves: cheaperBy(
        { price, days },
        old_price !== undefined && old_price > price
          ? { price: old_price, days }
          : (shortest ?? { price, days }),
      ),
      cost: { amount: price, currency },
      before: old_price === undefined || old_price <= price ? '' : inCurrency(old_price, currency),
      roubles: currency === 'RUB' ? price : null,
      tooSmall: least !== null && price < least,
    }));
  });

  const offer = computed(() => {
    const open = offers.value.filter(({ tooSmall }) => !tooSmall);
    const found = open.find((each) => each.days === (days.value ?? lastDays.value));
    return days.value === null ? (found ?? open[0]) : found;
  });
  keepShown(days, () => offer.value?.days);

  return {
    offers,
    offer,
    days,
    chooseDays: (chosen: number) => {
      drafts.chooseDays(of(), chosen);
    },
    /** Why some of them cannot be chosen; empty where all can be. */
    minimum: computed(() => {
      const { min_amount = null, currency = '' } = method.value ?? {};
      return min_amount === null || !offers.value.some(({ tooSmall }) => tooSmall)
        ? ''
        : t('shop.minimum', { amount: inCurrency(min_amount, currency) });
    }),
  };
}

interface Priced {
  readonly price: number;
  readonly days: number;
}

/** By how many whole percent a day of the one is cheaper than a day of the other. */
function cheaperBy(one: Priced, other: Priced): number {
  const saved = 1 - one.price / one.days / (other.price / other.days);
  return Number.isFinite(saved) ? Math.max(0, Math.floor(saved * 100 + 1e-9)) : 0;
}

function useWays(methods: () => readonly PaymentMethod[], selected: Ref<Way | null>) {
  const { t } = useI18n();
  const { offeredMethod } = useAmounts();

  const inRoubles = computed(() => methods().find(({ currency }) => currency === 'RUB'));
  const ways = computed((): { way: Way; name: string }[] => [
    ...(inRoubles.value === undefined
      ? []
      : [{ way: 'balance' as const, name: t('payment.method.balance') }]),
    ...methods().map((method) => ({ way: method.id, name: offeredMethod(method) })),
    { way: 'promocode', name: t('payment.method.promocode') },
  ]);
  const way = computed((): Way => selected.value ?? ways.value[0]?.way ?? 'promocode');
  keepShown(selected, () => (methods().length > 0 ? way.value : null));

  return {
    ways,
    way,
    choose: (next: Way | null) => {
      selected.value = next;
    },
    method: computed(() =>
      way.value === 'balance' ? inRoubles.value : methods().find(({ id }) => id === way.value),
    ),
  };
}

/**
 * How something is paid and for how long. From the balance it is bought by a tariff in roubles and
 * without a method (specification, part 2, Conventions: balance and promocode give the resource at
 * once); which of several such tariffs of the same days makes no difference.
 *
 * @param of what it is kept for while the form is left
 * @param one which of several with other prices is bought
 */
export function usePayment(
  methods: () => readonly PaymentMethod[],
  of: () => DraftOf,
  one: () => number | undefined = () => undefined,
) {
  const { t } = useI18n();
  const { inDays } = useFormat();
  const drafts = usePurchaseDrafts();
  const { ways, way, choose, method } = useWays(methods, drafts.field(of, 'way'));
  const isFromBalance = computed(() => way.value === 'balance');
  const { offers, offer, days, chooseDays, minimum } = useOffers(method, isFromBalance, of);
  watch(one, (now, before) => {
    if (now === undefined || before === undefined || way.value === 'promocode') return;
    if (method.value === undefined) choose(null);
    if (offer.value === undefined) days.value = null;
  });
  const promocode = ref('');
  const autoRenewal = drafts.field(of, 'autoRenewal');
  const asKey = drafts.field(of, 'asKey');

  const problem = computed(() => {
    if (way.value !== 'promocode') {
      if (offer.value !== undefined) return '';
      return t(offers.value.length > 0 ? 'shop.choosePeriod' : 'shop.noOffer');
    }
    return Promocode.safeParse(promocode.value.trim()).success ? '' : t('shop.badPromocode');
  });
  /** "30 days · 199 ₽", for the button. */
  const label = computed(() => {
    if (way.value === 'promocode' || offer.value === undefined) return '';
    const { days, price } = offer.value;
    return `${inDays(days)} · ${price}`;
  });
  const paid = computed((): PaymentBody => {
    if (way.value === 'promocode') return { promocode: promocode.value.trim() };
    return {
      ...(typeof way.value === 'number' && { payment_method_id: way.value }),
      ...(offer.value !== undefined && { tariff_id: offer.value.id }),
    };
  });

  return {
    /** It is bought: the next one begins anew. */
    forget: () => {
      drafts.forget(of());
    },
    ways,
    way,
    choose,
    offers,
    offer,
    chooseDays,
    promocode,
    autoRenewal,
    /** It is bought as a key to give away, which no other key can pay for. */
    asKey,
    minimum,
    problem,
    label,
    /** What is shown to be paid; `undefined` where nothing is. */
    cost: computed((): Money | undefined =>
      way.value === 'promocode' ? undefined : offer.value?.cost,
    ),
    body: computed((): PaymentBody => ({
      ...paid.value,
      ...(asKey.value && { as_key: true as const }),
      ...(autoRenewal.value && !asKey.value && { enable_auto_renewal: true as const }),
    })),
  };
}

export type Payment = ReturnType<typeof usePayment>;

/** The tariff in roubles with the cheapest month, as "from 134 ₽ a month"; empty where none has one. */
export function useLeastMonth() {
  const { t } = useI18n();
  const { monthly } = useAmounts();
  return (methods: readonly PaymentMethod[]): string => {
    const [least] = methods
      .filter(({ currency }) => currency === 'RUB')
      .flatMap(({ tariffs }) => tariffs)
      .toSorted((one, other) => one.price / one.days - other.price / other.days);
    if (least === undefined) return '';
    return t('shop.from', { price: monthly(least.price, 'RUB', least.days) });
  };
}

/** A key pays where the address says so: "Redeem a key" leads there. */
export function useRedeeming(payment: Payment): void {
  const route = useRoute();
  watch(
    () => route.query['redeem'] !== undefined,
    (redeems) => {
      if (redeems) payment.choose('promocode');
      else if (payment.way.value === 'promocode') payment.choose(null);
    },
    { immediate: true },
  );
}
