import { describe, expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import { of, setUp } from './polling.ts';

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
