import type { EndpointId } from '#contract/api/index.ts';
import type { Failure } from '#contract/failure.ts';
import type { Clock } from '#core/kernel/ports.ts';

/** A failure without the service's words and without what was typed. */
export function bareFailure(failure: Failure) {
  const { kind, reason, tls, proxy, endpoint, status, errorCode, requestId } = failure;
  return { kind, reason, tls, proxy, endpoint, status, errorCode, requestId };
}

export interface LastFailure {
  /** Unix milliseconds. */
  readonly at: number;
  readonly failure: ReturnType<typeof bareFailure>;
}

/** Remembers how each endpoint failed last in this run, as bare facts and in memory only. */
export function createLastFailures(clock: Pick<Clock, 'now'>) {
  const counts = new Map<string, number>();
  const byEndpoint = new Map<string, LastFailure>();
  return {
    note(failure: Failure) {
      const { endpoint } = failure;
      if (endpoint === undefined) return;
      byEndpoint.delete(endpoint);
      byEndpoint.set(endpoint, { at: clock.now(), failure: bareFailure(failure) });
    },
    noteUnreadable: (endpoint: EndpointId, count: number) => counts.set(endpoint, count),
    unreadable: (): readonly { readonly endpoint: string; readonly count: number }[] =>
      [...counts].map(([endpoint, count]) => ({ endpoint, count })),
    /** One per endpoint, newest last. */
    all: (): readonly LastFailure[] => [...byEndpoint.values()],
  };
}
