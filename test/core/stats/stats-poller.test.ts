import { describe, expect, it } from 'vitest';
import type { ServerStats } from '../../../src-contract/bridge/stats.ts';
import { overviewLimit } from '../../../src-contract/endpoint.ts';
import { fail, ok, type Result } from '../../../src-contract/failure.ts';
import { api } from '../../../src-contract/api/index.ts';
import { createRateLimiter } from '../../../src-main/core/limits/rate-limiter.ts';
import {
  createStatsPoller,
  type StatsRouteId,
  type StatsSource,
} from '../../../src-main/core/stats/stats-poller.ts';
import { createVirtualTime } from '../../simulator/virtual-time.ts';
import { seededRandom } from '../fakes.ts';

function answer(up: number): Result<unknown> {
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
function setUp(
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

const of = <Item extends { readonly server: string }>(items: readonly Item[], server: string) =>
  items.filter((item) => item.server === server);

describe('the statistics poller', () => {
  it('asks once for a server, however many rows show it', async () => {
    const { time, poller, asked } = setUp();
    poller.watch(['a', 'b', 'a'], null);
    await time.run(1000);
    expect(asked.map(({ server }) => server).sort()).toEqual(['a', 'b']);
  });

  it('asks for the one looked at first, and then every five seconds', async () => {
    const { time, poller, asked } = setUp();
    poller.watch(['a', 'b', 'c'], 'b');
    await time.run(60_000);
    expect(asked[0]?.server).toBe('b');
    const times = of(asked, 'b').map(({ at }) => at);
    expect(times.length).toBeGreaterThanOrEqual(11);
    const gaps = times.slice(1).map((at, n) => at - (times[n] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5000);
    expect(of(asked, 'a').length).toBeLessThan(times.length);
  });

  it('shows the one looked at live although a hundred others want the same minute', async () => {
    const { time, poller, published } = setUp();
    const servers = Array.from({ length: 100 }, (_, n) => `s${String(n)}`);
    poller.watch(servers, 's50');
    await time.run(600_000);
    const times = of(published, 's50').map(({ fetchedAt }) => fetchedAt);
    const gaps = times.slice(1).map((at, n) => at - (times[n] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(8000);
    expect(new Set(published.map(({ server }) => server)).size).toBe(100);
  });

  it('leaves room for the person at every moment', async () => {
    const { time, limiter, poller } = setUp();
    poller.watch(
      Array.from({ length: 100 }, (_, n) => `s${String(n)}`),
      's1',
    );
    for (let n = 0; n < 100; n += 1) {
      await time.run(1777);
      expect(limiter.earliest(api['configs.list'], 'person')).toBe(time.clock.now());
    }
  });

  it('serves the oldest first among the rest', async () => {
    const { time, poller, asked } = setUp();
    const servers = Array.from({ length: 80 }, (_, n) => `s${String(n)}`);
    poller.watch(servers, null);
    await time.run(300_000);
    const counts = servers.map((server) => of(asked, server).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it('uses whichever route has room', async () => {
    const { time, poller, asked } = setUp({
      ways: () => ['configs.serverStats', 'cloudServers.serverStats', 'paidOptions.stats'],
    });
    poller.watch(
      Array.from({ length: 9 }, (_, n) => `s${String(n)}`),
      null,
    );
    await time.run(1500);
    expect(asked.length).toBe(9);
    expect(new Set(asked.map(({ route }) => route)).size).toBe(3);
  });

  it('publishes nothing when nothing changed', async () => {
    const { time, poller, asked, published } = setUp({ respond: () => answer(5) });
    poller.watch(['a'], 'a');
    await time.run(50_000);
    expect(asked.length).toBeGreaterThan(8);
    expect(published.length).toBe(1);
  });

  it('tells the age of unchanging values about once a minute', async () => {
    const { time, poller, published } = setUp({ respond: () => answer(5) });
    poller.watch(['a'], 'a');
    await time.run(200_000);
    expect(published.length).toBe(4);
  });

  it('keeps the last sixty points of up and down, with their times', async () => {
    const { time, poller } = setUp();
    poller.watch(['a'], 'a');
    await time.run(600_000);
    const recent = poller.snapshot('a')?.recent ?? [];
    expect(recent.length).toBe(60);
    expect(recent.every((point) => point.down === point.up * 2)).toBe(true);
    expect(recent.at(-1)?.at).toBe(poller.snapshot('a')?.fetchedAt);
  });

  it('keeps the old values beside a failure, rests, and recovers', async () => {
    let broken = false;
    const { time, poller, asked, published } = setUp({
      respond: (_server, _route, nth) => (broken ? fail('server', { status: 503 }) : answer(nth)),
    });
    poller.watch(['a'], 'a');
    await time.run(1000);
    broken = true;
    await time.run(60_000);
    const sample = poller.snapshot('a');
    expect(sample?.failure?.kind).toBe('server');
    expect(sample?.days[0]?.up).toBe(1);
    expect(sample?.fetchedAt).toBeLessThan(time.clock.now() - 55_000);
    expect(asked.length).toBeLessThan(7);
    broken = false;
    await time.run(120_000);
    expect(published.at(-1)?.failure).toBeUndefined();
  });

  it('says that a server could never be read, without values', async () => {
    const { time, poller } = setUp({ respond: () => fail('not-found') });
    poller.watch(['a'], null);
    await time.run(1000);
    expect(poller.snapshot('a')).toMatchObject({
      fetchedAt: 0,
      days: [],
      failure: { kind: 'not-found' },
    });
  });

  it('takes another way when one leads nowhere', async () => {
    const { time, poller } = setUp({
      ways: () => ['paidOptions.configStats', 'configs.serverStats'],
      respond: (_server, route, nth) =>
        route === 'paidOptions.configStats' ? fail('not-found') : answer(nth),
    });
    poller.watch(['a'], 'a');
    await time.run(20_000);
    expect(poller.snapshot('a')?.failure).toBeUndefined();
    expect(poller.snapshot('a')?.fetchedAt).toBeGreaterThan(0);
  });

  it('reports an answer that is no statistics', async () => {
    const { time, poller } = setUp({ respond: () => ok({ host: 1 }) });
    poller.watch(['a'], null);
    await time.run(1000);
    expect(poller.snapshot('a')?.failure?.kind).toBe('bad-response');
  });

  it('asks for nothing while it is not active, and comes back within a moment', async () => {
    const { time, poller, asked } = setUp();
    poller.watch(['a', 'b'], 'a');
    await time.run(10_000);
    poller.setActive(false);
    const before = asked.length;
    await time.run(600_000);
    expect(asked.length).toBe(before);
    poller.setActive(true);
    await time.run(0);
    expect(asked.length).toBe(before);
    await time.run(1500);
    expect(asked.length).toBeGreaterThan(before);
  });

  it('no longer asks for what left the screen', async () => {
    const { time, poller, asked } = setUp();
    poller.watch(['a', 'b'], null);
    await time.run(1000);
    poller.watch(['b'], null);
    await time.run(60_000);
    expect(of(asked, 'a').length).toBe(1);
  });

  it('signals that nobody waits any more for a server that left the screen', async () => {
    const { time, poller, asked } = setUp();
    poller.watch(['a', 'b'], null);
    await time.run(50);
    poller.watch(['b'], null);
    expect(of(asked, 'a')[0]?.signal.aborted).toBe(true);
    expect(of(asked, 'b')[0]?.signal.aborted).toBe(false);
  });

  it('does not ask again at once for what comes back to the screen', async () => {
    const { time, poller, asked } = setUp();
    poller.watch(['a'], null);
    await time.run(1000);
    poller.watch([], null);
    const known = poller.watch(['a'], null);
    await time.run(2000);
    expect(known.map(({ server }) => server)).toEqual(['a']);
    expect(asked.length).toBe(1);
  });

  it('starts from what an earlier run knew', async () => {
    const first = setUp();
    first.poller.watch(['a'], 'a');
    await first.time.run(1000);
    const second = setUp();
    await second.time.run(60_000);
    second.poller.restore([first.poller.snapshot('a')].flatMap((each) => each ?? []));
    expect(second.poller.watch(['a'], null)[0]?.days[0]?.up).toBe(1);
    await second.time.run(1000);
    expect(second.poller.snapshot('a')?.recent.length).toBe(2);
  });

  it('waits for nothing it has no way to', async () => {
    const { time, poller, asked } = setUp();
    expect(poller.watch(['nowhere'], 'nowhere')).toEqual([]);
    await time.run(60_000);
    expect(asked).toEqual([]);
  });

  it('goes on with the others when there is no way to the one looked at', async () => {
    const { time, limiter, poller, asked } = setUp();
    for (let n = 0; n < 40; n += 1) {
      (await limiter.acquire(api['configs.list'], 'person')).done({ status: 200, headers: {} });
    }
    poller.watch([...Array.from({ length: 60 }, (_, n) => `s${String(n)}`), 'nowhere'], 'nowhere');
    await time.run(150_000);
    expect(new Set(asked.map(({ server }) => server)).size).toBe(60);
  });

  it('stops for good', async () => {
    const { time, poller, asked } = setUp();
    poller.watch(['a'], 'a');
    await time.run(1000);
    poller.stop();
    const before = asked.length;
    await time.run(60_000);
    expect(asked.length).toBe(before);
  });
});
