import type { Limit } from '#contract/endpoint.ts';
import type { Route } from './endpoint-queue.ts';
import type { LimiterMemory } from './persisted-usage.ts';
import type { Priority } from './priority.ts';
import type { Clock } from '#core/ports.ts';

/** The right to send one request now. Exactly one of the three ends it; a second one is ignored. */
export interface Permit {
  /** The answer's last byte arrived (or it is known that no more comes). 429 is handled here. */
  done(answer: { status: number; headers: Readonly<Record<string, string>> }): void;
  /** Nothing was sent: the slot is given back. */
  unsent(): void;
  /** Sent, but no answer came in time: the slot frees a window after this moment. */
  lost(): void;
}

/** Keeps every request within the service's limits (specification, part 3, Limits). */
export interface RateLimiter {
  /**
   * Waits for room in every window of the route and of the overview together. Rejects with
   * `LimiterAborted` when the signal fires or the limiter stops before the grant.
   */
  acquire(route: Route, priority: Priority, signal?: AbortSignal): Promise<Permit>;
  /**
   * When a request of this priority could go at the earliest behind those that wait already, Unix
   * milliseconds; now if at once. Reserves nothing; a guess where an answer under way decides.
   */
  earliest(route: Route, priority: Priority): number;
  /**
   * How many requests of low priority could go on this route now: the least over its windows and
   * the overview, without what is kept for the person and what waits already. Never negative.
   */
  room(route: Route): number;
  /**
   * How far apart low-priority requests have to go from now on so that none waits, milliseconds: on
   * this route, and over all routes together (`null` once this route's headers showed that the
   * overview does not count it).
   */
  pace(route: Route): { readonly own: number; readonly overall: number | null };
  /** The routes that were asked for so far. */
  routes(): readonly Route[];
  /** A person is about to act (the window came up): what is kept for them grows at once. */
  expectPerson(): void;
  /**
   * Hears until when a person's requests must wait, Unix milliseconds, once that is more than
   * 300 ms; `null` when none waits any more. Returns its own removal.
   */
  onWait(listener: (until: number | null) => void): () => void;
  /** What to put down for the next start: exact after `stop`, else as `keep` says. */
  save(): LimiterMemory;
  /** Rejects all that wait, and all that come. Permits out may still be ended. */
  stop(): void;
}

/** The wait ended without a grant; nothing was sent, nothing was spent. */
export class LimiterAborted extends Error {
  override readonly name = 'AbortError';

  constructor() {
    super('the wait for the limits was given up');
  }
}

export interface RateLimiterOptions {
  readonly clock: Clock;
  readonly overview: Limit;
  /**
   * What the last `save` or `keep` gave. Absent for an account that this device never used: nothing
   * was sent, so nothing is spent. `lost` when there was something and it cannot be read: the past
   * is unknown and counts as full.
   */
  readonly memory?: LimiterMemory | 'lost' | undefined;
  /**
   * Writes the memory down, now: called whenever more is about to be sent than the last one allows
   * for, one call in about six requests, so that a crash makes little unknown. Without it everything
   * since the last `save` counts as full.
   */
  readonly keep?: (memory: LimiterMemory) => void;
}
