import { z } from 'zod';
import type { ServerStats } from '#contract/ipc/stats.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Clock, Random } from '#core/ports.ts';
import { ownStatsRoutes } from '#core/stats/own-routes.ts';
import type { StatsPoller } from '#core/stats/stats-poller.ts';
import { createStatsPoller } from '#core/stats/create-stats-poller.ts';
import { StoredFailure } from '#core/stored-failure.ts';
import type { SealedVault } from '#core/vault/sealed-vault.ts';

/** The schema of the sealed record of the newest statistics. */
const StoredStats: z.ZodType<ServerStats[]> = z.array(
  z.object({
    server: z.string(),
    fetchedAt: z.number(),
    host: z.string(),
    status: z.string(),
    uptimeDays: z.number(),
    cpuModel: z.string(),
    days: z.array(
      z.object({
        date: z.string(),
        cpu: z.number(),
        ram: z.number(),
        up: z.number(),
        down: z.number(),
      }),
    ),
    recent: z.array(z.object({ at: z.number(), up: z.number(), down: z.number() })),
    failure: z.exactOptional(StoredFailure),
  }),
);

/** How often the newest statistics are put down, milliseconds. */
const notesEvery = 10_000;

/**
 * The statistics of an account's servers, with the newest of the run before.
 *
 * @param options.keptSince since when what was seen is kept, Unix milliseconds
 */
export function openStatistics(options: {
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: SealedVault;
  readonly client: ApiClient;
  readonly limiter: RateLimiter;
  readonly connections: Connections;
  readonly keptSince: number;
  readonly publish: (changed: readonly ServerStats[]) => void;
}): StatsPoller {
  const { clock, vault, client, connections } = options;
  const poller = createStatsPoller({
    ...options,
    sources(server) {
      const known = connections.statsRoutes(server);
      const routes = known.length > 0 ? known : ownStatsRoutes(server);
      return routes.length > 0 ? { server, routes } : undefined;
    },
    fetch: (id, input, priority, signal) => client.call(id, input as never, { priority, signal }),
  });
  const newest = vault.read('stats', 'newest', StoredStats) ?? [];
  poller.restore(newest.filter(({ fetchedAt }) => fetchedAt >= options.keptSince));

  let cancel: () => void = () => undefined;
  let noted = '';
  function takeNotes(): void {
    const seen = serversOf(connections).flatMap((server) => poller.snapshot(server) ?? []);
    const text = JSON.stringify(seen);
    if (text !== noted) vault.write([{ purpose: 'stats', name: 'newest', value: seen }]);
    noted = text;
  }
  function schedule(): void {
    cancel = clock.after(notesEvery, () => {
      takeNotes();
      schedule();
    });
  }
  schedule();

  return {
    ...poller,
    stop() {
      cancel();
      takeNotes();
      poller.stop();
    },
  };
}

function serversOf(connections: Connections): string[] {
  const servers = connections.all().flatMap(({ server }) => (server === null ? [] : [server]));
  return [...new Set(servers)];
}
