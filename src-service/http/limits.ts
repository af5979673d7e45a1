import { overviewLimit, type Limit } from '#contract/endpoint.ts';

/** Which of the specification's two figures applies (part 3, Limits 1 to 3), or none. */
export type LimitReading = 'overview' | 'endpoint' | 'off';

/** A window that moves with each request, or windows that begin at fixed times for everyone. */
export type WindowKind = 'sliding' | 'fixed';

/** What the three headers say of one window (part 3, Limits 5). */
export interface LimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds. */
  readonly reset: number;
}

interface LimitDecision {
  readonly allowed: boolean;
  /** State of the tightest window; `null` when nothing is limited. */
  readonly state: LimitState | null;
}

export interface Limiter {
  /** In all windows that apply, or in none when one is full. */
  take(subject: string, endpoint: string, limits: readonly Limit[]): LimitDecision;
}

interface Bucket {
  state(nowMs: number): LimitState;
  count(nowMs: number): void;
}

/** Limits as the service keeps them, per subject, over a clock that gives Unix milliseconds. */
export function createLimiter(reading: LimitReading, kind: WindowKind, now: () => number): Limiter {
  const buckets = new Map<string, Bucket>();
  const bucket = (name: string, limit: Limit): Bucket => {
    const found = buckets.get(name) ?? (kind === 'sliding' ? sliding(limit) : fixed(limit));
    buckets.set(name, found);
    return found;
  };
  return {
    take(subject, endpoint, limits) {
      if (reading === 'off') return { allowed: true, state: null };
      const windows = limits.map((limit) =>
        bucket(`${subject} ${endpoint} ${String(limit.max)}/${String(limit.windowS)}`, limit),
      );
      if (reading === 'overview') windows.push(bucket(`${subject} overview`, overviewLimit));
      const nowMs = now();
      const allowed = windows.every((window) => window.state(nowMs).remaining > 0);
      if (allowed) for (const window of windows) window.count(nowMs);
      return { allowed, state: tightest(windows.map((window) => window.state(nowMs))) };
    },
  };
}

/** The window with least left; of equals, the one that stays so longest. */
function tightest(states: readonly LimitState[]): LimitState | null {
  return (
    states.toSorted(
      (a, b) => a.remaining - b.remaining || b.reset - a.reset || a.limit - b.limit,
    )[0] ?? null
  );
}

/** A log of the last requests: one leaves it when it is `windowS` old. */
function sliding({ max, windowS }: Limit): Bucket {
  let log: number[] = [];
  return {
    state(nowMs) {
      log = log.filter((at) => at > nowMs - windowS * 1000);
      const first = log[0] ?? nowMs;
      return {
        limit: max,
        remaining: max - log.length,
        reset: Math.ceil(first / 1000) + windowS,
      };
    },
    count(nowMs) {
      log.push(nowMs);
    },
  };
}

/** Windows of `windowS` that begin at its whole multiples since 1970. */
function fixed({ max, windowS }: Limit): Bucket {
  let current = 0;
  let used = 0;
  const enter = (nowMs: number): void => {
    const window = Math.floor(nowMs / (windowS * 1000));
    if (window !== current) used = 0;
    current = window;
  };
  return {
    state(nowMs) {
      enter(nowMs);
      return { limit: max, remaining: max - used, reset: (current + 1) * windowS };
    },
    count(nowMs) {
      enter(nowMs);
      used += 1;
    },
  };
}
