import type { Limit } from '#contract/endpoint.ts';
import type { EndpointLimit } from '#core/api/limits/usage.ts';
import { virtualStart } from './virtual-time.ts';

/** How a service may count: the specification does not say. */
export const models = ['sliding-log', 'fixed-window', 'first-hit', 'token-bucket'] as const;
export type Model = (typeof models)[number];

/** Which of the two stated figures applies (specification, part 3, Limits 1 to 3). */
export const readings = ['overview', 'endpoint'] as const;
export type Reading = (typeof readings)[number];

/** What its headers describe: the tightest window, always the endpoint's own window, or nothing. */
type HeaderStyle = 'tightest' | 'own' | 'none';

/** One limit as the service counts it. Times are its own clock's milliseconds. */
interface Bucket {
  readonly max: number;
  readonly left: (now: number) => number;
  readonly count: (now: number) => void;
  /** When it says that it resets. */
  readonly resetAt: (now: number) => number;
}

/** How each model counts `max` requests per `ms`; its fixed windows begin at `phase`, a part of one. */
const createBucket: Readonly<Record<Model, (max: number, ms: number, phase: number) => Bucket>> = {
  'sliding-log': (max, ms) => {
    let log: number[] = [];
    return {
      max,
      left(now) {
        log = log.filter((at) => at > now - ms);
        return max - log.length;
      },
      count: (now) => log.push(now),
      resetAt: (now) => (log[0] ?? now) + ms,
    };
  },
  'fixed-window': (max, ms, phase) => {
    let current = NaN;
    let used = 0;
    const window = (now: number) => Math.floor(now / ms + phase);
    return {
      max,
      left(now) {
        if (window(now) !== current) used = 0;
        current = window(now);
        return max - used;
      },
      count: () => (used += 1),
      resetAt: (now) => (window(now) + 1 - phase) * ms,
    };
  },
  'first-hit': (max, ms) => {
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
  },
  'token-bucket': (max, ms) => {
    let tokens = max;
    let filledAt = 0;
    return {
      max,
      left(now) {
        tokens = Math.min(max, tokens + ((now - filledAt) * max) / ms);
        filledAt = now;
        return Math.floor(tokens + 1e-6);
      },
      count: () => (tokens -= 1),
      resetAt: (now) => now + ((max - tokens) * ms) / max,
    };
  },
};

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

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

class Buckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #create: (name: string, limit: Limit) => Bucket;

  constructor(create: (name: string, limit: Limit) => Bucket) {
    this.#create = create;
  }

  get(name: string, limit: Limit): Bucket {
    const bucket = this.#buckets.get(name) ?? this.#create(name, limit);
    this.#buckets.set(name, bucket);
    return bucket;
  }
}

class CountingService implements ServiceLimits {
  readonly #options: ServiceLimitsOptions;
  readonly #headers: HeaderStyle;
  /** Which of the ways of writing `X-RateLimit-Reset` is used. */
  readonly #writing: number;
  readonly #phases = new Map<string, number>();
  readonly #buckets: Buckets;
  /** The same limits as if a device were alone. */
  readonly #alone = new Map<string, Buckets>();
  accepted = 0;
  refused = 0;
  refusedByOthers = 0;
  othersAccepted = 0;

  constructor(options: ServiceLimitsOptions) {
    this.#options = options;
    this.#headers = options.headers ?? 'tightest';
    this.#writing = Math.floor(options.unit() * 3);
    this.#buckets = this.#createBuckets();
  }

  arrive(route: EndpointLimit, now: number, device = ''): Answer {
    const answer = this.#take(route, now, this.#buckets);
    const own = this.#alone.get(device) ?? this.#createBuckets();
    this.#alone.set(device, own);
    const alone = this.#take(route, now, own);
    if (answer.status === 200) this.accepted += 1;
    else this.refused += 1;
    if (answer.status !== 200 && alone.status === 200) this.refusedByOthers += 1;
    return answer;
  }

  others(route: EndpointLimit, now: number): Answer {
    const answer = this.#take(route, now, this.#buckets);
    if (answer.status === 200) this.othersAccepted += 1;
    return answer;
  }

  #createBuckets(): Buckets {
    const { model } = this.#options;
    return new Buckets((name, { max, windowS }) =>
      createBucket[model](max, windowS * 1000, this.#phaseOf(name)),
    );
  }

  /** The same for a device alone as for all together. */
  #phaseOf(name: string): number {
    const phase = this.#phases.get(name) ?? this.#options.unit();
    this.#phases.set(name, phase);
    return phase;
  }

  #take(route: EndpointLimit, now: number, buckets: Buckets): Answer {
    const { reading, overview } = this.#options;
    const own = route.limits.map((limit, n) => buckets.get(`${route.id} ${n}`, limit));
    const wide = reading === 'overview' ? [buckets.get('overview', overview)] : [];
    const all = [...own, ...wide];
    const free = all.every((bucket) => bucket.left(now) >= 1);
    if (free) for (const bucket of all) bucket.count(now);
    const described = this.#headers === 'own' ? own : all;
    return { status: free ? 200 : 429, headers: this.#describe(described, now) };
  }

  #describe(all: readonly Bucket[], now: number): Record<string, string> {
    if (this.#headers === 'none') return {};
    const tightest = all.reduce((a, b) => (b.left(now) < a.left(now) ? b : a));
    const resetAt = virtualStart + tightest.resetAt(now);
    const reset = [
      Math.floor(resetAt / 1000),
      resetAt,
      Math.ceil((resetAt - virtualStart - now) / 1000),
    ];
    return {
      date: new Date(Math.floor((virtualStart + now) / 1000) * 1000).toUTCString(),
      'x-ratelimit-limit': String(tightest.max),
      'x-ratelimit-remaining': String(Math.max(0, tightest.left(now))),
      'x-ratelimit-reset': String(Math.floor(reset[this.#writing] ?? 0)),
    };
  }
}

/** Counts as one of the models does, in one of the readings, from nothing spent. */
export function createServiceLimits(options: ServiceLimitsOptions): ServiceLimits {
  return new CountingService(options);
}
