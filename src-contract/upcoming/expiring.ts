import type { expiringKinds } from '#contract/constants.ts';
import type { ConnectionRecord } from '#contract/ipc/connections.ts';
import type { CloudServer, CloudTariff } from '#contract/records/cloud-servers.ts';
import type { PaidOption, PaidOptionTariff } from '#contract/records/paid-options.ts';
import type { ConfigPaymentMethod, PaymentMethod } from '#contract/records/shared.ts';
import { cloudServerName, cloudServerTitle } from '#contract/rules/server-name.ts';

type ExpiringKind = (typeof expiringKinds)[number];

/** The read that lists the prices of each kind of what expires. */
export const tariffLists = {
  config: 'configs.tariffs',
  server: 'cloudServers.tariffs',
  option: 'paidOptions.tariffs',
} as const satisfies Record<ExpiringKind, string>;

/** Something of the account that expires. */
export interface Expiring {
  /** Identifies it across restarts. */
  readonly key: string;
  readonly kind: ExpiringKind;
  /** As the service gives it; empty where it gives none. */
  readonly title: string;
  /** Its page in the window. */
  readonly path: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  readonly autoRenewal: boolean;
  /** How long a renewal by auto-renewal lasts; `null` where it is not known. */
  readonly days: number | null;
  /** Roubles of that renewal; `undefined` where it is not known. */
  readonly price: number | undefined;
}

/** What was read of an account; `undefined` is what was not. */
export interface ExpiringFacts {
  readonly connections: readonly Pick<
    ConnectionRecord,
    'key' | 'source' | 'title' | 'place' | 'expiresAt' | 'autoRenewal' | 'autoRenewalDays'
  >[];
  readonly servers: readonly CloudServer[] | undefined;
  readonly options: readonly PaidOption[] | undefined;
  readonly prices: {
    readonly config: readonly ConfigPaymentMethod[] | undefined;
    readonly server: readonly CloudTariff[] | undefined;
    readonly option: readonly PaidOptionTariff[] | undefined;
  };
}

/** Everything of an account that expires, each once: what hangs on a server or option is not. */
export function expiringThings({
  connections,
  servers = [],
  options = [],
  prices,
}: ExpiringFacts): Expiring[] {
  return [
    ...connections.flatMap(({ key, source, title, place, expiresAt, ...entry }): Expiring[] => {
      if (source !== 'config' || expiresAt === null) return [];
      const thing = { key, kind: 'config', title: title.trim() || place } as const;
      const renewal = { auto_renewal: entry.autoRenewal, auto_renewal_days: entry.autoRenewalDays };
      return [
        {
          ...thing,
          path: `/connections/${key}`,
          ...renewalOf({ ...renewal, expires_at: expiresAt }, prices.config),
        },
      ];
    }),
    ...servers.map((server): Expiring => {
      const sold = prices.server?.find(({ id }) => id === server.tariff_config_id);
      return {
        key: cloudServerName(server.id),
        kind: 'server',
        title: cloudServerTitle(server),
        path: `/cloud-servers/${String(server.id)}`,
        ...renewalOf(server, sold?.payment_methods),
      };
    }),
    ...options.map((option): Expiring => {
      const sold = prices.option?.find(({ id }) => id === option.option_id);
      return {
        key: `paid:${String(option.option_id)}`,
        kind: 'option',
        title: sold?.title ?? '',
        path: `/paid-options/${String(option.option_id)}`,
        ...renewalOf(option, sold?.payment_methods),
      };
    }),
  ];
}

function renewalOf(
  record: {
    readonly expires_at: number;
    readonly auto_renewal: boolean | null;
    readonly auto_renewal_days: number | null;
  },
  methods: readonly PaymentMethod[] | undefined,
): Pick<Expiring, 'expiresAt' | 'autoRenewal' | 'days' | 'price'> {
  return {
    expiresAt: record.expires_at * 1000,
    autoRenewal: record.auto_renewal === true,
    days: record.auto_renewal_days,
    price: priceOf(methods, record.auto_renewal_days),
  };
}

/**
 * The price of so many days in roubles. The specification does not show which method's price is
 * taken from the balance: the highest is used, so that a shortfall is always announced.
 */
function priceOf(
  methods: readonly PaymentMethod[] | undefined,
  days: number | null,
): number | undefined {
  const prices = (methods ?? [])
    .filter(({ currency }) => currency === 'RUB')
    .flatMap(({ tariffs }) => tariffs.filter((tariff) => tariff.days === days))
    .map(({ price }) => price);
  return prices.length === 0 ? undefined : Math.max(...prices);
}
