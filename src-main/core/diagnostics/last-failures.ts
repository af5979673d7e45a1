import type { EndpointId } from '#contract/api/index.ts';
import type { Failure } from '#contract/failure.ts';
import type { Clock } from '#core/ports.ts';
import { bareFailure, type BareFailure } from './bare-failure.ts';

/** The newest failure of one endpoint. */
export interface LastFailure {
  /** Unix milliseconds. */
  readonly at: number;
  readonly failure: BareFailure;
}

export interface LastFailures {
  note(failure: Failure): void;
  /** Elements of an answer could not be read. */
  noteUnreadable(endpoint: EndpointId, count: number): void;
  /** How many in the last such answer of each endpoint. */
  unreadable(): readonly { readonly endpoint: string; readonly count: number }[];
  /** One per endpoint, newest last. */
  all(): readonly LastFailure[];
}

/** Remembers how each endpoint failed last in this run, as bare facts and in memory only. */
export function createLastFailures(clock: Pick<Clock, 'now'>): LastFailures {
  const counts = new Map<string, number>();
  const byEndpoint = new Map<string, LastFailure>();
  return {
    note(failure) {
      const { endpoint } = failure;
      if (endpoint === undefined) return;
      byEndpoint.delete(endpoint);
      byEndpoint.set(endpoint, { at: clock.now(), failure: bareFailure(failure) });
    },
    noteUnreadable(endpoint, count) {
      counts.set(endpoint, count);
    },
    unreadable: () => [...counts].map(([endpoint, count]) => ({ endpoint, count })),
    all: () => [...byEndpoint.values()],
  };
}
