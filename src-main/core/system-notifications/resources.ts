import type { ConnectionRecord } from '#contract/ipc/connections.ts';
import { cloudServerName } from '#contract/rules/server-name.ts';
import { paidOptionId } from '#core/connections/connection-sources.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Expiring } from './expiry.ts';

interface Priced {
  readonly currency: string;
  readonly tariffs: readonly { readonly days: number; readonly price: number }[];
}

/** Everything of an account that expires, each once: what hangs on a server or option is not. */
export function expiringResources(
  readCache: Pick<ReadCache, 'cached'>,
  connections: readonly ConnectionRecord[],
): Expiring[] {
  const configTariffs = readCache.cached('configs.tariffs', {})?.value;
  const cloudTariffs = readCache.cached('cloudServers.tariffs', {})?.value;
  const paidTariffs = readCache.cached('paidOptions.tariffs', {})?.value;
  return [
    ...connections.flatMap(({ key, source, title, place, expiresAt, ...entry }): Expiring[] => {
      if (source !== 'config' || expiresAt === null) return [];
      return [
        {
          key,
          title: title.trim() || place,
          path: `/connections/${key}`,
          expiresAt: expiresAt * 1000,
          autoRenewal: entry.autoRenewal === true,
          tariffs: 'configs.tariffs',
          price: priceOf(configTariffs, entry.autoRenewalDays),
        },
      ];
    }),
    ...(readCache.cached('cloudServers.list', {})?.value ?? []).map((server) => ({
      key: cloudServerName(server.id),
      title: server.hostname ?? server.url ?? '',
      path: `/cloud-servers/${String(server.id)}`,
      expiresAt: server.expires_at * 1000,
      autoRenewal: server.auto_renewal,
      tariffs: 'cloudServers.tariffs' as const,
      price: priceOf(
        cloudTariffs?.find(({ id }) => id === server.tariff_config_id)?.payment_methods,
        server.auto_renewal_days,
      ),
    })),
    ...(readCache.cached('paidOptions.list', {})?.value ?? []).map((option) => {
      const id = paidOptionId(option);
      const tariff = paidTariffs?.find((each) => each.id === option.option_id);
      return {
        key: `paid:${String(id)}`,
        title: tariff?.title ?? option.configs[0]?.original_title ?? '',
        path: `/paid-options/${String(id)}`,
        expiresAt: option.expires_at * 1000,
        autoRenewal: option.auto_renewal,
        tariffs: 'paidOptions.tariffs' as const,
        price: priceOf(tariff?.payment_methods, option.auto_renewal_days),
      };
    }),
  ];
}

/**
 * The price of so many days in roubles. The specification does not show which method's price is
 * taken from the balance: the highest is used, so that a shortfall is always announced.
 */
function priceOf(methods: readonly Priced[] | undefined, days: number | null): number | undefined {
  const prices = (methods ?? [])
    .filter(({ currency }) => currency === 'RUB')
    .flatMap(({ tariffs }) => tariffs.filter((tariff) => tariff.days === days))
    .map(({ price }) => price);
  return prices.length === 0 ? undefined : Math.max(...prices);
}
