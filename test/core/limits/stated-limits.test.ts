import { describe, expect, it } from 'vitest';
import { createAdaptiveLimits } from '#core/limits/adaptive-limits.ts';
import {
  createEndpointQueue,
  freeSlots,
  takeSlots,
  type EndpointLimit,
  type EndpointQueue,
} from '#core/limits/endpoint-queue.ts';
import type { LimitHeaders } from '#core/limits/headers.ts';
import { createLimitWindow } from '#core/limits/limit-window.ts';
import { list, overview, stats } from './limiter-harness.ts';

/** An endpoint whose own limit is as large as the overview's. */
const template: EndpointLimit = { id: 'template', limits: [overview], limitKind: 'default' };
const twoLimits: EndpointLimit = {
  id: 'two',
  limits: [
    { max: 300, windowS: 60 },
    { max: 10, windowS: 1 },
  ],
  limitKind: 'specific',
};

/** The adaptive limits of an account of which nothing is known. */
function fixture() {
  const overviewWindow = createLimitWindow(overview);
  const exempt = createLimitWindow({ max: Number.MAX_SAFE_INTEGER, windowS: 60 });
  const queues: EndpointQueue<unknown>[] = [];
  const adaptive = createAdaptiveLimits(overviewWindow, exempt, () => queues);
  /** Sends one request that is answered at once. */
  function answer(
    queue: EndpointQueue<unknown>,
    headers: LimitHeaders,
    status = 200,
    now = 0,
  ): void {
    const slots = takeSlots(queue, queue.inOverview ? overviewWindow : exempt, now);
    freeSlots(queue, slots, now);
    adaptive.observe(queue, slots, { status, headers }, now);
  }
  return {
    overview: overviewWindow,
    adaptive,
    answer,
    queueOf: (endpoint: EndpointLimit) => {
      const queue = createEndpointQueue(endpoint);
      queues.push(queue);
      return queue;
    },
    /** Sends one request that is refused. */
    refuse: (queue: EndpointQueue<unknown>, headers: LimitHeaders = {}, now = 0): void => {
      answer(queue, headers, 429, now);
    },
  };
}

const maxima = ({ windows }: EndpointQueue<unknown>) => windows.map((window) => window.max());
const own = ({ windows }: EndpointQueue<unknown>) => {
  const [window] = windows;
  if (window === undefined) throw new Error('an endpoint without a limit');
  return window;
};

describe('a stated limit', () => {
  it.each<[string, EndpointLimit, number, readonly number[], number]>([
    ['below both is taken for both at an endpoint of the default', list, 20, [20], 20],
    ["below the endpoint's alone is the endpoint's", list, 100, [100], 60],
    ['that equals the overview is the overview', list, 60, [300], 60],
    ['above all changes nothing', list, 400, [300], 60],
    ['below a specific limit is that one', stats, 2, [2], 60],
    ['between two of one endpoint is the larger one', twoLimits, 20, [20, 10], 60],
    ['that equals one of an endpoint is that one', twoLimits, 10, [300, 10], 60],
  ])('%s', (_name, endpoint, limit, expectedOwn, expectedOverview) => {
    const { overview: window, queueOf, answer } = fixture();
    const queue = queueOf(endpoint);
    answer(queue, { limit });
    expect([maxima(queue), window.max()]).toEqual([expectedOwn, expectedOverview]);
  });

  it('raises a lowered overview only where it cannot be the limit of the endpoint', () => {
    const { overview: window, queueOf, answer } = fixture();
    answer(queueOf(list), { limit: 20 });
    answer(queueOf(template), { limit: 60 });
    expect(window.max()).toBe(20);
    answer(queueOf(stats), { limit: 20, remaining: 3 });
    expect([window.max(), window.available(0, 0)]).toEqual([20, 3]);
    answer(queueOf(list), { limit: 60 });
    expect(window.max()).toBe(60);
  });

  it('tells which count the requests left belong to', () => {
    const one = fixture();
    const queue = one.queueOf(list);
    one.answer(queue, { limit: 300, remaining: 50 });
    expect([own(queue).available(0, 0), one.overview.available(0, 0)]).toEqual([50, 59]);
    const other = fixture();
    const counted = other.queueOf(list);
    other.answer(counted, { limit: 60, remaining: 30 });
    expect([own(counted).available(0, 0), other.overview.available(0, 0)]).toEqual([299, 30]);
    other.answer(counted, { remaining: 10 });
    expect(other.overview.available(0, 0)).toBe(29);
  });

  it('counts a refused request in neither', () => {
    const { queueOf, answer } = fixture();
    const queue = queueOf(list);
    answer(queue, { limit: 300, remaining: 50 }, 429);
    expect(own(queue).available(60_000, 0)).toBe(49);
  });
});

describe('the first answer', () => {
  it('ends the wait for answers to those in flight', () => {
    const { overview: window, queueOf, answer } = fixture();
    const queue = queueOf(list);
    for (let n = 0; n < 75; n += 1) own(queue).take(0);
    for (let n = 0; n < 15; n += 1) window.take(0);
    expect([own(queue).isOpen(0, 0), window.isOpen(0, 0)]).toEqual([false, false]);
    answer(queue, {});
    expect([own(queue).isOpen(0, 0), window.isOpen(0, 0)]).toEqual([true, true]);
  });
});

describe('an exemption from the overview', () => {
  it.each<[string, EndpointLimit, LimitHeaders, number, boolean]>([
    [
      'begins where as many are left as the overview has',
      list,
      { limit: 300, remaining: 60 },
      200,
      true,
    ],
    ['needs as many', list, { limit: 300, remaining: 59 }, 200, false],
    ['needs a limit of the endpoint', list, { limit: 400, remaining: 100 }, 200, false],
    ['needs a limit that is not the overview', template, { limit: 60, remaining: 60 }, 200, false],
    ['needs more than a refusal', list, { limit: 300, remaining: 100 }, 429, false],
  ])('%s', (_name, endpoint, headers, status, exempt) => {
    const { queueOf, answer } = fixture();
    const queue = queueOf(endpoint);
    answer(queue, headers, status);
    expect(queue.inOverview).toBe(!exempt);
  });

  it('is not given once headers are distrusted', () => {
    const { adaptive, queueOf, answer } = fixture();
    expect(adaptive.trustsHeaders()).toBe(true);
    adaptive.distrustHeaders();
    const queue = queueOf(list);
    answer(queue, { limit: 300, remaining: 299 });
    expect([queue.inOverview, adaptive.trustsHeaders()]).toEqual([true, false]);
  });

  it('ends for an endpoint that names the overview, with what it used meanwhile', () => {
    const { overview: window, queueOf, answer } = fixture();
    const queue = queueOf(list);
    const other = queueOf(list);
    for (const each of [queue, other]) answer(each, { limit: 300, remaining: 299 });
    answer(queue, { limit: 60, remaining: 10 });
    expect([queue.inOverview, other.inOverview]).toEqual([true, false]);
    expect(window.available(0, 0)).toBe(57);
    answer(queue, { limit: 60 });
    expect(window.available(0, 0)).toBe(56);
  });

  it.each<[string, number, LimitHeaders, boolean]>([
    ['ends for all when nothing but the overview explains a refusal', 59, {}, true],
    ['is kept while the overview cannot be used up', 58, {}, false],
    ['is kept where the endpoint explains it', 59, { limit: 300, remaining: 0 }, false],
    ['is kept where the endpoint names its limit alone', 59, { limit: 300 }, false],
    ['ends where the endpoint has some left', 59, { limit: 300, remaining: 200 }, true],
  ])('%s', (_name, before, headers, ends) => {
    const { adaptive, queueOf, answer } = fixture();
    const queue = queueOf(list);
    const other = queueOf(list);
    for (const each of [queue, other]) answer(each, { limit: 300, remaining: 250 });
    for (let n = 2; n < before; n += 1) answer(queue, {});
    answer(queue, headers, 429);
    const exempt = [queue.inOverview, other.inOverview, adaptive.trustsHeaders()];
    expect(exempt).toEqual(ends ? [true, true, false] : [false, false, true]);
  });
});

describe('a refusal without a limit', () => {
  it('closes the endpoint for its window, and makes the overview go evenly', () => {
    const one = fixture();
    const queue = one.queueOf(stats);
    one.refuse(queue);
    expect(own(queue).opensAt(0, 0, 0)).toBe(5000);
    expect([999, 1000].map((at) => one.overview.isOpen(at, 0))).toEqual([false, true]);
  });

  it.each<[string, boolean, number, boolean]>([
    ['closes the overview when another endpoint was refused within a window', false, 59_999, true],
    ['does not when that was longer ago', false, 60_000, false],
    ['does not when it was the same endpoint', true, 30_000, false],
  ])('%s', (_name, same, at, closes) => {
    const one = fixture();
    const queue = one.queueOf(stats);
    one.refuse(queue);
    one.refuse(same ? queue : one.queueOf(list), {}, at);
    expect(one.overview.isOpen(at + 1000, 0)).toBe(!closes);
    expect(one.overview.available(at + 59_999, 0) === 0).toBe(closes);
  });

  it('leaves the overview alone where it does not count the endpoint', () => {
    const one = fixture();
    const queue = one.queueOf(list);
    one.answer(queue, { limit: 300, remaining: 299 });
    one.refuse(queue);
    expect(one.overview.isOpen(1, 0)).toBe(true);
    expect(own(queue).opensAt(0, 0, 0)).toBe(60_000);
  });
});

describe('how long a refusal closes a window', () => {
  it.each<[string, LimitHeaders, number, number | undefined]>([
    ['as long as Retry-After says', { retryMs: 4000 }, 4000, undefined],
    ['as long as its own window, where that is all', { retryMs: 5000 }, 5000, undefined],
    ['with the overview, where it is longer', { retryMs: 30_000 }, 30_000, 30_000],
    ['an hour at most', { retryMs: 7_200_000 }, 3_600_000, 3_600_000],
    ['until the reset of the named limit', { limit: 3, resetMs: 2000 }, 2000, undefined],
    ['a window at most without Retry-After', { limit: 3, resetMs: 20_000 }, 5000, undefined],
    ['alone where its limit is named', { limit: 3, retryMs: 30_000 }, 30_000, undefined],
    ['not, where the overview is named', { limit: 60, resetMs: 10_000 }, 0, 10_000],
  ])('%s', (_name, headers, ownMs, overviewMs) => {
    const one = fixture();
    const queue = one.queueOf(stats);
    one.refuse(queue, headers);
    const closedMs = (window: typeof one.overview) => window.save(0).closedMs;
    expect([closedMs(own(queue)), closedMs(one.overview)]).toEqual([ownMs, overviewMs ?? 0]);
  });

  it('only the named one of several', () => {
    const one = fixture();
    const queue = one.queueOf(twoLimits);
    one.refuse(queue, { limit: 10, retryMs: 5000 });
    expect(queue.windows.map((window) => window.save(0).closedMs)).toEqual([0, 5000]);
  });

  it('and the overview only where it counts the endpoint', () => {
    const one = fixture();
    const queue = one.queueOf(list);
    one.answer(queue, { limit: 300, remaining: 299 });
    one.refuse(queue, { retryMs: 90_000 });
    expect(one.overview.save(0).closedMs).toBe(0);
  });
});
