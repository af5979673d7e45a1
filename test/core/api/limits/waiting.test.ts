import { describe, expect, it } from 'vitest';
import type { Clock } from '#core/kernel/ports.ts';
import { accountBounds } from '#core/api/account-bounds.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { headers, limiterInVirtualTime, list, stats, title } from './limiter-harness.ts';

const seldom = {
  id: 'seldom',
  limits: [{ max: 1, windowS: 60 }],
  limitKind: 'specific',
} as const;

describe('waiting requests', () => {
  it('go by priority, and then by arrival over all endpoints', async () => {
    const { time, granted, ask, spend } = limiterInVirtualTime();
    await spend(list, 60);
    await time.run(50_000);
    void ask(title, 'background', 'background');
    void ask(stats, 'user', 'a');
    void ask(list, 'user', 'b');
    void ask(list, 'on-screen', 'on screen');
    void ask({ ...list, id: 'another' }, 'user', 'c');
    void ask(list, 'reconciliation', 'reconciliation');
    await time.run(10_100);
    expect(granted).toEqual(['a', 'b', 'c', 'reconciliation', 'on screen', 'background']);
  });

  it('are passed over while their endpoint is closed', async () => {
    const { time, granted, ask, spend } = limiterInVirtualTime();
    await spend(title, 1);
    void ask(title, 'user', 'closed');
    void ask(list, 'background', 'open');
    await time.run(1000);
    expect(granted).toEqual(['open']);
    await time.run(2);
    expect(granted).toEqual(['open', 'closed']);
  });

  it('go while the overview is closed where it does not count their endpoint', async () => {
    const { time, granted, ask, spend } = limiterInVirtualTime();
    await spend(list, 1, headers(300, 299));
    await spend({ ...list, id: 'another' }, 59);
    void ask(stats, 'user', 'counted');
    void ask(list, 'background', 'exempt');
    await time.run(50_000);
    expect(granted).toEqual(['exempt']);
  });

  it('are as many as anything needs: one more is refused, and the others stay', async () => {
    const { time, limiter, granted, ask, spend } = limiterInVirtualTime();
    await spend(seldom, 1);
    const waiting = Array.from({ length: accountBounds.waitingRequests }, () =>
      ask(seldom, 'background', 'one').catch(() => undefined),
    );
    let refusal: unknown;
    const oneMore = limiter.acquire(seldom, 'user').catch((error: unknown) => {
      refusal = error;
    });
    await time.run(61_000);
    expect(refusal).toMatchObject({ name: 'AbortError' });
    expect(granted).toEqual(['one']);
    limiter.stop();
    await Promise.all([...waiting, oneMore]);
  });

  it('set a timer for no moment at which none of them can go', async () => {
    const time = createVirtualTime();
    let timers = 0;
    const clock: Clock = {
      ...time.clock,
      after(ms, run) {
        timers += 1;
        return time.clock.after(ms, run);
      },
    };
    const { granted, ask, spend } = limiterInVirtualTime({ clock });
    await spend(seldom, 1);
    // Its turn is due after thirty seconds, and its endpoint opens after a minute.
    void ask(seldom, 'background', 'held back');
    await time.run(61_000);
    expect(granted).toEqual(['held back']);
    expect(timers).toBeLessThan(5);
  });
});

describe('each priority', () => {
  it('has a turn every thirty seconds while a user never stops', async () => {
    const { time, granted, ask } = limiterInVirtualTime();
    for (let n = 0; n < 200; n += 1) void ask(title, 'user', 'user');
    for (let n = 0; n < 3; n += 1) void ask(title, 'background', 'background');
    const turns = async (ms: number) => {
      await time.run(ms);
      return granted.filter((name) => name === 'background').length;
    };
    expect([await turns(29_900), await turns(1200), await turns(28_900)]).toEqual([0, 1, 1]);
    expect(await turns(2200)).toBe(2);
  });

  it('has its turn before the more urgent ones, the least urgent first', async () => {
    const { time, granted, ask } = limiterInVirtualTime();
    for (let n = 0; n < 200; n += 1) void ask(title, 'user', 'user');
    for (const name of ['reconciliation', 'on-screen', 'background'] as const) {
      void ask(title, name, name);
    }
    await time.run(34_000);
    expect(granted.filter((name) => name !== 'user')).toEqual([
      'background',
      'on-screen',
      'reconciliation',
    ]);
  });

  it('may in its turn use what is reserved for the user', async () => {
    const { time, granted, ask, spend } = limiterInVirtualTime();
    await spend(list, 55);
    void ask(list, 'background', 'background');
    await time.run(29_999);
    expect(granted).toEqual([]);
    await time.run(1);
    expect(granted).toEqual(['background']);
  });

  it('gives its turn to none that has not waited that long itself', async () => {
    const { time, granted, ask, spend } = limiterInVirtualTime();
    await spend(seldom, 1);
    await spend(list, 54);
    void ask(seldom, 'background', 'held back');
    await time.run(10_000);
    void ask(list, 'background', 'later');
    await time.run(29_999);
    expect(granted).toEqual([]);
    await time.run(1);
    expect(granted).toEqual(['later']);
  });
});

describe('the interactive reserve', () => {
  it('lets the background go at once when it shrinks', async () => {
    const { time, granted, ask, spend } = limiterInVirtualTime();
    // The last request of a user, after which the reserve lasts for two minutes.
    await spend(list, 1);
    await time.run(100_000);
    for (let n = 0; n < 60; n += 1) void ask(list, 'on-screen', 'on screen');
    await time.run(19_999);
    expect(granted.length).toBe(54);
    await time.run(1);
    expect(granted.length).toBe(59);
  });

  it('is a sixtieth of a larger overview once nobody acted for two minutes', async () => {
    const { time, limiter } = limiterInVirtualTime({ overview: { max: 180, windowS: 60 } });
    expect(limiter.available(list)).toBe(180 - 18);
    await time.run(121_000);
    expect(limiter.available(list)).toBe(180 - 3);
  });
});

describe('the wait of a user', () => {
  it('counts those of their requests that the overview lets go before', async () => {
    const { time, ask, spend, reported } = limiterInVirtualTime();
    await spend(list, 59);
    const start = time.clock.now();
    void ask(list, 'user', 'a', null);
    expect(reported).toEqual([]);
    void ask(stats, 'user', 'b', null);
    expect(reported).toEqual([start + 60_030]);
  });
});
