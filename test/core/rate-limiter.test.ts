import { describe, expect, it } from 'vitest';
import { createRateLimiter, LimiterAborted } from '../../src-main/core/rate-limiter.ts';
import type { Route } from '../../src-main/core/limits/lane.ts';
import type { Priority } from '../../src-main/core/rate-limiter.ts';
import { createVirtualTime } from '../simulator/virtual-time.ts';

const overview = { max: 60, windowS: 60 };
const list: Route = {
  id: 'configs.list',
  limits: [{ max: 300, windowS: 60 }],
  limitKind: 'default',
};
const stats: Route = {
  id: 'configs.serverStats',
  limits: [{ max: 3, windowS: 5 }],
  limitKind: 'specific',
};
const title: Route = {
  id: 'configs.setTitle',
  limits: [{ max: 1, windowS: 1 }],
  limitKind: 'specific',
};
const ok = { status: 200, headers: {} };

function headers(limit: number, remaining: number, more: Record<string, string> = {}) {
  return {
    status: 200,
    headers: {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      ...more,
    },
  };
}

function setUp(more: Partial<Parameters<typeof createRateLimiter>[0]> = {}) {
  const time = createVirtualTime();
  const limiter = createRateLimiter({ clock: time.clock, overview, ...more });
  const granted: string[] = [];
  /** Asks and, when granted, notes it under `name`; answers after `rtt` unless it is `null`. */
  async function ask(
    route: Route,
    priority: Priority,
    name: string,
    rtt: number | null = 0,
    answer = ok,
    signal?: AbortSignal,
  ): Promise<void> {
    const permit = await limiter.acquire(route, priority, signal);
    granted.push(name);
    if (rtt === 0) permit.done(answer);
    else if (rtt !== null)
      time.clock.after(rtt, () => {
        permit.done(answer);
      });
  }
  async function spend(route: Route, count: number, answer = ok): Promise<void> {
    for (let n = 0; n < count; n += 1) (await limiter.acquire(route, 'person')).done(answer);
  }
  return { time, limiter, granted, ask, spend };
}

describe('the rate limiter', () => {
  it('frees a slot a whole window after the answer came', async () => {
    const { time, granted, ask } = setUp();
    void ask(title, 'person', 'a', 400);
    void ask(title, 'person', 'b');
    await time.run(1390);
    expect(granted).toEqual(['a']);
    await time.run(20);
    expect(granted).toEqual(['a', 'b']);
  });

  it('counts a request without an answer from its deadline on', async () => {
    const { time, limiter, granted, ask } = setUp();
    const permit = await limiter.acquire(title, 'person');
    void ask(title, 'person', 'next');
    await time.run(30_000);
    expect(granted).toEqual([]);
    permit.lost();
    await time.run(990);
    expect(granted).toEqual([]);
    await time.run(20);
    expect(granted).toEqual(['next']);
  });

  it('gives the slot back at once when nothing was sent', async () => {
    const { time, limiter, granted, ask } = setUp();
    const permit = await limiter.acquire(title, 'person');
    void ask(title, 'person', 'next');
    permit.unsent();
    await time.run(0);
    expect(granted).toEqual(['next']);
  });

  it('ends a permit once, whatever is called after', async () => {
    const { time, limiter, granted, ask } = setUp();
    const permit = await limiter.acquire(title, 'person');
    permit.done(ok);
    permit.unsent();
    void ask(title, 'person', 'next');
    await time.run(990);
    expect(granted).toEqual([]);
  });

  it('holds all routes together to the overview', async () => {
    const { time, granted, ask, spend } = setUp();
    await spend(list, 60);
    void ask(stats, 'person', 'sixty-first');
    await time.run(59_990);
    expect(granted).toEqual([]);
    await time.run(100);
    expect(granted).toEqual(['sixty-first']);
  });

  it('lets the more urgent go first, and among equals the one who came first', async () => {
    const { time, granted, ask } = setUp();
    void ask(title, 'person', 'first');
    void ask(title, 'background', 'background');
    void ask(title, 'on-screen', 'on-screen');
    void ask(title, 'finding-out', 'finding-out');
    void ask(title, 'person', 'person 1');
    void ask(title, 'person', 'person 2');
    await time.run(10_000);
    expect(granted).toEqual([
      'first',
      'person 1',
      'person 2',
      'finding-out',
      'on-screen',
      'background',
    ]);
  });

  it('gives the background a turn although a person never stops', async () => {
    const { time, granted, ask } = setUp();
    for (let n = 0; n < 200; n += 1) void ask(title, 'person', 'person');
    void ask(title, 'background', 'background');
    await time.run(32_000);
    expect(granted).toContain('background');
  });

  it('keeps a part of the overview for the person while the background takes all it can', async () => {
    const { time, limiter, granted, ask } = setUp();
    for (let n = 0; n < 100; n += 1) void ask(list, 'background', 'background');
    await time.run(0);
    expect(granted.length).toBe(54);
    expect(limiter.room(list)).toBe(0);
    const now = time.clock.now();
    expect(limiter.earliest(stats, 'person')).toBe(now);
    for (let n = 0; n < 6; n += 1) void ask(list, 'person', 'person');
    await time.run(0);
    expect(granted.slice(54)).toEqual(Array.from({ length: 6 }, () => 'person'));
  });

  it('keeps one slot once nobody acted for two minutes', async () => {
    const { time, granted, ask } = setUp();
    await time.run(121_000);
    for (let n = 0; n < 100; n += 1) void ask(list, 'background', 'background');
    await time.run(0);
    expect(granted.length).toBe(59);
  });

  it('grows the reserve when a person is expected', async () => {
    const { time, limiter } = setUp();
    await time.run(121_000);
    expect(limiter.room(list)).toBe(59);
    limiter.expectPerson();
    expect(limiter.room(list)).toBe(54);
  });

  it('rejects a wait that is given up, and spends nothing on it', async () => {
    const { time, granted, ask } = setUp();
    void ask(title, 'person', 'first');
    const control = new AbortController();
    const given = ask(title, 'person', 'given up', 0, ok, control.signal);
    void ask(title, 'person', 'next');
    control.abort();
    await expect(given).rejects.toBeInstanceOf(LimiterAborted);
    await time.run(1010);
    expect(granted).toEqual(['first', 'next']);
  });

  it('rejects all that wait when it stops, and all that come after', async () => {
    const { limiter, ask } = setUp();
    void ask(title, 'person', 'first');
    const waiting = ask(title, 'person', 'waiting');
    limiter.stop();
    await expect(waiting).rejects.toBeInstanceOf(LimiterAborted);
    await expect(limiter.acquire(title, 'person')).rejects.toBeInstanceOf(LimiterAborted);
  });

  it('says until when a person must wait, and when no more', async () => {
    const { time, limiter, ask } = setUp();
    const heard: (number | null)[] = [];
    limiter.onWait((until) => heard.push(until));
    const start = time.clock.now();
    void ask(title, 'person', 'a');
    void ask(title, 'background', 'b');
    expect(heard).toEqual([]);
    await time.run(100);
    void ask(title, 'person', 'c');
    await time.run(2000);
    expect(heard).toEqual([start + 1002, null]);
  });

  it('is silent about a wait of a person that is not worth a word', async () => {
    const { time, limiter, ask } = setUp();
    const heard: (number | null)[] = [];
    limiter.onWait((until) => heard.push(until));
    void ask(title, 'person', 'a');
    await time.run(800);
    void ask(title, 'person', 'b');
    await time.run(2000);
    expect(heard).toEqual([]);
  });
});

describe('what the limiter learns', () => {
  it('lets only the route whose own header shows it leave the overview', async () => {
    const { time, limiter, spend } = setUp();
    await time.run(121_000);
    await spend(list, 1, headers(300, 299));
    expect(limiter.room(list)).toBe(299);
    expect(limiter.pace(list).overall).toBe(null);
    expect(limiter.pace(list).own).toBeCloseTo(200, 0);
    expect(limiter.room({ ...list, id: 'cloudServers.list' })).toBe(53);
  });

  it('does not widen a route by a header that the overview would allow too', async () => {
    const { limiter, spend } = setUp();
    await spend(list, 1, headers(300, 59));
    expect(limiter.pace(list).overall).not.toBe(null);
    await spend(stats, 1, headers(3, 2));
    expect(limiter.pace(stats).overall).not.toBe(null);
  });

  it('puts a route back when its header names the overview', async () => {
    const { limiter, spend } = setUp();
    await spend(list, 40, headers(300, 250));
    expect(limiter.pace(list).overall).toBe(null);
    await spend(list, 1, headers(60, 20));
    expect(limiter.pace(list).overall).not.toBe(null);
    expect(limiter.room(list)).toBeLessThanOrEqual(60 - 41);
  });

  it('ends all widening when a refusal shows that the overview counted all along', async () => {
    const { time, limiter, spend } = setUp();
    await spend(list, 59, headers(300, 250));
    const permit = await limiter.acquire(list, 'person');
    permit.done({ ...headers(300, 240), status: 429 });
    expect(limiter.pace(list).overall).not.toBe(null);
    await time.run(120_000);
    await spend(list, 1, headers(300, 299));
    expect(limiter.pace(list).overall).not.toBe(null);
  });

  it('takes what other devices have spent off at once', async () => {
    const { limiter, spend } = setUp();
    await spend(list, 1, headers(60, 30));
    expect(limiter.room(list)).toBeLessThanOrEqual(30 - 6);
    expect(limiter.earliest(list, 'person')).toBeGreaterThan(0);
  });

  it('believes a lowered limit at once and a raised one when the route says so', async () => {
    const { time, limiter, spend } = setUp();
    await time.run(121_000);
    await spend(list, 1, headers(20, 19));
    expect(limiter.room(list)).toBeLessThanOrEqual(19);
    await spend(list, 1, headers(300, 298));
    expect(limiter.room(list)).toBe(298);
  });

  it.each<[string, Record<string, string>]>([
    ['without a word', {}],
    ['with Retry-After', { 'retry-after': '5' }],
    [
      'with the limit named',
      { 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '5' },
    ],
  ])('is quiet for a window and even for ten after a refusal %s', async (_name, extra) => {
    const { time, limiter, granted, ask } = setUp();
    const permit = await limiter.acquire(stats, 'person');
    permit.done({ status: 429, headers: extra });
    for (let n = 0; n < 3; n += 1) void ask(stats, 'person', String(n));
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

describe('the limiter beside other devices', () => {
  it('leaves to them what they took lately, but never to the person', async () => {
    const { time, limiter, spend } = setUp();
    await time.run(121_000);
    await spend(list, 1, headers(60, 30));
    await time.run(61_000);
    expect(limiter.room(list)).toBeLessThanOrEqual(60 - 29);
    expect(limiter.earliest(list, 'person')).toBe(time.clock.now());
  });

  it('takes at least a quarter however much they took', async () => {
    const { time, limiter, spend } = setUp();
    await time.run(121_000);
    await spend(list, 1, headers(60, 0));
    await time.run(61_000);
    expect(limiter.room(list)).toBe(15);
  });

  it('forgets them when they are gone', async () => {
    const { time, limiter, spend } = setUp();
    await spend(list, 1, headers(60, 10));
    await time.run(181_000);
    expect(limiter.room(list)).toBe(59);
  });

  it('hears an answer before it sends the next while they are there', async () => {
    const { time, granted, ask, spend } = setUp();
    await spend(list, 1, headers(60, 8));
    for (let n = 0; n < 4; n += 1) void ask(list, 'person', String(n), 1000, headers(60, 6));
    await time.run(500);
    expect(granted).toEqual(['0', '1']);
    await time.run(1000);
    expect(granted.length).toBe(3);
  });

  it('does not wait for an answer that takes too long', async () => {
    const { time, granted, ask, spend } = setUp();
    await spend(list, 1, headers(60, 8));
    for (let n = 0; n < 4; n += 1) void ask(list, 'person', String(n), null);
    await time.run(6000);
    expect(granted.length).toBeGreaterThan(2);
  });
});

describe('the limiter over a restart', () => {
  const later = (ms: number) => {
    const time = createVirtualTime();
    return time.run(ms).then(() => time);
  };

  it('starts empty for an account that this device never used', () => {
    expect(setUp().limiter.earliest(list, 'person')).toBe(createVirtualTime().clock.now());
  });

  it('counts a lost past as full', () => {
    const { time, limiter } = setUp({ memory: 'lost' });
    expect(limiter.room(list)).toBe(0);
    expect(limiter.earliest(list, 'person')).toBeGreaterThan(time.clock.now() + 59_000);
    expect(limiter.earliest(stats, 'person')).toBeGreaterThan(time.clock.now() + 59_000);
  });

  it('takes up exactly what was saved after stopping', async () => {
    const first = setUp();
    await first.time.run(121_000);
    await first.spend(list, 40);
    first.limiter.stop();
    const memory = first.limiter.save();
    const time = await later(131_000);
    const limiter = createRateLimiter({ clock: time.clock, overview, memory });
    limiter.expectPerson();
    expect(limiter.room(list)).toBe(20 - 6);
    await time.run(51_000);
    expect(limiter.room(list)).toBe(54);
  });

  it('counts everything as full after a crash without a kept memory', async () => {
    const first = setUp();
    await first.spend(list, 10);
    const memory: unknown = JSON.parse(JSON.stringify(first.limiter.save()));
    const time = await later(1000);
    const limiter = createRateLimiter({ clock: time.clock, overview, memory: memory as never });
    expect(limiter.room(list)).toBe(0);
  });

  it('forgets at most the few requests that it may send before keeping again', async () => {
    let kept: Parameters<typeof createRateLimiter>[0]['memory'];
    const first = setUp({ keep: (memory) => (kept = memory) });
    await first.spend(list, 40);
    const time = await later(1000);
    const limiter = createRateLimiter({ clock: time.clock, overview, memory: kept });
    const left = limiter.room(list) + 6;
    expect(left).toBeLessThanOrEqual(20);
    expect(left).toBeGreaterThanOrEqual(20 - 6);
  });

  it('remembers which routes left the overview', async () => {
    const first = setUp();
    await first.spend(list, 1, headers(300, 299));
    first.limiter.stop();
    const memory = first.limiter.save();
    const second = setUp({ memory });
    second.limiter.stop();
    const third = setUp({ memory: second.limiter.save() });
    expect(third.limiter.pace(list).overall).toBe(null);
  });

  it('counts as full when the clock was set back', async () => {
    const first = setUp();
    await first.time.run(3_600_000);
    first.limiter.stop();
    expect(setUp({ memory: first.limiter.save() }).limiter.room(list)).toBe(0);
  });
});
