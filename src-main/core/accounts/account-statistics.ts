import { z } from 'zod';
import { ServerSample, type ServerStats } from '#contract/ipc/stats.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Clock, Random } from '#core/ports.ts';
import { createScheduler } from '#core/scheduler.ts';
import { createStatsPoller, type StatsPoller } from '#core/stats/stats-poller.ts';
import { requestsByName } from '#core/stats/stats-sources.ts';
import { StoredFailure } from '#core/stored-failure.ts';
import type { SealedVault } from '#core/vault/sealed-vault.ts';

/** How often the newest samples are persisted, milliseconds. */
const persistIntervalMs = 10_000;

/** The record of the newest samples. */
const PersistedSamples = z.array(ServerSample.extend({ failure: z.exactOptional(StoredFailure) }));

/**
 * Polls the statistics of an account's servers, starting from the samples of the run before.
 *
 * @param options.retainedSince older samples are dropped, Unix milliseconds
 */
export function openStatistics(options: {
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: SealedVault;
  readonly client: ApiClient;
  readonly limiter: RateLimiter;
  readonly connections: Connections;
  readonly retainedSince: number;
  readonly publish: (changed: readonly ServerStats[]) => void;
}): StatsPoller {
  const { clock, vault, client, connections, retainedSince } = options;
  const poller = createStatsPoller({
    ...options,
    requestsFor(server) {
      const known = connections.statsRequests(server);
      return known.length > 0 ? known : requestsByName(server);
    },
    fetch: ({ id, input }, priority, signal) =>
      client.call(id, input as never, { priority, signal }),
  });
  const samples = vault.read('stats', 'newest', PersistedSamples) ?? [];
  poller.restore(samples.filter(({ fetchedAt }) => fetchedAt >= retainedSince));

  let persisted = '';
  function persist(): void {
    const newest = connections.servers().flatMap((server) => poller.snapshot(server) ?? []);
    const text = JSON.stringify(newest);
    if (text !== persisted) vault.write([{ purpose: 'stats', name: 'newest', value: newest }]);
    persisted = text;
  }
  const timer = createScheduler(clock);
  timer.repeat(persist, persistIntervalMs);

  return {
    ...poller,
    stop() {
      timer.cancel();
      persist();
      poller.stop();
    },
  };
}
