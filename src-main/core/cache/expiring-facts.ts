import type { ExpiringFacts } from '#contract/upcoming/expiring.ts';
import type { ReadCache } from './read-cache.ts';

/** What was read of the products that an account has, and of their prices, without a request. */
export function expiringFacts(
  readCache: Pick<ReadCache, 'cached'>,
  connections: ExpiringFacts['connections'],
): ExpiringFacts {
  return {
    connections,
    servers: readCache.cached('cloudServers.list', {})?.value,
    places: readCache.cached('cloudServers.locations', {})?.value,
    options: readCache.cached('paidOptions.list', {})?.value,
    prices: {
      config: readCache.cached('configs.tariffs', {})?.value,
      server: readCache.cached('cloudServers.tariffs', {})?.value,
      option: readCache.cached('paidOptions.tariffs', {})?.value,
    },
  };
}
