import { z } from 'zod';
import { ServerSample, type ServerStats } from '#contract/ipc/stats.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import type { Clock, Random } from '#core/kernel/ports.ts';
import { createScheduler, type Scheduler } from '#core/kernel/scheduler.ts';
import { StatsPoller } from '#core/stats/stats-poller.ts';
import { StoredFailure } from '#core/kernel/stored-failure.ts';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';

const persistIntervalMs = 10_000;

const PersistedSamples = z.array(ServerSample.extend({ failure: z.exactOptional(StoredFailure) }));

interface AccountStatisticsOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: SealedVault;
  readonly client: ApiClient;
  readonly limiter: RateLimiter;
  readonly connections: Connections;
  readonly publish: (changed: readonly ServerStats[]) => void;
}

/** Polls the statistics of an account's servers, starting from the samples of the run before. */
export class AccountStatistics extends StatsPoller {
  readonly #vault: SealedVault;
  readonly #connections: Connections;
  readonly #timer: Scheduler;
  #persisted: readonly ServerStats[] = [];

  constructor({ vault, client, connections, ...options }: AccountStatisticsOptions) {
    super({
      ...options,
      requestsFor: (server) => connections.statsRequests(server),
      fetch: ({ id, input }, priority, signal) =>
        client.call(id, input as never, { priority, signal }),
    });
    this.#vault = vault;
    this.#connections = connections;
    this.#timer = createScheduler(options.clock);
    this.restore(vault.read('stats', 'newest', PersistedSamples) ?? []);
    this.#timer.repeat(() => this.#persist(), persistIntervalMs);
  }

  override stop(): void {
    this.#timer.cancel();
    this.#persist();
    super.stop();
  }

  #persist(): void {
    // Its servers are among the connections, which are read in parts: nothing is lost until then.
    if (!this.#connections.isLoaded) return;
    const newest = this.#connections.servers().flatMap((server) => this.snapshot(server) ?? []);
    const isSame = newest.length === this.#persisted.length;
    if (isSame && newest.every((sample, at) => sample === this.#persisted[at])) return;
    this.#vault.write([{ purpose: 'stats', name: 'newest', value: newest }]);
    this.#persisted = newest;
  }
}
