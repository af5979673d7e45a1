import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { PersistedUsage } from '#core/api/limits/usage.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import {
  headers,
  limiterInVirtualTime,
  list,
  ok,
  overview,
  stats,
  title,
} from './limiter-harness.ts';

describe('the rate limiter', () => {
  it('frees a slot a whole window after the answer came', async () => {
    const { time, granted, ask } = limiterInVirtualTime();
    void ask(title, 'user', 'a', 400);
    void ask(title, 'user', 'b');
    await time.run(1390);
    expect(granted).toEqual(['a']);
    await time.run(20);
    expect(granted).toEqual(['a', 'b']);
  });

  it('counts a request without an answer from its deadline on', async () => {
    const { time, limiter, granted, ask } = limiterInVirtualTime();
    const permit = await limiter.acquire(title, 'user');
    void ask(title, 'user', 'next');
    await time.run(30_000);
    expect(granted).toEqual([]);
    permit.lost();
    await time.run(990);
    expect(granted).toEqual([]);
    await time.run(20);
    expect(granted).toEqual(['next']);
  });

  it('frees the slot at once when nothing was sent', async () => {
    const { time, limiter, granted, ask } = limiterInVirtualTime();
    const permit = await limiter.acquire(title, 'user');
    void ask(title, 'user', 'next');
    permit.unsent();
    await time.run(0);
    expect(granted).toEqual(['next']);
  });

  it('frees the slot of the overview too when nothing was sent', async () => {
    const { time, limiter, granted, ask, spend } = limiterInVirtualTime();
    await spend(list, 59);
    const permit = await limiter.acquire(list, 'user');
    void ask(stats, 'user', 'next');
    permit.unsent();
    await time.run(0);
    expect(granted).toEqual(['next']);
  });

  it('ends a permit once, whatever is called after', async () => {
    const { time, limiter, granted, ask } = limiterInVirtualTime();
    const permit = await limiter.acquire(title, 'user');
    permit.done(ok);
    permit.unsent();
    void ask(title, 'user', 'next');
    await time.run(990);
    expect(granted).toEqual([]);
  });

  it('reserves a part of the overview for the user while the background takes all it can', async () => {
    const { time, limiter, granted, ask } = limiterInVirtualTime();
    for (let n = 0; n < 100; n += 1) void ask(list, 'background', 'background');
    await time.run(0);
    expect(granted.length).toBe(54);
    expect(limiter.available(list)).toBe(0);
    const now = time.clock.now();
    expect(limiter.earliest(stats, 'user')).toBe(now);
    for (let n = 0; n < 6; n += 1) void ask(list, 'user', 'user');
    await time.run(0);
    expect(granted.slice(54)).toEqual(Array.from({ length: 6 }, () => 'user'));
  });

  it('grows the reserve when a user is expected', async () => {
    const { time, limiter } = limiterInVirtualTime();
    await time.run(121_000);
    expect(limiter.available(list)).toBe(59);
    limiter.expectUser();
    expect(limiter.available(list)).toBe(54);
  });

  it('rejects an aborted wait, and spends nothing on it', async () => {
    const { time, granted, ask } = limiterInVirtualTime();
    void ask(title, 'user', 'first');
    const control = new AbortController();
    const aborted = ask(title, 'user', 'aborted', 0, ok, control.signal);
    void ask(title, 'user', 'next');
    control.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    await time.run(1010);
    expect(granted).toEqual(['first', 'next']);
  });

  it('leaves nothing behind at a signal once it is granted or stopped', async () => {
    const { time, limiter, granted, ask } = limiterInVirtualTime();
    const control = new AbortController();
    const { signal } = control;
    const listeners = () => getEventListeners(signal, 'abort').length;
    await ask(title, 'user', 'granted', 0, ok, signal);
    expect([granted, listeners()]).toEqual([['granted'], 0]);
    const stopped = ask(title, 'user', 'stopped', 0, ok, signal);
    expect(listeners()).toBe(1);
    limiter.stop();
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    expect(listeners()).toBe(0);
    await time.run(2000);
    expect(granted).toEqual(['granted']);
  });

  it('lets the next request go when an aborted one held it back', async () => {
    const { granted, ask, spend } = limiterInVirtualTime();
    await spend(list, 55);
    const control = new AbortController();
    void ask(title, 'user', 'first', null);
    const aborted = ask(title, 'user', 'aborted', 0, ok, control.signal);
    void ask(list, 'user', 'other');
    control.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    expect(granted).toEqual(['first', 'other']);
  });

  it('has a timer only while something waits for the time to pass', async () => {
    const time = createVirtualTime();
    const timers = new Set<() => void>();
    const clock: Clock = {
      ...time.clock,
      after(ms, run) {
        const cancelTimer = time.clock.after(ms, () => {
          timers.delete(cancel);
          run();
        });
        const cancel = () => {
          timers.delete(cancel);
          cancelTimer();
        };
        timers.add(cancel);
        return cancel;
      },
    };
    const { limiter, ask, spend } = limiterInVirtualTime({ clock });
    await spend(title, 1);
    expect(timers.size).toBe(0);
    const control = new AbortController();
    const aborted = ask(title, 'user', 'aborted', 0, ok, control.signal);
    expect(timers.size).toBe(1);
    control.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    expect(timers.size).toBe(0);
    ask(title, 'user', 'stopped').catch(() => undefined);
    expect(timers.size).toBe(1);
    limiter.stop();
    expect(timers.size).toBe(0);
  });

  it('lets the next request go at once when one that it waits for is lost', async () => {
    const { time, limiter, granted, ask } = limiterInVirtualTime();
    const permit = await limiter.acquire(stats, 'user');
    void ask(stats, 'user', 'next', null);
    await time.run(0);
    expect(granted).toEqual([]);
    permit.lost();
    await time.run(0);
    expect(granted).toEqual(['next']);
  });

  it('counts those that wait as no longer available', async () => {
    const { limiter, ask, spend } = limiterInVirtualTime();
    await spend(stats, 3);
    for (const name of ['a', 'b']) void ask(stats, 'background', name);
    expect(limiter.available(stats)).toBe(0);
    expect(limiter.available(list)).toBe(60 - 3 - 2 - 6);
  });

  it('lists the endpoints that were used', async () => {
    const { limiter, spend } = limiterInVirtualTime();
    expect(limiter.endpoints()).toEqual([]);
    await spend(list, 1);
    limiter.earliest(stats, 'user');
    expect(limiter.endpoints()).toEqual([list, stats]);
  });

  it('reports that nobody waits any more when it stops', async () => {
    const { time, limiter, ask, spend, reported } = limiterInVirtualTime();
    await spend(title, 1);
    ask(title, 'user', 'waiting').catch(() => undefined);
    expect(reported).toEqual([time.clock.now() + 1002]);
    limiter.stop();
    expect(reported.at(-1)).toBe(null);
  });

  it('counts those that wait at the endpoint, and before it, for the earliest time', async () => {
    const { time, limiter, ask, spend } = limiterInVirtualTime();
    const start = time.clock.now();
    await spend(title, 1);
    for (const name of ['first', 'second', 'third']) void ask(title, 'user', name);
    void ask(title, 'background', 'background');
    expect(limiter.earliest(title, 'user')).toBeGreaterThan(start + 1000);
    expect(limiter.earliest(stats, 'user')).toBe(start);
  });

  it('rejects all waiting requests when it stops, and all later ones', async () => {
    const { limiter, ask } = limiterInVirtualTime();
    void ask(title, 'user', 'first');
    const waiting = ask(title, 'user', 'waiting');
    limiter.stop();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await expect(limiter.acquire(title, 'user')).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('reports until when a user must wait, and when no longer', async () => {
    const { time, ask, reported } = limiterInVirtualTime();
    const start = time.clock.now();
    void ask(title, 'user', 'a');
    void ask(title, 'background', 'b');
    expect(reported).toEqual([]);
    await time.run(100);
    void ask(title, 'user', 'c');
    await time.run(2000);
    expect(reported).toEqual([start + 1002, null]);
  });

  it('reports that a user waits longer when another of their requests does', async () => {
    const { time, ask, spend, reported } = limiterInVirtualTime();
    const start = time.clock.now();
    await spend(title, 1);
    await time.run(500);
    for (const name of ['a', 'b']) void ask(title, 'user', name);
    expect(reported).toEqual([start + 1002, start + 1502]);
  });

  it('reports that a user waits no more when the wait is aborted', async () => {
    const { time, ask, spend, reported } = limiterInVirtualTime();
    await spend(title, 1);
    const control = new AbortController();
    const aborted = ask(title, 'user', 'aborted', 0, ok, control.signal);
    control.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    expect(reported).toEqual([time.clock.now() + 1002, null]);
  });
});

describe('the limiter across a restart', () => {
  const later = (ms: number) => {
    const time = createVirtualTime();
    return time.run(ms).then(() => time);
  };

  it('starts empty for an account that this client never used', () => {
    expect(limiterInVirtualTime().limiter.earliest(list, 'user')).toBe(
      createVirtualTime().clock.now(),
    );
  });

  it('counts unreadable usage as full', () => {
    const { time, limiter } = limiterInVirtualTime({ usage: 'lost' });
    expect(limiter.available(list)).toBe(0);
    expect(limiter.earliest(list, 'user')).toBeGreaterThan(time.clock.now() + 59_000);
    expect(limiter.earliest(stats, 'user')).toBeGreaterThan(time.clock.now() + 59_000);
  });

  it('restores exactly what was saved after stopping', async () => {
    const first = limiterInVirtualTime();
    await first.time.run(121_000);
    await first.spend(list, 40);
    first.limiter.stop();
    const usage = first.limiter.save();
    const time = await later(131_000);
    const limiter = new RateLimiter({ clock: time.clock, overview, usage });
    limiter.expectUser();
    expect(limiter.available(list)).toBe(20 - 6);
    await time.run(51_000);
    expect(limiter.available(list)).toBe(54);
  });

  it('counts everything as full after a crash when nothing was persisted', async () => {
    const first = limiterInVirtualTime();
    await first.spend(list, 10);
    const usage: unknown = JSON.parse(JSON.stringify(first.limiter.save()));
    const time = await later(1000);
    const limiter = new RateLimiter({ clock: time.clock, overview, usage: usage as never });
    expect(limiter.available(list)).toBe(0);
  });

  it('forgets at most the few requests that it may send before persisting again', async () => {
    let persisted: ConstructorParameters<typeof RateLimiter>[0]['usage'];
    const first = limiterInVirtualTime({ persist: (usage) => (persisted = usage) });
    await first.spend(list, 40);
    const time = await later(1000);
    const limiter = new RateLimiter({ clock: time.clock, overview, usage: persisted });
    const left = limiter.available(list) + 6;
    expect(left).toBeLessThanOrEqual(20);
    expect(left).toBeGreaterThanOrEqual(20 - 6);
  });

  it.each([
    ['each request of a long window with few slots', 2, 60, 4],
    ['each request where twice the reserve fills it', 12, 10, 4],
    ['one in six elsewhere', 13, 60, 1],
    ['one in six of a short window', 2, 1, 1],
  ])('persists %s', async (_name, max, windowS, count) => {
    let writes = 0;
    const { limiter, spend } = limiterInVirtualTime({ persist: () => (writes += 1) });
    const endpoint = { id: 'some', limits: [{ max, windowS }], limitKind: 'specific' as const };
    const others = { ...endpoint, id: 'others' };
    await spend(endpoint, 2);
    await spend(others, 2);
    expect(writes).toBe(count);
    expect(limiter.save().ahead).toBe(6);
  });

  it('persists each request where one of several windows is long and has few slots', async () => {
    let writes = 0;
    const { spend } = limiterInVirtualTime({ persist: () => (writes += 1) });
    const limits = [
      { max: 5, windowS: 1 },
      { max: 5, windowS: 60 },
    ];
    await spend({ id: 'some', limits, limitKind: 'specific' }, 3);
    expect(writes).toBe(3);
  });

  it('persists again only when as many as it may forget were sent since', async () => {
    let writes = 0;
    const { spend } = limiterInVirtualTime({ persist: () => (writes += 1) });
    await spend(list, 7);
    expect(writes).toBe(1);
    await spend(list, 1);
    expect(writes).toBe(2);
  });

  it('counts as full what another version saved', () => {
    const first = limiterInVirtualTime();
    first.limiter.stop();
    const usage = first.limiter.save();
    expect(limiterInVirtualTime({ usage }).limiter.available(list)).toBe(54);
    const { limiter } = limiterInVirtualTime({ usage: { ...usage, version: 2 } });
    expect(limiter.available(list)).toBe(0);
  });

  it('forgets a small step back of the clock', async () => {
    const first = limiterInVirtualTime();
    await first.time.run(5000);
    first.limiter.stop();
    expect(limiterInVirtualTime({ usage: first.limiter.save() }).limiter.available(list)).toBe(54);
  });

  it('remembers what a crash hides at an endpoint that the next run does not use', async () => {
    const some = { id: 'some', limits: [{ max: 20, windowS: 60 }], limitKind: 'specific' as const };
    let persisted: PersistedUsage | undefined;
    const persist = (usage: PersistedUsage) => (persisted = usage);
    const crashed = limiterInVirtualTime({ persist });
    await crashed.spend(list, 1);
    await crashed.spend(some, 5);
    const second = new RateLimiter({
      clock: (await later(1000)).clock,
      overview,
      usage: persisted,
      persist,
    });
    (await second.acquire(list, 'user')).done(ok);
    second.stop();
    const usage = PersistedUsage.parse(JSON.parse(JSON.stringify(second.save())));
    const time = await later(3000);
    const third = new RateLimiter({ clock: time.clock, overview, usage });
    expect(third.available(some)).toBe(20 - 6);
    await time.run(60_000);
    expect(third.available(some)).toBe(20);
  });

  it('remembers what each of two crashes hides', async () => {
    let persisted: PersistedUsage | undefined;
    const persist = (usage: PersistedUsage) => (persisted = usage);
    for (const start of [0, 10_000]) {
      const { clock } = await later(start);
      const crashed = new RateLimiter({ clock, overview, usage: persisted, persist });
      (await crashed.acquire(list, 'user')).done(ok);
    }
    const time = await later(40_000);
    const limiter = new RateLimiter({ clock: time.clock, overview, usage: persisted });
    const some = { id: 'some', limits: [{ max: 20, windowS: 60 }], limitKind: 'specific' as const };
    expect(limiter.available(some)).toBe(20 - 2 * 6);
    await time.run(32_000);
    expect(limiter.available(some)).toBe(20 - 6);
  });

  it('takes the time that passed off the usage of endpoints that were not used since', async () => {
    const first = limiterInVirtualTime();
    await first.spend(stats, 3);
    first.limiter.stop();
    const second = new RateLimiter({
      clock: (await later(1000)).clock,
      overview,
      usage: first.limiter.save(),
    });
    second.stop();
    const time = await later(2000);
    const third = new RateLimiter({ clock: time.clock, overview, usage: second.save() });
    expect(third.earliest(stats, 'user')).toBe(time.clock.now() + 3003);
  });

  it('keeps the usage of endpoints that were not used since', async () => {
    const first = limiterInVirtualTime();
    await first.spend(stats, 3);
    first.limiter.stop();
    const second = limiterInVirtualTime({ usage: first.limiter.save() });
    second.limiter.stop();
    const third = limiterInVirtualTime({ usage: second.limiter.save() });
    expect(third.limiter.available(stats)).toBe(0);
    expect(PersistedUsage.parse(second.limiter.save())).toEqual(second.limiter.save());
    expect(PersistedUsage.safeParse({ ...second.limiter.save(), overview: {} }).success).toBe(
      false,
    );
  });

  it('remembers what exempt endpoints used, and that headers exempt none any more', async () => {
    const first = limiterInVirtualTime();
    await first.spend(list, 59, headers(300, 250));
    first.limiter.stop();
    const second = limiterInVirtualTime({ usage: first.limiter.save() });
    const permit = await second.limiter.acquire(list, 'user');
    expect(second.limiter.pace(list).overall).toBe(null);
    permit.done({ ...headers(300, 240), status: 429 });
    expect(second.limiter.pace(list).overall).not.toBe(null);
    second.limiter.stop();
    const { clock } = await later(700_000);
    const third = limiterInVirtualTime({ clock, usage: second.limiter.save() });
    await third.spend(list, 1, headers(300, 299));
    expect(third.limiter.pace(list).overall).not.toBe(null);
  });

  it('counts as full when the clock was set back', async () => {
    const first = limiterInVirtualTime();
    await first.time.run(3_600_000);
    first.limiter.stop();
    expect(limiterInVirtualTime({ usage: first.limiter.save() }).limiter.available(list)).toBe(0);
  });
});
