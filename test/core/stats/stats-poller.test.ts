import { describe, expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import { accountBounds } from '#core/api/account-bounds.ts';
import { sampleOf } from '#core/stats/sample.ts';
import { of, setUp } from './polling.ts';

describe('the statistics poller', () => {
  it('polls a server once, however many rows show it', async () => {
    const { time, poller, requests } = setUp();
    poller.watch(['a', 'b', 'a'], null);
    await time.run(1000);
    expect(requests.map(({ server }) => server).sort()).toEqual(['a', 'b']);
  });

  it('polls the focused server first, and then every five seconds', async () => {
    const { time, poller, requests } = setUp();
    poller.watch(['a', 'b', 'c'], 'b');
    await time.run(60_000);
    expect(requests[0]?.server).toBe('b');
    const times = of(requests, 'b').map(({ at }) => at);
    expect(times.length).toBeGreaterThanOrEqual(11);
    const gaps = times.slice(1).map((at, n) => at - (times[n] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5000);
    expect(of(requests, 'a').length).toBeLessThan(times.length);
  });

  it('keeps the focused server up to date although a hundred others need the same minute', async () => {
    const { time, poller, published } = setUp();
    const servers = Array.from({ length: 100 }, (_, n) => `s${String(n)}`);
    poller.watch(servers, 's50');
    await time.run(600_000);
    const times = of(published, 's50').map(({ fetchedAt }) => fetchedAt);
    const gaps = times.slice(1).map((at, n) => at - (times[n] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(8000);
    expect(new Set(published.map(({ server }) => server)).size).toBe(100);
  });

  it('leaves a free slot for the user at every moment', async () => {
    const { time, limiter, poller } = setUp();
    poller.watch(
      Array.from({ length: 100 }, (_, n) => `s${String(n)}`),
      's1',
    );
    for (let n = 0; n < 100; n += 1) {
      await time.run(1777);
      expect(limiter.earliest(api['configs.list'], 'user')).toBe(time.clock.now());
    }
  });

  it('polls the oldest first among the others', async () => {
    const { time, poller, requests } = setUp();
    const servers = Array.from({ length: 80 }, (_, n) => `s${String(n)}`);
    poller.watch(servers, null);
    await time.run(300_000);
    const counts = servers.map((server) => of(requests, server).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it('uses whichever endpoint has free slots', async () => {
    const { time, poller, requests } = setUp({
      endpoints: () => ['configs.serverStats', 'cloudServers.serverStats', 'paidOptions.stats'],
    });
    poller.watch(
      Array.from({ length: 9 }, (_, n) => `s${String(n)}`),
      null,
    );
    await time.run(1500);
    expect(requests.length).toBe(9);
    expect(new Set(requests.map(({ endpoint }) => endpoint)).size).toBe(3);
  });

  it('sends nothing while inactive, and resumes within a second', async () => {
    const { time, poller, requests } = setUp();
    poller.watch(['a', 'b'], 'a');
    await time.run(10_000);
    poller.setActive(false);
    const before = requests.length;
    await time.run(600_000);
    expect(requests.length).toBe(before);
    poller.setActive(true);
    await time.run(0);
    expect(requests.length).toBe(before);
    await time.run(1500);
    expect(requests.length).toBeGreaterThan(before);
  });

  it('aborts the request of a server that left the screen, and polls it no more', async () => {
    const { time, poller, requests } = setUp();
    poller.watch(['a', 'b'], null);
    await time.run(50);
    poller.watch(['b'], null);
    expect(of(requests, 'a')[0]?.signal.aborted).toBe(true);
    expect(of(requests, 'b')[0]?.signal.aborted).toBe(false);
    await time.run(60_000);
    expect(of(requests, 'a')).toHaveLength(1);
  });

  it('does not poll again at once what comes back to the screen', async () => {
    const { time, poller, requests } = setUp();
    poller.watch(['a'], null);
    await time.run(1000);
    poller.watch([], null);
    const known = poller.watch(['a'], null);
    await time.run(2000);
    expect(known.map(({ server }) => server)).toEqual(['a']);
    expect(requests.length).toBe(1);
  });

  it('sends nothing for a server without an endpoint', async () => {
    const { time, poller, requests } = setUp();
    expect(poller.watch(['nowhere'], 'nowhere')).toEqual([]);
    await time.run(60_000);
    expect(requests).toEqual([]);
  });

  it('polls the others when the focused server has no endpoint', async () => {
    const { time, limiter, poller, requests } = setUp();
    for (let n = 0; n < 40; n += 1) {
      (await limiter.acquire(api['configs.list'], 'user')).done({ status: 200, headers: {} });
    }
    poller.watch([...Array.from({ length: 60 }, (_, n) => `s${String(n)}`), 'nowhere'], 'nowhere');
    await time.run(150_000);
    expect(new Set(requests.map(({ server }) => server)).size).toBe(60);
  });

  it('keeps little of a long answer, and only the newest of many servers', async () => {
    const day = { date: 'x'.repeat(1000), cpu: 1, ram: 1, up: 1, down: 1 };
    const text = 'x'.repeat(100_000);
    const answer = { host: text, status: text, uptime_days: 1, cpu_model: text };
    const sample = sampleOf(
      'a',
      { ...answer, stats: Array.from({ length: 10_000 }, () => day) },
      undefined,
      0,
    );
    expect(JSON.stringify(sample).length).toBeLessThan(120_000);

    const { time, poller } = setUp();
    const names = Array.from({ length: 2 * accountBounds.samples }, (_, n) => `s${String(n)}`);
    for (const name of names) {
      poller.watch([name], null);
      await time.run(2000);
    }
    const known = names.filter((name) => poller.snapshot(name) !== undefined);
    expect(known).toEqual(names.slice(-accountBounds.samples));
  });

  it('stops for good', async () => {
    const { time, poller, requests } = setUp();
    poller.watch(['a'], 'a');
    await time.run(1000);
    poller.stop();
    const before = requests.length;
    await time.run(60_000);
    expect(requests.length).toBe(before);
  });
});
