import { z } from 'zod';
import type { Failure } from '#contract/failure.ts';
import { command } from './command.ts';

/** One day of a server's statistics (specification, part 1, Server statistics). */
export interface StatsDay {
  readonly date: string;
  /** Percent. */
  readonly cpu: number;
  readonly ram: number;
  /** Mbps. */
  readonly up: number;
  readonly down: number;
}

/** The newest statistics of one server. "Now" is the last day's values as they were at `fetchedAt`. */
export interface ServerStats {
  /** As in `ConnectionRow.server`. */
  readonly server: string;
  /** Unix milliseconds. */
  readonly fetchedAt: number;
  readonly host: string;
  readonly status: string;
  readonly uptimeDays: number;
  readonly cpuModel: string;
  readonly days: readonly StatsDay[];
  /** Mbps at the last polls, oldest first, at most 60. */
  readonly recent: readonly { at: number; up: number; down: number }[];
  /** Set when the last attempt failed; the values are then older. */
  readonly failure?: Failure;
}

export const statsCommands = {
  /**
   * Says which servers are on screen: their statistics are kept live until the next call. `focus`
   * is the one that is looked at. Answers with what is known of them.
   */
  'stats.watch': command<readonly ServerStats[]>()(
    z.strictObject({
      servers: z.array(z.string().max(80)).max(100),
      focus: z.string().max(80).nullable(),
    }),
  ),
} as const;
