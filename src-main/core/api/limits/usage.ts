import { z } from 'zod';
import type { Endpoint, Limit } from '#contract/endpoint.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { LimitWindow, PersistedWindow } from './limit-window.ts';

/** The limits of one endpoint; every endpoint of the contract satisfies it. */
export type EndpointLimit = Pick<Endpoint, 'id' | 'limits' | 'limitKind'>;

/** By endpoint, not by path: how the service counts is not said. */
export interface EndpointWindows {
  readonly endpoint: EndpointLimit;
  readonly own: readonly LimitWindow[];
  /** Whether the overview counts this endpoint; `false` only by the endpoint's own headers. */
  inOverview: boolean;
}

const PersistedEndpoint = z.object({
  /** How long before the usage was saved this was the state, milliseconds. */
  ageMs: z.number(),
  inOverview: z.boolean(),
  windows: z.array(PersistedWindow).readonly(),
});
type PersistedEndpoint = z.output<typeof PersistedEndpoint>;

/** Requests of earlier runs that are not recorded, because the run crashed. */
const Unrecorded = z.object({
  /** How many may have been sent, to any endpoint; `null`: nobody knows. */
  count: z.number().nullable(),
  /** How long before the usage was saved they had been sent at the latest, milliseconds. */
  ageMs: z.number(),
});

/** The limiter's usage that survives a restart, as a record of the vault. */
export const PersistedUsage = z.object({
  version: z.number(),
  /** Unix milliseconds. */
  savedAt: z.number(),
  /** How many requests may have been sent after saving; `null`: nobody knows. */
  ahead: z.number().nullable(),
  unrecorded: z.array(Unrecorded).readonly(),
  overview: PersistedWindow,
  exempt: PersistedWindow,
  /** Whether headers may show that the overview does not count an endpoint. */
  trustsHeaders: z.boolean(),
  endpoints: z.record(z.string(), PersistedEndpoint),
});
export type PersistedUsage = z.output<typeof PersistedUsage>;

const usageVersion = 1;
/** A clock set back by more than this makes earlier usage unknown, milliseconds. */
const clockSlackMs = 5000;
/** Requests that are older hold no slot: the longest window is a minute. */
const forgetAfterMs = 3_600_000;

/** The windows of one account at one service, with its usage from before the start. */
export class Usage {
  readonly overview: LimitWindow;
  /** The usage of endpoints that the overview does not count, for when their exemption ends. */
  readonly exempt: LimitWindow;
  trustsHeaders = true;
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #endpoints = new Map<string, EndpointWindows>();
  /** The endpoints as earlier runs left them, and when that was saved, monotonic milliseconds. */
  readonly #past: Readonly<Record<string, PersistedEndpoint>>;
  readonly #savedAt: number;
  /** As `Unrecorded`, with monotonic times. */
  readonly #unrecorded: readonly { readonly count: number; readonly before: number }[];

  /**
   * @param clock the computer's own: usage is saved in one run and read in the next, before the
   *   service has said what time it is
   * @param saved what `save` gave; `undefined` for an account to which nothing was ever sent; `lost`
   *   when there was something that cannot be read: every window then counts as full
   */
  constructor(
    clock: Pick<Clock, 'now' | 'monotonic'>,
    overview: Limit,
    saved: PersistedUsage | 'lost' | undefined,
  ) {
    const now = clock.monotonic();
    const past = saved === 'lost' || !isUsable(saved, clock.now()) ? undefined : saved;
    const passedMs = past ? Math.max(0, clock.now() - past.savedAt) : 0;
    const ahead = past ? past.ahead : saved === undefined ? 0 : null;
    this.#clock = clock;
    this.#past = past?.endpoints ?? {};
    this.#savedAt = now - passedMs;
    this.#unrecorded = [
      ...(past?.unrecorded ?? []).map(({ count, ageMs }) => ({
        count: count ?? Infinity,
        before: this.#savedAt - ageMs,
      })),
      { count: ahead ?? Infinity, before: now },
    ];
    this.overview = new LimitWindow(overview);
    this.exempt = new LimitWindow({ ...overview, max: Number.MAX_SAFE_INTEGER });
    if (past) {
      this.overview.restore(past.overview, passedMs, now);
      this.exempt.restore(past.exempt, passedMs, now);
      this.trustsHeaders = past.trustsHeaders;
    }
    this.overview.hold(ahead ?? Infinity, now, now);
  }

  /** The windows of an endpoint; created on first use. */
  of(endpoint: EndpointLimit): EndpointWindows {
    const found = this.#endpoints.get(endpoint.id);
    if (found) return found;
    const now = this.#clock.monotonic();
    const past = this.#past[endpoint.id];
    const recordedAt = past ? this.#savedAt - past.ageMs : -Infinity;
    const own = endpoint.limits.map((limit, n) => {
      const window = new LimitWindow(limit);
      const saved = past?.windows[n];
      if (saved) window.restore(saved, now - recordedAt, now);
      for (const { count, before } of this.#unrecorded) {
        if (before >= recordedAt) window.hold(count, before, now);
      }
      return window;
    });
    const windows: EndpointWindows = { endpoint, own, inOverview: past?.inOverview ?? true };
    this.#endpoints.set(endpoint.id, windows);
    return windows;
  }

  all(): readonly EndpointWindows[] {
    return [...this.#endpoints.values()];
  }

  /** @param ahead how many requests may be sent before the next save; `null`: nobody knows */
  save(ahead: number | null): PersistedUsage {
    const now = this.#clock.monotonic();
    const endpoints: Record<string, PersistedEndpoint> = {};
    for (const [id, past] of Object.entries(this.#past)) {
      endpoints[id] = { ...past, ageMs: past.ageMs + now - this.#savedAt };
    }
    for (const { endpoint, own, inOverview } of this.all()) {
      const windows = own.map((window) => window.save(now));
      endpoints[endpoint.id] = { ageMs: 0, inOverview, windows };
    }
    return {
      version: usageVersion,
      savedAt: this.#clock.now(),
      ahead,
      unrecorded: this.#unrecorded
        .map(({ count, before }) => ({
          count: count === Infinity ? null : count,
          ageMs: now - before,
        }))
        .filter(({ count, ageMs }) => count !== 0 && ageMs < forgetAfterMs),
      overview: this.overview.save(now),
      exempt: this.exempt.save(now),
      trustsHeaders: this.trustsHeaders,
      endpoints,
    };
  }
}

/** Not of another version, nor from a time that is still to come. */
function isUsable(saved: PersistedUsage | undefined, unixNow: number): saved is PersistedUsage {
  return saved?.version === usageVersion && unixNow - saved.savedAt >= -clockSlackMs;
}
