import { api } from '#contract/api/index.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Clock } from '#core/ports.ts';
import { statsEndpoints, type StatsEndpointId } from './stats-sources.ts';

/** A server never seen is polled at once while the interval between polls is no longer than this. */
const sparseMs = 2000;
/** With a longer interval than this, a last free slot is left for the focused server. */
const scarceMs = 1500;
/** When a server that left its slot to the focused one tries again. */
const retryMs = 1000;
/** Poll 10 % faster than the sustained limit, so that the limiter is the bottleneck. */
const eagerness = 0.9;

/** When requests may go to one endpoint, worked out once a round; monotonic milliseconds. */
interface EndpointTiming {
  /** How many could go now. */
  readonly available: number;
  /** When one could go at all, and when one should for an even flow. */
  readonly opensAt: number;
  readonly evenAt: number;
  /** The interval that the overview wants; `null` when it does not count the endpoint. */
  readonly overallInterval: number | null;
}

/** When requests were last sent, for an even flow; monotonic milliseconds. */
export interface LastSent {
  readonly byEndpoint: Map<StatsEndpointId, number>;
  overall: number;
}

/** The timing of each endpoint that answers with statistics. */
export function endpointTimings(
  limiter: Pick<RateLimiter, 'available' | 'earliest' | 'pace'>,
  clock: Clock,
  lastSent: LastSent,
  now: number,
): ReadonlyMap<StatsEndpointId, EndpointTiming> {
  return new Map(
    statsEndpoints.map((id) => {
      const { own, overall } = limiter.pace(api[id]);
      const evenOwn = (lastSent.byEndpoint.get(id) ?? -Infinity) + own * eagerness;
      const evenOverall = overall === null ? -Infinity : lastSent.overall + overall * eagerness;
      const timing = {
        available: limiter.available(api[id]),
        opensAt: now + Math.max(0, limiter.earliest(api[id], 'on-screen') - clock.now()),
        evenAt: Math.max(evenOwn, evenOverall),
        overallInterval: overall,
      };
      return [id, timing];
    }),
  );
}

/**
 * When a server should be polled through an endpoint, monotonic milliseconds. The focused server
 * and those never seen do not wait for an even flow.
 */
export function pollAt(
  server: {
    readonly dueAt: number;
    readonly isFocused: boolean;
    /** Neither a sample nor a failure is known. */
    readonly isNew: boolean;
  },
  hasFocus: boolean,
  { available, opensAt, evenAt, overallInterval }: EndpointTiming,
  now: number,
): number {
  const { dueAt, isFocused, isNew } = server;
  const interval = overallInterval ?? 0;
  const isScarce = available < 2 && interval > scarceMs;
  if (isScarce && hasFocus && !isFocused) return Math.max(dueAt, now + retryMs);
  const atOnce = isFocused || (isNew && interval <= sparseMs);
  return Math.max(dueAt, opensAt, atOnce ? -Infinity : evenAt);
}
