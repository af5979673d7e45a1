import { describe, expect, it } from 'vitest';
import { OtherClients } from '#core/api/limits/other-clients.ts';

/** Records that so many requests of others were counted, until a minute later. */
function observe(others: OtherClients, used: number, nth: number, now: number, remaining = 30) {
  others.observe({ used, until: now + 60_000, remaining, nth, now });
}

/** What is known of other clients after one answer at 0 that showed so many requests. */
function others(used: number, max = 60) {
  const usage = new OtherClients({ max, ms: 60_000 });
  observe(usage, used, 1, 0);
  return usage;
}

describe('the usage of other clients', () => {
  it('counts until the service forgets it', () => {
    const usage = others(20);
    expect(usage.usedUntil).toBe(60_000);
    expect([0, 59_999, 60_000].map((at) => usage.used(at))).toEqual([20, 20, 0]);
    usage.restore(7, 500);
    expect([499, 500].map((at) => usage.used(at))).toEqual([7, 0]);
    expect(usage.usedUntil).toBe(500);
    expect(new OtherClients({ max: 60, ms: 60_000 }).usedUntil).toBe(-Infinity);
  });

  it('is expected again for two windows, and for a minute at least', () => {
    const usage = others(20);
    expect([60_000, 119_999, 120_000].map((at) => usage.expected(at, 60))).toEqual([20, 20, 0]);
    const short = new OtherClients({ max: 3, ms: 5000 });
    short.observe({ used: 2, until: 5000, remaining: 1, nth: 1, now: 0 });
    expect([59_999, 60_000].map((at) => short.expected(at, 3))).toEqual([2, 0]);
  });

  it('is expected beyond what counts now by one request', () => {
    expect(others(20).expected(0, 60)).toBe(1);
    expect(others(1, 1).expected(0, 1)).toBe(0);
  });

  it('is expected as high as it was recently', () => {
    const usage = others(20);
    observe(usage, 5, 2, 1000);
    expect(usage.expected(61_000, 60)).toBe(20);
    observe(usage, 30, 3, 2000);
    observe(usage, 30, 4, 3000);
    expect([122_999, 123_000].map((at) => usage.expected(at, 60))).toEqual([30, 0]);
    observe(usage, 4, 5, 123_000);
    expect(usage.expected(183_000, 60)).toBe(4);
  });

  it('is never expected to take the last quarter, nor the last request', () => {
    expect(others(60).expected(60_000, 60)).toBe(45);
    expect(others(2, 2).expected(60_000, 2)).toBe(1);
    expect(others(1, 1).expected(60_000, 1)).toBe(0);
  });

  it('is lowered by the newest answer alone, and raised by any', () => {
    const usage = new OtherClients({ max: 60, ms: 60_000 });
    observe(usage, 10, 5, 0);
    observe(usage, 4, 3, 0);
    expect(usage.used(0)).toBe(10);
    observe(usage, 10, 4, 1000);
    expect(usage.usedUntil).toBe(60_000);
    observe(usage, 12, 4, 0, 0);
    expect(usage.used(0)).toBe(12);
    expect(usage.waitsForAnswerUntil(6, 1000)).toBe(-Infinity);
    observe(usage, 0, 5, 0, 0);
    expect(usage.used(0)).toBe(0);
  });
});

describe('a request waits for the answer to those in flight', () => {
  it('while it is not known whether there are other clients', () => {
    const usage = new OtherClients({ max: 60, ms: 60_000 });
    expect(usage.waitsForAnswerUntil(15, 100)).toBe(5100);
    expect(usage.waitsForAnswerUntil(14, 100)).toBe(-Infinity);
    usage.answered();
    expect(usage.waitsForAnswerUntil(15, 100)).toBe(-Infinity);
    const small = new OtherClients({ max: 2, ms: 5000 });
    expect([0, 1].map((inFlight) => small.waitsForAnswerUntil(inFlight, 0))).toEqual([
      -Infinity,
      5000,
    ]);
  });

  it('while others are active, for as many as a quarter of what is left', () => {
    const usage = new OtherClients({ max: 60, ms: 60_000 });
    observe(usage, 10, 1, 0, 8);
    usage.answered();
    expect([1, 2].map((inFlight) => usage.waitsForAnswerUntil(inFlight, 1000))).toEqual([
      -Infinity,
      6000,
    ]);
    expect(usage.waitsForAnswerUntil(2, 118_000)).toBe(120_000);
    observe(usage, 10, 2, 0, 3);
    expect(usage.waitsForAnswerUntil(1, 1000)).toBe(6000);
  });

  it('after a refusal that they may have caused', () => {
    const usage = new OtherClients({ max: 60, ms: 60_000 });
    usage.suspect(0);
    expect(usage.waitsForAnswerUntil(0, 1000)).toBe(-Infinity);
    expect(usage.waitsForAnswerUntil(1, 1000)).toBe(6000);
    expect(usage.waitsForAnswerUntil(1, 118_000)).toBe(120_000);
  });
});
