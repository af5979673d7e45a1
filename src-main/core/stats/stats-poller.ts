import { endpointIdsAnswering } from '#contract/api/index.ts';
import { ServerStatistics } from '#contract/records/shared.ts';
import type { ServerStats } from '#contract/ipc/stats.ts';
import type { Result } from '#contract/failure.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Priority } from '#core/limits/priority.ts';
import type { Clock, Random } from '#core/ports.ts';

/** The endpoints that answer with the statistics of a server. */
export const statsRoutes = endpointIdsAnswering(ServerStatistics);
export type StatsRouteId = (typeof statsRoutes)[number];

/** How a server's statistics can be asked for; any of the ways answers the same. */
export interface StatsSource {
  readonly server: string;
  readonly routes: readonly { readonly id: StatsRouteId; readonly input: unknown }[];
}

export interface StatsPoller {
  /** Says which servers are on screen and which one is looked at; answers with what is known. */
  watch(servers: readonly string[], focus: string | null): readonly ServerStats[];
  /** `false` while hidden, asleep, offline or saving the battery: nothing is asked for. */
  setActive(active: boolean): void;
  snapshot(server: string): ServerStats | undefined;
  /** Takes up samples of an earlier run; newer ones stay. */
  restore(stats: readonly ServerStats[]): void;
  stop(): void;
}

export interface StatsPollerOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly limiter: Pick<RateLimiter, 'available' | 'earliest' | 'pace'>;
  readonly sources: (server: string) => StatsSource | undefined;
  /** Asks; waits for the limits itself. `signal` fires when nobody looks any more. */
  readonly fetch: (
    routeId: StatsRouteId,
    input: unknown,
    priority: Priority,
    signal: AbortSignal,
  ) => Promise<Result<unknown>>;
  /** Hears servers whose values changed. */
  readonly publish: (stats: readonly ServerStats[]) => void;
}
