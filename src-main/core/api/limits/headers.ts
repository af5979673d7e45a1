/** What the headers of an answer say about the limits; a field is absent when no header says it. */
export interface LimitHeaders {
  /** `X-RateLimit-Limit`. */
  readonly limit?: number;
  /** `X-RateLimit-Remaining`, never negative. */
  readonly remaining?: number;
  /** Milliseconds from now until `X-RateLimit-Reset`, rounded up. */
  readonly resetMs?: number;
  /** Milliseconds from now until `Retry-After`, rounded up. */
  readonly retryMs?: number;
}

/** Larger numbers are points in time: 10^8 s is in 1973, and no limit lasts three years. */
const instantFrom = 1e8;
/** Larger numbers are milliseconds: 10^11 s is in the year 5138. */
const millisecondsFrom = 1e11;
/** Instants are given in whole seconds that may have been cut off. */
const secondMs = 1000;

/**
 * Reads the limit headers (specification, part 3, Limits 5 and 6), names in lower case, leniently: an instant
 * may be in seconds, milliseconds or words, or be a span in seconds, by the service's clock, whose offset to
 * `now`, this machine's (Unix milliseconds), `Date` shows. What cannot be understood is absent.
 */
export function readLimitHeaders(
  headers: Readonly<Record<string, string>>,
  now: number,
): LimitHeaders {
  const limit = count(headers['x-ratelimit-limit']);
  const remaining = count(headers['x-ratelimit-remaining']);
  const theirNow = instant(headers['date']) ?? now;
  const resetMs = span(headers['x-ratelimit-reset'], theirNow);
  const retryMs = span(headers['retry-after'], theirNow);
  return {
    ...(limit !== undefined && limit > 0 && { limit }),
    ...(remaining !== undefined && { remaining }),
    ...(resetMs !== undefined && { resetMs }),
    ...(retryMs !== undefined && { retryMs }),
  };
}

/** `300`, `300, 300;w=60` and ` 300 ` are 300; less than nothing is nothing. */
function count(text: string | undefined): number | undefined {
  const match = text === undefined ? null : /^\s*(-?\d{1,12})(?:\.\d+)?\s*(?:[,;]|$)/.exec(text);
  return match ? Math.max(0, Number(match[1])) : undefined;
}

function number(text: string): number | undefined {
  return /^\s*\d{1,15}(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

function instant(text: string | undefined): number | undefined {
  const time = text === undefined ? NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Milliseconds from `theirNow` on; an instant already past is no wait. */
function span(text: string | undefined, theirNow: number): number | undefined {
  if (text === undefined) return undefined;
  const value = number(text);
  if (value !== undefined && value < instantFrom) return Math.ceil(value * 1000);
  const at =
    value === undefined
      ? instant(text)
      : value < millisecondsFrom
        ? value * 1000 + secondMs
        : value;
  return at === undefined ? undefined : Math.max(0, Math.ceil(at - theirNow));
}
