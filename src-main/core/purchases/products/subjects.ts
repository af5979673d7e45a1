import type { PurchasedProduct } from '#contract/ipc/purchase-journal.ts';
import { connectionKey } from '#contract/rules/connection-key.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Connections } from '#core/connections/connections.ts';

/** What main knows of the thing that a purchase is about. */
export interface PurchaseSubject {
  /** What it is called; empty where that is not known. May hold anything. */
  readonly name: string;
  /** The product of the tariff list that it is of, where that is known. */
  readonly product?: number;
}

/** What is known without asking the service. */
export interface SubjectSources {
  readonly readCache: Pick<ReadCache, 'cached'>;
  readonly connections: Pick<Connections, 'line'>;
}

type FindSubject = (sources: SubjectSources, id: number | undefined) => PurchaseSubject;

/** The thing of each product that has this id: what is renewed, or a paid option that is bought. */
export const productSubjects: Readonly<Record<PurchasedProduct, FindSubject>> = {
  config({ connections }, id) {
    const key = connectionKey({ source: 'config', configId: Number(id) });
    return { name: connections.line(key)?.title ?? '' };
  },
  'cloud-server'({ readCache }, id) {
    const servers = readCache.cached('cloudServers.list', {})?.value ?? [];
    const server = servers.find((each) => each.id === id);
    return { name: server?.hostname ?? '', ...(server && { product: server.tariff_config_id }) };
  },
  'paid-option'({ readCache }, id) {
    const tariffs = readCache.cached('paidOptions.tariffs', {})?.value ?? [];
    return { name: tariffs.find((each) => each.id === id)?.title ?? '' };
  },
};
