import { api } from '#contract/api/index.ts';
import { fail, ok } from '#contract/failure.ts';
import type { ServerStatistics } from '#contract/records/shared.ts';
import type { Random } from '#core/kernel/ports.ts';
import type { Permit, RateLimiter } from '#core/api/limits/rate-limiter.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { StatsPoller } from '#core/stats/stats-poller.ts';
import type { StatsEndpointId } from '#core/stats/sample.ts';
import type { Network } from './network.ts';
import type { VirtualTime } from './virtual-time.ts';
import { sealedOver } from '#test/core/fakes.ts';

export interface ReachableServer {
  readonly server: string;
  readonly routes: readonly StatsEndpointId[];
}

/** A device that shows servers: the real poller over the real limiter, no HTTP between. */
interface PollingDevice {
  readonly poller: StatsPoller;
  /** When each sample arrived, monotonic milliseconds, by server. */
  readonly samples: ReadonlyMap<string, readonly number[]>;
}

/** Creates one; every answer has new values. */
export function createPollingDevice(options: {
  readonly time: VirtualTime;
  readonly limiter: RateLimiter;
  readonly network: Network;
  readonly servers: readonly ReachableServer[];
  readonly random: Random;
}): PollingDevice {
  const { time, limiter, network, servers, random } = options;
  const samples = new Map<string, number[]>(servers.map(({ server }) => [server, []]));
  const routes = new Map(servers.map(({ server, routes: ways }) => [server, ways]));
  let values = 0;

  function statistics(): ServerStatistics {
    values += 1;
    const stats = [{ date: '2026-01-01', cpu: 1, ram: 1, up: values, down: values }];
    return { host: 'a.example.com', status: 'up', uptime_days: 1, cpu_model: 'C', stats };
  }

  const poller = new StatsPoller({
    clock: time.clock,
    random,
    limiter,
    requestsFor: (server) => (routes.get(server) ?? []).map((id) => ({ id, input: server })),
    async fetch({ id, input: server }, priority, signal) {
      let permit: Permit;
      try {
        permit = await limiter.acquire(api[id], priority, signal);
      } catch {
        return fail('aborted');
      }
      const answer = await network.sendUnder(permit, api[id]);
      if (!answer) return fail('timeout');
      if (answer.status === 429) return fail('rate-limited');
      samples.get(String(server))?.push(time.clock.monotonic());
      return ok(statistics());
    },
    servers: () => [],
    vault: sealedOver(createMemoryVault()),
    publish: () => undefined,
  });
  return { poller, samples };
}
