import type { Change, RequestTo } from './api/index.ts';
import type { ProductKind } from './constants.ts';
import type { PaymentMethod } from './records/shared.ts';
import { connectionKey } from './rules/connection-key.ts';

/** A product of the service with a price and an expiry, and its id there. */
export interface Renewable {
  readonly kind: ProductKind;
  readonly id: number;
}

/** One of a tariff list that has several. */
export interface SoldProduct {
  readonly id: number;
  readonly payment_methods: readonly PaymentMethod[];
}

export function isProduct(each: PaymentMethod | SoldProduct): each is SoldProduct {
  return 'payment_methods' in each;
}

/** The ways to pay for what a tariff list sells: of one of its products, where that is named. */
export function methodsIn(
  list: readonly (PaymentMethod | SoldProduct)[] = [],
  product?: number,
): readonly PaymentMethod[] {
  return list.flatMap((each) => {
    if (!isProduct(each)) return [each];
    return product === undefined || each.id === product ? each.payment_methods : [];
  });
}

/** Whether something renews by itself, and for how many days; the service wants them with `enabled`. */
export interface AutoRenewalChoice {
  readonly enabled: boolean;
  readonly days?: number;
}

/** For how long something is renewed, and how that is paid: from the balance where nothing is said. */
interface RenewalChoice {
  readonly days?: number;
  readonly tariff_id?: number;
  readonly payment_method_id?: number;
  readonly promocode?: string;
}

interface Product {
  /** The read that lists what an account has of it; `null` where the list of connections does. */
  readonly list: 'cloudServers.list' | 'paidOptions.list' | null;
  readonly tariffs: 'configs.tariffs' | 'cloudServers.tariffs' | 'paidOptions.tariffs';
  /** The window's page of all of them, and of one. */
  readonly section: string;
  readonly page: (id: number) => string;
  /** What rules of prices and keys that were bought call it. */
  readonly soldAs: 'configs' | 'cloud_servers' | 'paid_options';
  /** A renewal; servers are renewed by days, the others by a tariff of so many. */
  readonly renew: (
    id: number,
    by: RenewalChoice,
  ) => RequestTo<'configs.renew' | 'cloudServers.renew' | 'paidOptions.create'>;
  readonly setAutoRenewal: (id: number, body: AutoRenewalChoice) => Change;
}

/** What an account buys and renews. Requests are data: main or the window sends them. */
export const products = {
  config: {
    list: null,
    tariffs: 'configs.tariffs',
    soldAs: 'configs',
    section: '/connections',
    page: (configId) => `/connections/${connectionKey({ source: 'config', configId })}`,
    renew: (config_id, { days: _byTariff, ...body }) => ({
      endpoint: 'configs.renew',
      input: { path: { config_id }, body },
    }),
    setAutoRenewal: (config_id, body) => ({
      endpoint: 'configs.setAutoRenewal',
      input: { path: { config_id }, body },
    }),
  },
  server: {
    list: 'cloudServers.list',
    tariffs: 'cloudServers.tariffs',
    soldAs: 'cloud_servers',
    section: '/cloud-servers',
    page: (id) => `/cloud-servers/${String(id)}`,
    renew: (server_id, { tariff_id: _byDays, ...body }) => ({
      endpoint: 'cloudServers.renew',
      input: { body: { server_id, ...body } },
    }),
    setAutoRenewal: (id, body) => ({
      endpoint: 'cloudServers.setAutoRenewal',
      input: { path: { id }, body },
    }),
  },
  option: {
    list: 'paidOptions.list',
    tariffs: 'paidOptions.tariffs',
    soldAs: 'paid_options',
    section: '/paid-options',
    page: (id) => `/paid-options/${String(id)}`,
    renew: (paid_option_id, { days: _byTariff, ...body }) => ({
      endpoint: 'paidOptions.create',
      input: { body: { paid_option_id, ...body } },
    }),
    setAutoRenewal: (id, body) => ({
      endpoint: 'paidOptions.setAutoRenewal',
      input: { path: { id }, body },
    }),
  },
} as const satisfies Readonly<Record<ProductKind, Product>>;
