import type { EndpointId } from '#contract/api/index.ts';
import type { BatchProblem, PlannedItem } from '#contract/ipc/batches.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { PriceSource } from '#core/purchases/products/prices.ts';
import type { Clock } from '#core/kernel/ports.ts';
import type { Purchases } from '#core/purchases/purchases.ts';

/** One request of a batch, complete: what was shown for an item is what is sent for it. */
export interface Step {
  readonly endpoint: EndpointId;
  readonly input: unknown;
}

/** Auto-renewal as it was before a batch; `null` where that cannot be put back. */
type RenewalBefore = { readonly enabled: boolean; readonly days: number | null } | null;

export interface Planned extends PlannedItem {
  /** `null` with a `problem`. */
  readonly step: Step | null;
  readonly before: RenewalBefore;
}

export interface PlanSources {
  readonly connections: Pick<Connections, 'record' | 'records' | 'row'>;
  readonly readCache: Pick<ReadCache, 'cached' | 'fetch' | 'fetchIfStale' | 'fetchNow'>;
  readonly prices: Pick<PriceSource, 'tariffs'>;
  readonly purchases: Pick<Purchases, 'isOpen'>;
  readonly clock: Pick<Clock, 'now'>;
}

type Facts = Pick<Planned, 'key' | 'name'> & Partial<Planned>;

const unplanned = { days: null, price: null, problem: null, step: null, before: null };

export function planned(facts: Facts & { readonly step: Step }): Planned {
  return { ...unplanned, ...facts };
}

export function leftOut(facts: Facts, problem: BatchProblem): Planned {
  return { ...unplanned, ...facts, step: null, problem };
}
