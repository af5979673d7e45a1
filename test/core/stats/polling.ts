import type { ServerStats } from '#contract/ipc/stats.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import { api } from '#contract/api/index.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import type { StatsRouteId, StatsSource } from '#core/stats/stats-poller.ts';
import { createStatsPoller } from '#core/stats/create-stats-poller.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { seededRandom } from '#test/core/fakes.ts';

/** Statistics of one day. */
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

interface Asked {
  readonly at: number;
  readonly server: string;
  readonly route: StatsRouteId;
  readonly signal: AbortSignal;
}

/** A poller over a real limiter; every answer takes 100 ms and by default has a new value. */
export function setUp(
  options: {
    ways?: (server: string) => readonly StatsRouteId[];
    respond?: (server: string, route: StatsRouteId, nth: number) => Result<unknown>;
  } = {},
) {
  const time = createVirtualTime();
  const limiter = createRateLimiter({ clock: time.clock, overview: overviewLimit });
  const asked: Asked[] = [];
  const published: ServerStats[] = [];
  const ways = options.ways ?? (() => ['paidOptions.configStats' as const]);
  const source = (server: string): StatsSource => ({
    server,
    routes: ways(server).map((id) => ({ id, input: { server } })),
  });
  const poller = createStatsPoller({
    clock: time.clock,
    random: seededRandom(7),
    limiter,
    sources: (server) => (server === 'nowhere' ? undefined : source(server)),
    async fetch(route, input, priority, signal) {
      const { server } = input as { server: string };
      let permit;
      try {
        permit = await limiter.acquire(api[route], priority, signal);
      } catch {
        return fail('aborted');
      }
      asked.push({ at: time.clock.monotonic(), server, route, signal });
      const nth = asked.length;
      await new Promise<void>((resolve) => {
        time.clock.after(100, resolve);
      });
      permit.done({ status: 200, headers: {} });
      return options.respond?.(server, route, nth) ?? answer(nth);
    },
    publish: (stats) => published.push(...stats),
  });
  return { time, limiter, poller, asked, published };
}

/** Those of one server. */
export const of = <Item extends { readonly server: string }>(
  items: readonly Item[],
  server: string,
) => items.filter((item) => item.server === server);
