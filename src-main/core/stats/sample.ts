import type { ServerStats } from '#contract/ipc/stats.ts';
import type { Failure } from '#contract/failure.ts';
import { ServerStatistics } from '#contract/records/shared.ts';

/** How many points of up and down are kept. */
const recentMost = 60;

/**
 * A new sample of a server from an answer of one of the four statistics routes, carrying on what was
 * known before. `undefined` when the answer is not statistics.
 */
export function sampled(
  server: string,
  value: unknown,
  before: ServerStats | undefined,
  now: number,
): ServerStats | undefined {
  const parsed = ServerStatistics.safeParse(value);
  if (!parsed.success) return undefined;
  const { host, status, uptime_days, cpu_model, stats } = parsed.data;
  const days = stats
    .map(({ date, cpu, ram, up, down }) => ({ date, cpu, ram, up, down }))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const today = days.at(-1);
  const point = today ? [{ at: now, up: today.up, down: today.down }] : [];
  return {
    server,
    fetchedAt: now,
    host,
    status,
    uptimeDays: uptime_days,
    cpuModel: cpu_model,
    days,
    recent: [...(before?.recent ?? []), ...point].slice(-recentMost),
  };
}

/** The old values with what the last attempt failed with; `fetchedAt` 0 where there are none. */
export function failed(
  server: string,
  failure: Failure,
  before: ServerStats | undefined,
): ServerStats {
  const empty: ServerStats = {
    server,
    fetchedAt: 0,
    host: '',
    status: '',
    uptimeDays: 0,
    cpuModel: '',
    days: [],
    recent: [],
  };
  return { ...(before ?? empty), failure };
}

/** Whether a person would see the same; when it was fetched is not compared. */
export function looksSame(a: ServerStats, b: ServerStats): boolean {
  return visible(a) === visible(b);
}

function visible(stats: ServerStats): string {
  const { host, status, uptimeDays, cpuModel, days, failure } = stats;
  const problem = failure && [failure.kind, failure.reason, failure.errorCode, failure.message];
  return JSON.stringify([host, status, uptimeDays, cpuModel, days, problem]);
}
