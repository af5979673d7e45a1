import type { ProductKind } from '#contract/constants.ts';
import type { ConnectionRecord } from '#contract/ipc/connections.ts';
import type { CloudLocation, CloudServer, CloudTariff } from '#contract/records/cloud-servers.ts';
import type { PaidOption, PaidOptionTariff } from '#contract/records/paid-options.ts';
import type { ConfigPaymentMethod, PaymentMethod } from '#contract/records/shared.ts';
import { renewableOf } from '#contract/connections/sources.ts';
import { shownTitle } from '#contract/protocol-names.ts';
import { products, type Renewable } from '#contract/products.ts';
import { cloudServerName, cloudServerTitle } from '#contract/rules/server-name.ts';

export interface Expiring {
  /** Identifies it across restarts. */
  readonly key: string;
  readonly kind: ProductKind;
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
    | 'key'
    | 'source'
    | 'title'
    | 'protocol'
    | 'place'
    | 'expiresAt'
    | 'autoRenewal'
    | 'autoRenewalDays'
  >[];
  readonly servers: readonly CloudServer[] | undefined;
  readonly places: readonly CloudLocation[] | undefined;
  readonly options: readonly PaidOption[] | undefined;
  readonly prices: {
    readonly config: readonly ConfigPaymentMethod[] | undefined;
    readonly server: readonly CloudTariff[] | undefined;
    readonly option: readonly PaidOptionTariff[] | undefined;
  };
}

export interface OwnedProduct extends Omit<Expiring, 'price'>, Renewable {
  /** Its entry of the price list, where that has several. */
  readonly sold: number | undefined;
  readonly methods: readonly PaymentMethod[] | undefined;
}

/** All that expires, once each, without what hangs on a server or option; `changed` alters products first. */
export function expiringThings(
  facts: ExpiringFacts,
  changed = (product: OwnedProduct): OwnedProduct => product,
): Expiring[] {
  const prices = new Map<OwnedProduct['methods'], ReadonlyMap<number, number>>();
  return ownedProducts(facts).map((product) => {
    const { kind, key, title, path, expiresAt, autoRenewal, days, methods } = changed(product);
    const known = prices.get(methods) ?? pricesOf(methods);
    prices.set(methods, known);
    const price = days === null ? undefined : known.get(days);
    return { kind, key, title, path, expiresAt, autoRenewal, days, price };
  });
}

export function ownedProducts({
  connections,
  servers = [],
  places = [],
  options = [],
  prices,
}: ExpiringFacts): OwnedProduct[] {
  const placeOf = byId(places);
  const tariffOfServer = byId(prices.server);
  const tariffOfOption = byId(prices.option);
  return [
    ...connections.flatMap((connection): OwnedProduct[] => {
      const { key, source, expiresAt } = connection;
      if (source !== 'config' || expiresAt === null) return [];
      const id = renewableOf(key)?.id;
      if (id === undefined) return [];
      const thing = { kind: 'config', id, key, title: shownTitle(connection) } as const;
      const record = {
        expires_at: expiresAt,
        auto_renewal: connection.autoRenewal,
        auto_renewal_days: connection.autoRenewalDays,
      };
      return [owned(thing, record, { sold: undefined, methods: prices.config })];
    }),
    ...servers.map((server) => {
      const { id, tariff_config_id: sold } = server;
      const title = cloudServerTitle(server, placeOf.get(server.location_id)?.title);
      const tariff = tariffOfServer.get(sold);
      const thing = { kind: 'server', id, key: cloudServerName(id), title } as const;
      return owned(thing, server, { sold, methods: tariff?.payment_methods });
    }),
    ...options.map((option) => {
      const { option_id: id } = option;
      const tariff = tariffOfOption.get(id);
      const title = tariff?.title ?? '';
      const thing = { kind: 'option', id, key: `paid:${String(id)}`, title } as const;
      return owned(thing, option, { sold: id, methods: tariff?.payment_methods });
    }),
  ];
}

function owned(
  thing: Pick<OwnedProduct, 'kind' | 'id' | 'key' | 'title'>,
  record: {
    readonly expires_at: number;
    readonly auto_renewal: boolean | null;
    readonly auto_renewal_days: number | null;
  },
  offer: Pick<OwnedProduct, 'sold' | 'methods'>,
): OwnedProduct {
  return {
    ...thing,
    ...offer,
    path: products[thing.kind].page(thing.id),
    expiresAt: record.expires_at * 1000,
    autoRenewal: record.auto_renewal === true,
    days: record.auto_renewal_days,
  };
}

function byId<Tariff extends { readonly id: number }>(
  tariffs: readonly Tariff[] = [],
): ReadonlyMap<number, Tariff> {
  return new Map(tariffs.toReversed().map((tariff) => [tariff.id, tariff]));
}

/** Roubles by days; of several methods the highest, so that a shortfall is always announced. */
function pricesOf(methods: readonly PaymentMethod[] = []): ReadonlyMap<number, number> {
  const highest = new Map<number, number>();
  for (const { currency, tariffs } of methods) {
    if (currency !== 'RUB') continue;
    for (const { days, price } of tariffs)
      highest.set(days, Math.max(price, highest.get(days) ?? -Infinity));
  }
  return highest;
}
