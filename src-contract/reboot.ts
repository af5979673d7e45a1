/** A reboot starts about this long after it was accepted (specification, part 1, States), ms. */
export const rebootStartsMs = 3000;
/** The server is then unreachable for about 1 to 2 minutes: the shortest and the longest, ms. */
const shortestSilenceMs = 60_000;
const longestSilenceMs = 120_000;

/** The part of a server's statistics that shows a reboot. */
export interface ServerReading {
  readonly status: string;
  /** Unix milliseconds. */
  readonly fetchedAt: number;
  /** The last attempt failed, and this is older than it. */
  readonly failure?: unknown;
}

export interface Reboot {
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** The server was found silent since. */
  readonly wentDown: boolean;
}

/** Until when the server may be silent, Unix milliseconds. */
export function silentUntil({ startedAt }: Reboot): number {
  return startedAt + rebootStartsMs + longestSilenceMs;
}

/** What a reading says of a reboot; one from before it says nothing. */
export function afterReading(reboot: Reboot, stats: ServerReading | undefined): Reboot {
  if (stats === undefined || stats.fetchedAt < reboot.startedAt) return reboot;
  return stats.status === 'down' && !reboot.wentDown ? { ...reboot, wentDown: true } : reboot;
}

/** Whether the server was read as up after it had been read as down, or after the shortest silence. */
export function isBack(reboot: Reboot, stats: ServerReading | undefined): boolean {
  if (stats?.status !== 'up' || stats.failure !== undefined) return false;
  const least = reboot.wentDown ? 0 : shortestSilenceMs;
  return stats.fetchedAt >= reboot.startedAt + rebootStartsMs + least;
}
