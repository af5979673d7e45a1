import { z } from 'zod';
import type { Failure } from '#contract/failure.ts';
import { StatisticsDay } from '#contract/records/shared.ts';
import type { Reboot } from '#contract/reboot.ts';
import type { StateOfConnection } from '#contract/rules/connection-state.ts';
import { command, noInput } from './command.ts';

/** One day of a server's statistics, as the service gives it and nothing else of it. */
const StatsDay = z.object(StatisticsDay.shape);
type StatsDay = Readonly<z.output<typeof StatsDay>>;

/** A sample of one server's statistics. "Now" is the last day's values as they were at `fetchedAt`. */
export const ServerSample = z.object({
  /** As in `ConnectionRow.server`. */
  server: z.string(),
  /** Unix milliseconds; 0 when no sample was ever fetched. */
  fetchedAt: z.number(),
  host: z.string(),
  status: z.string(),
  uptimeDays: z.number(),
  cpuModel: z.string(),
  days: z.array(StatsDay).readonly(),
  /** Mbps at the last polls, oldest first, at most 60. `at`: Unix milliseconds. */
  recent: z.array(z.object({ at: z.number(), up: z.number(), down: z.number() })).readonly(),
});

export interface ServerStats extends Readonly<z.output<typeof ServerSample>> {
  /** Set when the last attempt failed; the values are then older. */
  readonly failure?: Failure;
}

/** How a cloud server of the list is now, as main derived it. */
export interface ServerNow {
  readonly id: number;
  readonly state: StateOfConnection;
  /** Set from when a reboot was accepted until it is over. */
  readonly reboot: Reboot | null;
}

export const statsCommands = {
  /** The servers on screen, kept up to date until the next call; `focus`: the open page's. */
  'stats.watch': command<readonly ServerStats[]>()(
    z.strictObject({
      servers: z.array(z.string().max(80)).max(100),
      focus: z.string().max(80).nullable(),
    }),
  ),
  /** All cloud servers that are known; `servers.changed` announces changes. */
  'servers.get': command<readonly ServerNow[]>()(noInput),
} as const;
