import { gigabyte } from '#contract/constants.ts';
import type { Readings } from '#service/readings.ts';

export type ProductType = 'configs' | 'paid_options' | 'cloud_servers';

type Amounts = Readings['amounts'];

/** A way to pay. Prices are stored in roubles and shown in the method's currency. */
export interface Method {
  readonly id: number;
  /** As the history and the top-up write it. */
  readonly key: 'sbp' | 'card' | 'ton' | 'usdt';
  readonly display_name: string;
  readonly currency: 'RUB' | 'TON' | 'USDT';
  /** Smallest payment, in the currency. */
  readonly min_amount: number;
  /** Roubles for one unit of the currency. */
  readonly rate: number;
}

export const methods: readonly Method[] = [
  { id: 1, key: 'sbp', display_name: 'СБП', currency: 'RUB', min_amount: 10, rate: 1 },
  { id: 2, key: 'card', display_name: 'Card', currency: 'RUB', min_amount: 50, rate: 1 },
  { id: 3, key: 'ton', display_name: 'TON', currency: 'TON', min_amount: 0.1, rate: 250 },
  { id: 4, key: 'usdt', display_name: 'USDT TRC20', currency: 'USDT', min_amount: 1, rate: 80 },
];

export function findMethod(id: number): Method | undefined {
  return methods.find((method) => method.id === id);
}

/** The smallest units in one of a currency. */
const smallestUnits = { RUB: 1, TON: 1_000_000_000, USDT: 1_000_000 } as const;

/** An amount in the currency of a method, as the service writes it. */
export function writtenAmount({ currency }: Method, amount: number, reading: Amounts): number {
  return reading === 'smallest-units' ? Math.round(amount * smallestUnits[currency]) : amount;
}

/** A price in the currency of a method: roubles as they are, two digits of anything else. */
export function priceIn(method: Method, roubles: number, reading: Amounts): number {
  const price =
    method.currency === 'RUB'
      ? roubles
      : Math.max(0.01, Math.round((roubles / method.rate) * 100) / 100);
  return writtenAmount(method, price, reading);
}

/** Roubles as they are charged: whole, or with kopecks. */
function charged(roubles: number, reading: Amounts): number {
  return reading === 'decimal' ? Math.round(roubles * 100 + 50) / 100 : Math.round(roubles);
}

interface Plan {
  readonly days: number;
  /** Roubles. */
  readonly price: number;
  /** What it cost before, where that was more. */
  readonly old_price?: number;
}

export interface Product {
  readonly type: ProductType;
  /** Tariff config id, paid option id, or 0 for configurations. */
  readonly id: number;
  readonly title: string;
  readonly plans: readonly Plan[];
}

function plansAt(month: number): readonly Plan[] {
  const discounted = (days: number, months: number, share: number): Plan => ({
    days,
    price: Math.round(month * months * share),
    old_price: month * months,
  });
  return [
    { days: 30, price: month },
    discounted(90, 3, 0.92),
    discounted(180, 6, 0.84),
    discounted(365, 12, 0.79),
  ];
}

export const configProduct: Product = {
  type: 'configs',
  id: 0,
  title: 'Конфигурация',
  plans: plansAt(199),
};

export const cloudProducts: readonly (Product & { readonly description: string })[] = [
  {
    type: 'cloud_servers',
    id: 1,
    title: 'Standard',
    description: '1 vCPU · 1 ГБ · 1 ТБ трафика',
    plans: plansAt(690),
  },
  {
    type: 'cloud_servers',
    id: 2,
    title: 'Premium',
    description: '2 vCPU · 4 ГБ · безлимитный трафик',
    plans: plansAt(1290),
  },
];

/** A paid option; `built_in` configurations come with it, one on each of these servers. */
export interface OptionProduct extends Product {
  readonly option_key: string;
  readonly caption: string;
  readonly description: string;
  readonly location_ids: readonly number[];
  readonly built_in: readonly { readonly server_id: number; readonly title: string }[];
  readonly traffic_limit_bytes: number;
}

export const optionProducts: readonly OptionProduct[] = [
  {
    type: 'paid_options',
    id: 1,
    option_key: 'white_internet',
    title: 'Белый интернет',
    caption: 'Работает, когда мобильная сеть пускает только по белым спискам',
    description: 'Серверы, доступные при ограничениях мобильного интернета',
    plans: plansAt(299),
    location_ids: [18, 1, 3],
    built_in: [
      { server_id: 1801, title: 'Белый интернет · Москва 1' },
      { server_id: 1802, title: 'Белый интернет · Москва 2' },
      { server_id: 102, title: 'Белый интернет · Франкфурт' },
    ],
    traffic_limit_bytes: 200 * gigabyte,
  },
  {
    type: 'paid_options',
    id: 2,
    option_key: 'game_route',
    title: 'Игровой маршрут',
    caption: 'Low ping for online games',
    description: 'Выделенные маршруты до игровых серверов Европы и Азии',
    plans: plansAt(249),
    location_ids: [5, 9, 11],
    built_in: [{ server_id: 501, title: 'Game route · Warsaw' }],
    traffic_limit_bytes: 0,
  },
];

export interface TariffRecord {
  readonly id: number;
  readonly days: number;
  readonly method: Method;
  /** In the method's currency. */
  readonly price: number;
  readonly old_price?: number;
  /** What it costs from the balance. */
  readonly roubles: number;
}

const productBase: Readonly<Record<ProductType, number>> = {
  configs: 10_000,
  cloud_servers: 20_000,
  paid_options: 30_000,
};

/** Every tariff of a product; `percent` is the personal discount (negative) or markup. */
export function tariffsOf(product: Product, percent: number, reading: Amounts): TariffRecord[] {
  const factor = 1 + percent / 100;
  return methods.flatMap((method) =>
    product.plans.map((plan, index): TariffRecord => {
      const roubles = charged(plan.price * factor, reading);
      const earlier = Math.max(plan.old_price ?? 0, plan.price) * Math.max(factor, 1);
      const before = charged(earlier, reading);
      return {
        id: productBase[product.type] + product.id * 1000 + method.id * 100 + index + 1,
        days: plan.days,
        method,
        price: priceIn(method, roubles, reading),
        ...(before > roubles && { old_price: priceIn(method, before, reading) }),
        roubles,
      };
    }),
  );
}
