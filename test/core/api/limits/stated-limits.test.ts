import { describe, expect, it } from 'vitest';
import { AdaptiveLimits } from '#core/api/limits/adaptive-limits.ts';
import type { LimitHeaders } from '#core/api/limits/headers.ts';
import type { LimitWindow } from '#core/api/limits/limit-window.ts';
import { Usage, type EndpointLimit, type EndpointWindows } from '#core/api/limits/usage.ts';
import { manualClock } from '#test/core/fakes.ts';
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
  const usage = new Usage(manualClock(), overview, undefined);
  const adaptive = new AdaptiveLimits(usage);
  function answer(windows: EndpointWindows, headers: LimitHeaders, status = 200, now = 0): void {
    const taken = [...windows.own, windows.inOverview ? usage.overview : usage.exempt];
    const slots = new Map(taken.map((window) => [window, window.take(now)]));
    for (const [window, slot] of slots) window.answered(slot, now);
    adaptive.observe(windows, slots, { status, headers }, now);
  }
  let endpoints = 0;
  return {
    usage,
    overview: usage.overview,
    answer,
    /** The windows of one more endpoint with these limits. */
    windowsOf: (endpoint: EndpointLimit) => {
      endpoints += 1;
      return usage.of({ ...endpoint, id: `${endpoint.id} ${String(endpoints)}` });
    },
    refuse: (windows: EndpointWindows, headers: LimitHeaders = {}, now = 0): void =>
      answer(windows, headers, 429, now),
  };
}

const isOpen = (window: LimitWindow, now: number) => window.opensAt(now, 0) <= now;
const maxima = ({ own: windows }: EndpointWindows) => windows.map((window) => window.max);
const own = ({ own: [window] }: EndpointWindows) => {
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
    const { overview: window, windowsOf, answer } = fixture();
    const windows = windowsOf(endpoint);
    answer(windows, { limit });
    expect([maxima(windows), window.max]).toEqual([expectedOwn, expectedOverview]);
  });

  it('raises a lowered overview only where it cannot be the limit of the endpoint', () => {
    const { overview: window, windowsOf, answer } = fixture();
    answer(windowsOf(list), { limit: 20 });
    answer(windowsOf(template), { limit: 60 });
    expect(window.max).toBe(20);
    answer(windowsOf(stats), { limit: 20, remaining: 3 });
    expect([window.max, window.available(0, 0)]).toEqual([20, 3]);
    answer(windowsOf(list), { limit: 60 });
    expect(window.max).toBe(60);
  });

  it('tells which count the requests left belong to', () => {
    const one = fixture();
    const windows = one.windowsOf(list);
    one.answer(windows, { limit: 300, remaining: 50 });
    expect([own(windows).available(0, 0), one.overview.available(0, 0)]).toEqual([50, 59]);
    const other = fixture();
    const counted = other.windowsOf(list);
    other.answer(counted, { limit: 60, remaining: 30 });
    expect([own(counted).available(0, 0), other.overview.available(0, 0)]).toEqual([299, 30]);
    other.answer(counted, { remaining: 10 });
    expect(other.overview.available(0, 0)).toBe(29);
  });

  it('counts a refused request in neither', () => {
    const { windowsOf, answer } = fixture();
    const windows = windowsOf(list);
    answer(windows, { limit: 300, remaining: 50 }, 429);
    expect(own(windows).available(60_000, 0)).toBe(49);
  });
});

describe('the first answer', () => {
  it('ends the wait for answers to those in flight', () => {
    const { overview: window, windowsOf, answer } = fixture();
    const windows = windowsOf(list);
    for (let n = 0; n < 75; n += 1) own(windows).take(0);
    for (let n = 0; n < 15; n += 1) window.take(0);
    expect([isOpen(own(windows), 0), isOpen(window, 0)]).toEqual([false, false]);
    answer(windows, {});
    expect([isOpen(own(windows), 0), isOpen(window, 0)]).toEqual([true, true]);
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
    const { windowsOf, answer } = fixture();
    const windows = windowsOf(endpoint);
    answer(windows, headers, status);
    expect(windows.inOverview).toBe(!exempt);
  });

  it('is not given once headers are distrusted', () => {
    const { usage, windowsOf, answer } = fixture();
    expect(usage.trustsHeaders).toBe(true);
    usage.trustsHeaders = false;
    const windows = windowsOf(list);
    answer(windows, { limit: 300, remaining: 299 });
    expect([windows.inOverview, usage.trustsHeaders]).toEqual([true, false]);
  });

  it('ends for an endpoint that names the overview, with what it used meanwhile', () => {
    const { overview: window, windowsOf, answer } = fixture();
    const windows = windowsOf(list);
    const other = windowsOf(list);
    for (const each of [windows, other]) answer(each, { limit: 300, remaining: 299 });
    answer(windows, { limit: 60, remaining: 10 });
    expect([windows.inOverview, other.inOverview]).toEqual([true, false]);
    expect(window.available(0, 0)).toBe(57);
    answer(windows, { limit: 60 });
    expect(window.available(0, 0)).toBe(56);
  });

  it.each<[string, number, LimitHeaders, boolean]>([
    ['ends for all when nothing but the overview explains a refusal', 59, {}, true],
    ['is kept while the overview cannot be used up', 58, {}, false],
    ['is kept where the endpoint explains it', 59, { limit: 300, remaining: 0 }, false],
    ['is kept where the endpoint names its limit alone', 59, { limit: 300 }, false],
    ['ends where the endpoint has some left', 59, { limit: 300, remaining: 200 }, true],
  ])('%s', (_name, before, headers, ends) => {
    const { usage, windowsOf, answer } = fixture();
    const windows = windowsOf(list);
    const other = windowsOf(list);
    for (const each of [windows, other]) answer(each, { limit: 300, remaining: 250 });
    for (let n = 2; n < before; n += 1) answer(windows, {});
    answer(windows, headers, 429);
    const exempt = [windows.inOverview, other.inOverview, usage.trustsHeaders];
    expect(exempt).toEqual(ends ? [true, true, false] : [false, false, true]);
  });
});

describe('a refusal without a limit', () => {
  it('closes the endpoint for its window, and makes the overview go evenly', () => {
    const one = fixture();
    const windows = one.windowsOf(stats);
    one.refuse(windows);
    expect(own(windows).opensAt(0, 0, 0)).toBe(5000);
    expect([999, 1000].map((at) => isOpen(one.overview, at))).toEqual([false, true]);
  });

  it.each<[string, boolean, number, boolean]>([
    ['closes the overview when another endpoint was refused within a window', false, 59_999, true],
    ['does not when that was longer ago', false, 60_000, false],
    ['does not when it was the same endpoint', true, 30_000, false],
  ])('%s', (_name, same, at, closes) => {
    const one = fixture();
    const windows = one.windowsOf(stats);
    one.refuse(windows);
    one.refuse(same ? windows : one.windowsOf(list), {}, at);
    expect(isOpen(one.overview, at + 1000)).toBe(!closes);
    expect(one.overview.available(at + 59_999, 0) === 0).toBe(closes);
  });

  it('leaves the overview alone where it does not count the endpoint', () => {
    const one = fixture();
    const windows = one.windowsOf(list);
    one.answer(windows, { limit: 300, remaining: 299 });
    one.refuse(windows);
    expect(isOpen(one.overview, 1)).toBe(true);
    expect(own(windows).opensAt(0, 0, 0)).toBe(60_000);
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
    const windows = one.windowsOf(stats);
    one.refuse(windows, headers);
    const closedMs = (window: LimitWindow) => window.save(0).closedMs;
    expect([closedMs(own(windows)), closedMs(one.overview)]).toEqual([ownMs, overviewMs ?? 0]);
  });

  it('only the named one of several', () => {
    const one = fixture();
    const windows = one.windowsOf(twoLimits);
    one.refuse(windows, { limit: 10, retryMs: 5000 });
    expect(windows.own.map((window) => window.save(0).closedMs)).toEqual([0, 5000]);
  });

  it('and the overview only where it counts the endpoint', () => {
    const one = fixture();
    const windows = one.windowsOf(list);
    one.answer(windows, { limit: 300, remaining: 299 });
    one.refuse(windows, { retryMs: 90_000 });
    expect(one.overview.save(0).closedMs).toBe(0);
  });
});
