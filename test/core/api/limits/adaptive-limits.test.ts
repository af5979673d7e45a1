import { describe, expect, it } from 'vitest';
import { headers, limiterInVirtualTime, list, stats } from './limiter-harness.ts';

describe('adaptive limits', () => {
  it('exempts only the endpoint whose own header shows that the overview does not count it', async () => {
    const { time, limiter, spend } = limiterInVirtualTime();
    await time.run(121_000);
    await spend(list, 1, headers(300, 299));
    expect(limiter.available(list)).toBe(299);
    expect(limiter.pace(list).overall).toBe(null);
    expect(limiter.pace(list).own).toBeCloseTo(200, 0);
    expect(limiter.available({ ...list, id: 'cloudServers.list' })).toBe(53);
  });

  it('ends an exemption when a header of the endpoint names the overview', async () => {
    const { limiter, spend } = limiterInVirtualTime();
    await spend(list, 40, headers(300, 250));
    expect(limiter.pace(list).overall).toBe(null);
    await spend(list, 1, headers(60, 20));
    expect(limiter.available(list)).toBeLessThanOrEqual(60 - 41);
  });

  it('applies a lowered limit at once and a raised one when the endpoint states it', async () => {
    const { time, limiter, spend } = limiterInVirtualTime();
    await time.run(121_000);
    await spend(list, 1, headers(20, 19));
    expect(limiter.available(list)).toBeLessThanOrEqual(19);
    await spend(list, 1, headers(300, 298));
    expect(limiter.available(list)).toBe(298);
  });

  it('subtracts the usage of other clients at once', async () => {
    const { limiter, spend } = limiterInVirtualTime();
    await spend(list, 1, headers(60, 30));
    expect(limiter.available(list)).toBeLessThanOrEqual(30 - 6);
    expect(limiter.earliest(list, 'user')).toBeGreaterThan(0);
  });

  it('sends nothing for a window and evenly for ten after a refusal', async () => {
    const { time, limiter, granted, ask } = limiterInVirtualTime();
    const permit = await limiter.acquire(stats, 'user');
    permit.done({ status: 429, headers: {} });
    for (let n = 0; n < 3; n += 1) void ask(stats, 'user', String(n));
    await time.run(4990);
    expect(granted).toEqual([]);
    await time.run(20);
    expect(granted).toEqual(['0']);
    await time.run(1600);
    expect(granted).toEqual(['0']);
    await time.run(100);
    expect(granted).toEqual(['0', '1']);
  });
});

describe('the limiter beside other clients', () => {
  it('lets the user go first after it has waited long enough for an answer', async () => {
    const { time, limiter, granted, ask } = limiterInVirtualTime();
    await limiter.acquire(stats, 'user');
    void ask(stats, 'on-screen', 'on screen', null);
    await time.run(100);
    void ask(stats, 'user', 'user', null);
    await time.run(4899);
    expect(granted).toEqual([]);
    await time.run(1);
    expect(granted).toEqual(['user']);
  });

  it('does not wait for an answer that takes too long', async () => {
    const { time, granted, ask, spend } = limiterInVirtualTime();
    await spend(list, 1, headers(60, 8));
    for (let n = 0; n < 4; n += 1) void ask(list, 'user', String(n), null);
    await time.run(6000);
    expect(granted.length).toBeGreaterThan(2);
  });
});
