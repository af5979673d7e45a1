import type { EndpointId } from '#contract/api/index.ts';
import { connectionKey } from '#contract/rules/connection-key.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { PurchaseSubject } from '#core/purchases/products/product.ts';

/** The ids in the path and body of a call. */
export interface SubjectIds {
  readonly id?: number | undefined;
  readonly config_id?: number | undefined;
  readonly server_id?: number | undefined;
  readonly paid_option_id?: number | undefined;
  readonly tariff_config_id?: number | undefined;
}

/** What is known, without asking the service, of the thing that a call is about. */
export function subjectOf(
  {
    readCache,
    connections,
  }: { readCache: Pick<ReadCache, 'cached'>; connections: Pick<Connections, 'line'> },
  endpoint: EndpointId,
  ids: SubjectIds,
): PurchaseSubject {
  switch (endpoint) {
    case 'configs.renew':
    case 'configs.setAutoRenewal': {
      const key = connectionKey({ source: 'config', configId: Number(ids.config_id) });
      return { name: connections.line(key)?.title ?? '' };
    }
    case 'cloudServers.renew':
    case 'cloudServers.setAutoRenewal': {
      const id = ids.server_id ?? ids.id;
      const servers = readCache.cached('cloudServers.list', {})?.value ?? [];
      const server = servers.find((each) => each.id === id);
      return {
        name: server?.hostname ?? '',
        ...(server && { product: server.tariff_config_id }),
      };
    }
    case 'cloudServers.create': {
      const tariffs = readCache.cached('cloudServers.tariffs', {})?.value ?? [];
      return { name: tariffs.find(({ id }) => id === ids.tariff_config_id)?.title ?? '' };
    }
    case 'paidOptions.create':
    case 'paidOptions.setAutoRenewal': {
      const option = ids.paid_option_id ?? ids.id;
      const tariffs = readCache.cached('paidOptions.tariffs', {})?.value ?? [];
      return { name: tariffs.find(({ id }) => id === option)?.title ?? '' };
    }
    case 'customSubscriptions.resetKey': {
      const listed = readCache.cached('customSubscriptions.list', {})?.value ?? [];
      return { name: listed.find(({ id }) => id === ids.id)?.title ?? '' };
    }
    default:
      return { name: '' };
  }
}
