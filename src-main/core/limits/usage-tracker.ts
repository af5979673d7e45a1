import type { Limit } from '#contract/endpoint.ts';
import type { Clock } from '#core/ports.ts';
import { createAdaptiveLimits, type AdaptiveLimits } from './adaptive-limits.ts';
import { createEndpointQueue, type EndpointLimit, type EndpointQueue } from './endpoint-queue.ts';
import { createLimitWindow, type LimitWindow } from './limit-window.ts';
import { usageAt, usageVersion, type PersistedUsage } from './persisted-usage.ts';

/** The windows of one account at one service, with its usage from before the start. */
export interface UsageTracker<Item> {
  /** The window over all endpoints. */
  readonly overview: LimitWindow;
  /** The usage of endpoints that the overview does not count. */
  readonly exempt: LimitWindow;
  readonly adaptive: AdaptiveLimits;
  /** The queue of an endpoint; created on first use. */
  queueOf(endpoint: EndpointLimit): EndpointQueue<Item>;
  /** The endpoints that were used so far. */
  endpoints(): readonly EndpointLimit[];
  /** @param ahead how many requests may be sent before the next save; `null`: unknown */
  save(ahead: number | null): PersistedUsage;
}

/**
 * @param options.usage as in `RateLimiterOptions`
 */
export function createUsageTracker<Item>(options: {
  readonly clock: Clock;
  readonly overview: Limit;
  readonly usage: PersistedUsage | 'lost' | undefined;
}): UsageTracker<Item> {
  const { clock, usage } = options;
  const startedAt = clock.monotonic();
  const past = usage === 'lost' ? undefined : usage && usageAt(usage, clock.now());
  /** How many requests of the past are not recorded; without a record that can be used, all. */
  const unknown = past ? (past.ahead ?? Infinity) : usage === undefined ? 0 : Infinity;
  const queues = new Map<string, EndpointQueue<Item>>();
  const overview = createLimitWindow(options.overview);
  const exempt = createLimitWindow({ ...options.overview, max: Number.MAX_SAFE_INTEGER });
  const adaptive = createAdaptiveLimits(overview, exempt, () => queues.values());
  overview.restore(past?.overview, unknown, startedAt);
  exempt.restore(past?.apart, 0, startedAt);
  if (past?.trusting === false) adaptive.distrustHeaders();

  return {
    overview,
    exempt,
    adaptive,
    queueOf(endpoint) {
      const known = queues.get(endpoint.id);
      if (known) return known;
      const queue = createEndpointQueue<Item>(endpoint);
      const saved = past?.routes[endpoint.id];
      queue.windows.forEach((window, index) => {
        window.restore(saved?.[index], unknown, startedAt);
      });
      queue.inOverview = !(past?.outside.includes(endpoint.id) ?? false);
      queues.set(endpoint.id, queue);
      return queue;
    },
    endpoints: () => [...queues.values()].map(({ endpoint }) => endpoint),
    save(ahead) {
      const now = clock.monotonic();
      const unused = past && usageAt({ ...past, savedAt: startedAt }, now);
      const used = [...queues.values()];
      return {
        version: usageVersion,
        savedAt: clock.now(),
        ahead,
        overview: overview.save(now),
        apart: exempt.save(now),
        outside: [
          ...used.filter(({ inOverview }) => !inOverview).map(({ endpoint }) => endpoint.id),
          ...(unused?.outside.filter((id) => !queues.has(id)) ?? []),
        ],
        trusting: adaptive.trustsHeaders(),
        routes: {
          ...unused?.routes,
          ...Object.fromEntries(
            used.map(({ endpoint, windows }) => [
              endpoint.id,
              windows.map((window) => window.save(now)),
            ]),
          ),
        },
      };
    },
  };
}
