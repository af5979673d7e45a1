import { describe, expect, it } from 'vitest';
import { createAvailability } from '#core/limits/availability.ts';
import {
  createEndpointQueue,
  type EndpointLimit,
  type EndpointQueue,
} from '#core/limits/endpoint-queue.ts';
import { createInteractiveReserve } from '#core/limits/interactive-reserve.ts';
import { createLimitWindow, type LimitWindow } from '#core/limits/limit-window.ts';
import { priorities, type Priority } from '#core/limits/priority.ts';
import { createSchedule } from '#core/limits/schedule.ts';
import { list, overview as overviewLimit, stats, title } from './limiter-harness.ts';

interface Item {
  readonly name: string;
  readonly queue: EndpointQueue<Item>;
  readonly level: number;
}

/** One request in a minute. */
const seldom: EndpointLimit = {
  id: 'seldom',
  limits: [{ max: 1, windowS: 60 }],
  limitKind: 'specific',
};

/** Holds so many slots of a window from `now` on, by requests that were answered at once. */
function spend(window: LimitWindow | undefined, count: number, now = 0): void {
  for (let n = 0; n < count; n += 1) {
    window?.take(now);
    window?.answered(now);
  }
}

/** A schedule over windows in which a user acted last at 0. */
function setUp() {
  const overview = createLimitWindow(overviewLimit);
  const reserve = createInteractiveReserve(overview, 0);
  const schedule = createSchedule<Item>(createAvailability(overview, reserve), reserve);
  const queues = Object.fromEntries(
    [title, stats, list, seldom].map((endpoint) => [
      endpoint.id,
      createEndpointQueue<Item>(endpoint),
    ]),
  );
  function queueOf({ id }: EndpointLimit): EndpointQueue<Item> {
    const queue = queues[id];
    if (queue === undefined) throw new Error('no such endpoint');
    return queue;
  }
  return {
    overview,
    schedule,
    queueOf,
    add: (name: string, endpoint: EndpointLimit, priority: Priority, now = 0) =>
      schedule.add({ name, queue: queueOf(endpoint), level: priorities.indexOf(priority) }, now),
    close: (endpoint: EndpointLimit, now = 0) => {
      for (const window of queueOf(endpoint).windows) spend(window, window.stated, now);
    },
    take: (now: number) => schedule.take(now)?.name,
    takeAll: (now: number) => {
      const names: string[] = [];
      for (let item = schedule.take(now); item; item = schedule.take(now)) names.push(item.name);
      return names;
    },
  };
}

describe('waiting requests', () => {
  it('are counted, of all priorities or of the more urgent ones', () => {
    const { schedule, add, take } = setUp();
    priorities.forEach((priority, level) => {
      for (let n = 0; n <= level; n += 1) add(`${priority} ${String(n)}`, list, priority);
    });
    expect([0, 1, 2, 3].map((level) => schedule.waiting(level))).toEqual([1, 3, 6, 10]);
    expect(schedule.waiting()).toBe(10);
    expect(take(0)).toBe('user 0');
    expect([schedule.waiting(0), schedule.waiting(1), schedule.waiting()]).toEqual([0, 2, 9]);
  });

  it('are the first at their endpoint where none as urgent waits there', () => {
    const { add } = setUp();
    expect(add('a', title, 'on-screen').first).toBe(true);
    expect(add('b', title, 'on-screen').first).toBe(false);
    expect(add('c', title, 'background').first).toBe(false);
    expect(add('d', title, 'user').first).toBe(true);
    expect(add('e', list, 'background').first).toBe(true);
  });

  it('go by priority, and then by arrival over all endpoints', () => {
    const { add, takeAll } = setUp();
    add('background', title, 'background');
    add('a', stats, 'user');
    add('b', list, 'user');
    add('on screen', list, 'on-screen');
    add('c', stats, 'user');
    add('reconciliation', title, 'reconciliation');
    expect(takeAll(0)).toEqual(['a', 'b', 'c', 'reconciliation', 'on screen', 'background']);
  });

  it('keep their order when one before them is removed', () => {
    const { schedule, add, takeAll } = setUp();
    const first = add('a', title, 'user').entry;
    add('b', stats, 'user');
    const third = add('c', title, 'user').entry;
    add('d', title, 'user');
    add('e', stats, 'user');
    schedule.remove(first);
    schedule.remove(third);
    expect([schedule.waiting(), schedule.waiting(0)]).toEqual([3, 3]);
    expect(takeAll(0)).toEqual(['b', 'd', 'e']);
  });

  it('keep their order when one behind the first of its endpoint is removed', () => {
    const { schedule, add, takeAll } = setUp();
    add('a', stats, 'user');
    add('b', title, 'user');
    schedule.remove(add('c', title, 'user').entry);
    expect(takeAll(0)).toEqual(['a', 'b']);
  });

  it('are passed over while their endpoint is closed', () => {
    const { add, close, takeAll } = setUp();
    close(title);
    add('closed', title, 'user');
    add('open', list, 'background');
    expect(takeAll(1001)).toEqual(['open']);
    expect(takeAll(1002)).toEqual(['closed']);
  });

  it('go while the overview is closed where it does not count their endpoint', () => {
    const { overview, add, queueOf, takeAll } = setUp();
    spend(overview, 60);
    queueOf(list).inOverview = false;
    add('counted', stats, 'user');
    add('exempt', list, 'background');
    expect(takeAll(60_029)).toEqual(['exempt']);
    expect(takeAll(60_030)).toEqual(['counted']);
  });

  it('are all returned at the end, the most urgent first, and are gone', () => {
    const { schedule, add, takeAll } = setUp();
    add('d', list, 'background');
    add('a', title, 'user');
    add('c', title, 'on-screen');
    add('b', stats, 'user');
    expect(schedule.drain().map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    expect(schedule.waiting()).toBe(0);
    expect(schedule.wakeAt(0)).toBe(Infinity);
    expect(takeAll(0)).toEqual([]);
  });
});

describe('each priority', () => {
  it('has a turn every thirty seconds, counted from when it waits or last had one', () => {
    const { add, take } = setUp();
    for (let n = 0; n < 9; n += 1) add('user', list, 'user');
    add('a', stats, 'background');
    add('b', stats, 'background');
    expect([29_999, 30_000, 59_999, 60_000, 90_000].map(take)).toEqual([
      'user',
      'a',
      'user',
      'b',
      'user',
    ]);
    add('c', stats, 'background', 95_000);
    expect([124_999, 125_000].map(take)).toEqual(['user', 'c']);
  });

  it('has its turn before the more urgent ones, the least urgent first', () => {
    const { add, takeAll } = setUp();
    add('user', list, 'user');
    add('reconciliation', list, 'reconciliation');
    add('on screen', list, 'on-screen');
    add('background', list, 'background');
    expect(takeAll(30_000)).toEqual(['background', 'on screen', 'reconciliation', 'user']);
  });

  it('may in its turn use what is reserved', () => {
    const { overview, add, take } = setUp();
    spend(overview, 55);
    add('a', list, 'background');
    expect([29_999, 30_000].map(take)).toEqual([undefined, 'a']);
  });

  it('gives its turn to none that has not waited that long itself', () => {
    const { add, close, takeAll } = setUp();
    close(seldom);
    add('held back', seldom, 'background');
    add('later', list, 'background', 10_000);
    add('user', list, 'user', 30_000);
    expect(takeAll(30_000)).toEqual(['user', 'later']);
  });

  it('has no turn to give where none of it can go', () => {
    const { add, close, takeAll } = setUp();
    close(seldom);
    add('held back', seldom, 'background');
    add('user', list, 'user', 30_000);
    expect(takeAll(30_000)).toEqual(['user']);
  });
});

describe('the next can go', () => {
  it('never while none waits', () => {
    expect(setUp().schedule.wakeAt(0)).toBe(Infinity);
  });

  it('when the first of their endpoints opens', () => {
    const { schedule, add, close } = setUp();
    close(stats);
    close(title);
    add('a', stats, 'user');
    expect(schedule.wakeAt(0)).toBe(5002.5);
    add('b', title, 'background');
    expect(schedule.wakeAt(0)).toBe(1002);
  });

  it('when the overview opens, where it counts their endpoint', () => {
    const { overview, schedule, add, close, queueOf } = setUp();
    spend(overview, 60);
    add('a', stats, 'user');
    expect(schedule.wakeAt(0)).toBe(60_030);
    queueOf(title).inOverview = false;
    close(title);
    add('b', title, 'user');
    expect(schedule.wakeAt(0)).toBe(1002);
  });

  it('at the turn of its priority, or as soon after it as there is room at all', () => {
    const reserved = setUp();
    spend(reserved.overview, 55);
    reserved.add('a', list, 'background', 2000);
    expect(reserved.schedule.wakeAt(2000)).toBe(32_000);
    const full = setUp();
    spend(full.overview, 60, 10_000);
    full.add('a', list, 'background', 10_000);
    expect(full.schedule.wakeAt(10_000)).toBe(70_030);
  });

  it('at the turn of one that can go, though the turn of one that is held back came before', () => {
    const { overview, schedule, add, close, take } = setUp();
    close(seldom);
    add('held back', seldom, 'background');
    spend(overview, 55, 10_000);
    add('later', list, 'background', 10_000);
    expect(take(35_000)).toBeUndefined();
    expect(schedule.wakeAt(35_000)).toBe(40_000);
    expect(take(40_000)).toBe('later');
  });

  it('when the reserve shrinks, which holds back low priorities alone', () => {
    const { overview, schedule, add } = setUp();
    spend(overview, 58, 100_000);
    add('a', list, 'background', 100_000);
    expect(schedule.wakeAt(100_000)).toBe(120_000);
    const urgent = setUp();
    spend(urgent.overview, 60, 100_000);
    urgent.add('a', list, 'user', 100_000);
    expect(urgent.schedule.wakeAt(100_000)).toBe(160_030);
  });

  it('now where it is open', () => {
    const { schedule, add } = setUp();
    add('a', list, 'user');
    expect(schedule.wakeAt(500)).toBeLessThanOrEqual(500);
  });
});

describe('a user waits', () => {
  it('for nothing while only others wait', () => {
    const { schedule, add, close } = setUp();
    close(title);
    add('a', title, 'background');
    expect(schedule.userWaitsUntil(0)).toBeUndefined();
  });

  it('until the last of their requests could go', () => {
    const { schedule, add, close } = setUp();
    close(title);
    add('a', title, 'user');
    expect(schedule.userWaitsUntil(500)).toBe(1002);
    add('b', title, 'user');
    expect(schedule.userWaitsUntil(500)).toBe(1502);
    add('c', list, 'user');
    expect(schedule.userWaitsUntil(500)).toBe(1502);
    close(stats);
    add('d', stats, 'user');
    expect(schedule.userWaitsUntil(500)).toBe(5002.5);
  });

  it('for those of their requests that the overview lets go before', () => {
    const { overview, schedule, add } = setUp();
    spend(overview, 59);
    add('a', list, 'user');
    expect(schedule.userWaitsUntil(10)).toBe(10);
    add('b', stats, 'user');
    expect(schedule.userWaitsUntil(10)).toBe(60_030);
  });
});
