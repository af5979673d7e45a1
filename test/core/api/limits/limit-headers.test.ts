import { describe, expect, it } from 'vitest';
import { readLimitHeaders } from '#core/api/limits/headers.ts';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);
const seconds = now / 1000;

describe('the reading of limit headers', () => {
  it('has no field for a header that is absent', () => {
    expect(readLimitHeaders({}, now)).toStrictEqual({});
  });

  it('reads a limit and what is left of it', () => {
    const headers = { 'x-ratelimit-limit': ' 300 ', 'x-ratelimit-remaining': '0' };
    expect(readLimitHeaders(headers, now)).toEqual({ limit: 300, remaining: 0 });
  });

  it.each(['many', '', '-', '1e3', '0x10', 'NaN', '0', '-5'])('ignores a limit of "%s"', (text) => {
    expect(readLimitHeaders({ 'x-ratelimit-limit': text }, now)).toEqual({});
  });

  it('takes the first of several, and less than nothing for nothing', () => {
    const headers = { 'x-ratelimit-limit': '300, 60', 'x-ratelimit-remaining': '-1' };
    expect(readLimitHeaders(headers, now)).toEqual({ limit: 300, remaining: 0 });
  });

  it.each([
    ['Unix seconds, cut off', String(seconds + 30), 31_000],
    ['Unix milliseconds', String(now + 30_000), 30_000],
    ['seconds from now', '30', 30_000],
    ['words', new Date(now + 30_000).toUTCString(), 30_000],
    ['an instant already past', String(seconds - 100), 0],
  ])('reads a reset in %s', (_name, text, resetMs) => {
    expect(readLimitHeaders({ 'x-ratelimit-reset': text }, now)).toEqual({ resetMs });
  });

  it("goes by the service's clock, not by this machine's", () => {
    const theirs = now + 3_600_000;
    const headers = {
      date: new Date(theirs).toUTCString(),
      'x-ratelimit-reset': String(theirs + 20_000),
    };
    expect(readLimitHeaders(headers, now)).toEqual({ resetMs: 20_000 });
  });

  it('reads a limit with parts or parameters', () => {
    const headers = { 'x-ratelimit-limit': '300.25; w=60', 'x-ratelimit-remaining': '7.125' };
    expect(readLimitHeaders(headers, now)).toEqual({ limit: 300, remaining: 7 });
  });

  it.each(['a1', '1a', '5 minutes'])('ignores a wait of "%s"', (text) => {
    expect(readLimitHeaders({ 'retry-after': text }, Infinity)).toEqual({});
  });

  it.each([
    ['seconds', '7', 7000],
    ['parts of a second', '0.25', 250],
    ['a date', new Date(now + 9000).toUTCString(), 9000],
  ])('reads Retry-After in %s', (_name, text, retryMs) => {
    expect(readLimitHeaders({ 'retry-after': text }, now)).toEqual({ retryMs });
  });

  it('ignores a reset that means nothing', () => {
    expect(readLimitHeaders({ 'x-ratelimit-reset': 'soon', 'retry-after': '' }, now)).toEqual({});
  });
});
