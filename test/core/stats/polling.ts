import type { ServerStats } from '#contract/ipc/stats.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import { api } from '#contract/api/index.ts';
import type { ServerStatistics } from '#contract/records/shared.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import { readAnswer } from '#core/api/answer.ts';
import { StatsPoller } from '#core/stats/stats-poller.ts';
import type { StatsEndpointId } from '#core/stats/sample.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { envelope, sealedOver, seededRandom } from '#test/core/fakes.ts';

export function answer(up: number): Result<unknown> {
  const day = { date: '2026-01-01', cpu: 10, ram: 20, up, down: up * 2 };
  const data = {
    host: 'a.example.com',
    status: 'up',
    uptime_days: 3,
    cpu_model: 'C',
    stats: [day],
  };
  return ok(data);
}

interface SentRequest {
  readonly at: number;
  readonly server: string;
  readonly endpoint: StatsEndpointId;
  readonly signal: AbortSignal;
}

/** A poller over a real limiter; every answer takes 100 ms and by default has a new value. */
export function setUp(
  options: {
    endpoints?: (server: string) => readonly StatsEndpointId[];
    respond?: (server: string, endpoint: StatsEndpointId, nth: number) => Result<unknown>;
    vault?: SealedVault;
  } = {},
) {
  const time = createVirtualTime();
  const limiter = new RateLimiter({ clock: time.clock, overview: overviewLimit });
  const { vault = sealedOver(createMemoryVault()) } = options;
  const requests: SentRequest[] = [];
  const published: ServerStats[] = [];
  const endpointsOf = options.endpoints ?? (() => ['paidOptions.configStats' as const]);
  const poller = new StatsPoller({
    clock: time.clock,
    random: seededRandom(7),
    limiter,
    requestsFor: (server) =>
      server === 'nowhere' ? [] : endpointsOf(server).map((id) => ({ id, input: { server } })),
    async fetch({ id, input }, priority, signal) {
      const { server } = input as { server: string };
      let permit;
      try {
        permit = await limiter.acquire(api[id], priority, signal);
      } catch {
        return fail('aborted');
      }
      requests.push({ at: time.clock.monotonic(), server, endpoint: id, signal });
      const nth = requests.length;
      await new Promise<void>((resolve) => time.clock.after(100, resolve));
      permit.done({ status: 200, headers: {} });
      return received(id, options.respond?.(server, id, nth) ?? answer(nth));
    },
    servers: () => ['a'],
    vault,
    publish: (stats) => published.push(...stats),
  });
  return { time, limiter, poller, requests, published, vault };
}

/** The answer as the client of the service would understand it. */
function received(id: StatsEndpointId, result: Result<unknown>): Result<ServerStatistics> {
  return result.ok ? (readAnswer(api[id], envelope(result.value)) as never) : result;
}

export const of = <Item extends { readonly server: string }>(
  items: readonly Item[],
  server: string,
) => items.filter((item) => item.server === server);
