import type { Limit } from '#contract/endpoint.ts';
import type { EndpointLimit } from '#core/limits/endpoint-queue.ts';
import { virtualStart } from './virtual-time.ts';

/** How a service may count: the specification does not say. */
export const models = ['sliding-log', 'fixed-window', 'first-hit', 'token-bucket'] as const;
export type Model = (typeof models)[number];

/** Which of the two stated figures applies (specification, part 3, Limits 1 to 3). */
export const readings = ['overview', 'endpoint'] as const;
export type Reading = (typeof readings)[number];

/** What its headers speak of: the window with least left, the route's own whatever bites, nothing. */
type HeaderStyle = 'tightest' | 'own' | 'none';

/** One limit as the service counts it. Times are its own clock's milliseconds. */
interface Bucket {
  readonly max: number;
  readonly left: (now: number) => number;
  readonly count: (now: number) => void;
  /** When it says that it resets. */
  readonly resetAt: (now: number) => number;
}

/** @param phase where fixed windows begin, as a part of a window in [0, 1) */
function createBucket(model: Model, { max, windowS }: Limit, phase: number): Bucket {
  const ms = windowS * 1000;
  switch (model) {
    case 'sliding-log': {
      let log: number[] = [];
      const left = (now: number) => {
        log = log.filter((at) => at > now - ms);
        return max - log.length;
      };
      return { max, left, count: (now) => log.push(now), resetAt: (now) => (log[0] ?? now) + ms };
    }
    case 'fixed-window': {
      let current = NaN;
      let used = 0;
      const window = (now: number) => Math.floor(now / ms + phase);
      const left = (now: number) => {
        if (window(now) !== current) used = 0;
        current = window(now);
        return max - used;
      };
      return {
        max,
        left,
        count: () => (used += 1),
        resetAt: (now) => (window(now) + 1 - phase) * ms,
      };
    }
    case 'first-hit': {
      let begun = -Infinity;
      let used = 0;
      return {
        max,
        left: (now) => (now >= begun + ms ? max : max - used),
        count(now) {
          if (now >= begun + ms) {
            begun = now;
            used = 0;
          }
          used += 1;
        },
        resetAt: (now) => Math.max(now, begun + ms),
      };
    }
    case 'token-bucket': {
      let tokens = max;
      let filledAt = 0;
      const fill = (now: number) => {
        tokens = Math.min(max, tokens + ((now - filledAt) * max) / ms);
        filledAt = now;
      };
      return {
        max,
        left(now) {
          fill(now);
          return Math.floor(tokens + 1e-6);
        },
        count: () => (tokens -= 1),
        resetAt: (now) => now + ((max - tokens) * ms) / max,
      };
    }
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A service that only counts. */
export interface ServiceLimits {
  /** A request arrives from one of the devices under test, virtual milliseconds. */
  arrive(route: EndpointLimit, now: number, device?: string): Answer;
  /** One of another device of the same user arrives. */
  others(route: EndpointLimit, now: number): Answer;
  readonly accepted: number;
  readonly refused: number;
  /** Refusals that the device would not have met, had it been alone. */
  readonly refusedByOthers: number;
  readonly othersAccepted: number;
}

interface ServiceLimitsOptions {
  readonly model: Model;
  readonly reading: Reading;
  readonly headers?: HeaderStyle;
  readonly overview: Limit;
  /** Phases of the windows, and which of the ways of writing `X-RateLimit-Reset` is used. */
  readonly unit: () => number;
}

/** Counts as one of the models does, in one of the readings, from nothing spent. */
export function createServiceLimits(options: ServiceLimitsOptions): ServiceLimits {
  const { model, reading, unit, headers = 'tightest' } = options;
  const buckets = new Map<string, Bucket>();
  /** The same limits as if a device were alone. */
  const alone = new Map<string, Map<string, Bucket>>();
  const writing = Math.floor(unit() * 3);
  let accepted = 0;
  let refused = 0;
  let refusedByOthers = 0;
  let othersAccepted = 0;

  function bucketsOf(
    route: EndpointLimit,
    all: Map<string, Bucket>,
  ): { own: Bucket[]; wide: Bucket[] } {
    const get = (name: string, limit: Limit) => {
      const found = all.get(name) ?? createBucket(model, limit, phaseOf(name));
      all.set(name, found);
      return found;
    };
    return {
      own: route.limits.map((limit, n) => get(`${route.id} ${n}`, limit)),
      wide: reading === 'overview' ? [get('overview', options.overview)] : [],
    };
  }

  const phases = new Map<string, number>();
  function phaseOf(name: string): number {
    const phase = phases.get(name) ?? unit();
    phases.set(name, phase);
    return phase;
  }

  function describe(all: readonly Bucket[], now: number): Record<string, string> {
    if (headers === 'none') return {};
    const said = all.reduce((a, b) => (b.left(now) < a.left(now) ? b : a));
    const resetAt = virtualStart + said.resetAt(now);
    const reset = [
      Math.floor(resetAt / 1000),
      resetAt,
      Math.ceil((resetAt - virtualStart - now) / 1000),
    ];
    return {
      date: new Date(Math.floor((virtualStart + now) / 1000) * 1000).toUTCString(),
      'x-ratelimit-limit': String(said.max),
      'x-ratelimit-remaining': String(Math.max(0, said.left(now))),
      'x-ratelimit-reset': String(Math.floor(reset[writing] ?? 0)),
    };
  }

  function take(route: EndpointLimit, now: number, all: Map<string, Bucket>): Answer {
    const { own, wide } = bucketsOf(route, all);
    const each = [...own, ...wide];
    const free = each.every((bucket) => bucket.left(now) >= 1);
    if (free) for (const bucket of each) bucket.count(now);
    const said = headers === 'own' ? own : each;
    return { status: free ? 200 : 429, headers: describe(said, now) };
  }

  return {
    arrive(route, now, device = '') {
      const answer = take(route, now, buckets);
      const own = alone.get(device) ?? new Map<string, Bucket>();
      alone.set(device, own);
      const would = take(route, now, own);
      if (answer.status === 200) accepted += 1;
      else refused += 1;
      if (answer.status !== 200 && would.status === 200) refusedByOthers += 1;
      return answer;
    },
    others(route, now) {
      const answer = take(route, now, buckets);
      if (answer.status === 200) othersAccepted += 1;
      return answer;
    },
    get accepted() {
      return accepted;
    },
    get refused() {
      return refused;
    },
    get refusedByOthers() {
      return refusedByOthers;
    },
    get othersAccepted() {
      return othersAccepted;
    },
  };
}
