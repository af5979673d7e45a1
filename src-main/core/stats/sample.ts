import { endpointIdsAnswering } from '#contract/api/index.ts';
import type { ServerStats } from '#contract/ipc/stats.ts';
import type { Failure } from '#contract/failure.ts';
import { ServerStatistics } from '#contract/records/shared.ts';
import { parseServerName } from '#contract/rules/server-name.ts';

export const statsEndpoints = endpointIdsAnswering(ServerStatistics);
export type StatsEndpointId = (typeof statsEndpoints)[number];

export interface StatsRequest {
  readonly id: StatsEndpointId;
  readonly input: unknown;
}

/** `cloud:3` of a cloud server, `option:1:0` of a paid option; empty for others. */
export function requestsByName(server: string): readonly StatsRequest[] {
  const id = parseServerName(server);
  switch (id?.kind) {
    case 'cloud':
      return [{ id: 'cloudServers.serverStats', input: { path: { id: id.id } } }];
    case 'option': {
      return [{ id: 'paidOptions.stats', input: { path: { id: id.optionId, index: id.index } } }];
    }
    default:
      return [];
  }
}

const maxRecent = 60;
/** Samples are written every few seconds: a service that sends more days, or a novel, is cut short. */
const maxDays = 31;
const longestText = 200;
const dateLength = 'YYYY-MM-DD'.length;
const cut = (text: string) => text.slice(0, longestText);

/** The sample of an answer, with the points of earlier samples. */
export function sampleOf(
  server: string,
  answer: ServerStatistics,
  before: ServerStats | undefined,
  now: number,
): ServerStats {
  const { host, status, uptime_days, cpu_model, stats } = answer;
  const days = stats
    .map(({ date, cpu, ram, up, down }) => ({
      date: date.slice(0, dateLength),
      cpu,
      ram,
      up,
      down,
    }))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .slice(-maxDays);
  const today = days.at(-1);
  const point = today ? [{ at: now, up: today.up, down: today.down }] : [];
  return {
    server,
    fetchedAt: now,
    host: cut(host),
    status: cut(status),
    uptimeDays: uptime_days,
    cpuModel: cut(cpu_model),
    days,
    recent: [...(before?.recent ?? []), ...point].slice(-maxRecent),
  };
}

/** The old values with the failure of the last attempt; `fetchedAt` 0 where there are no values. */
export function failedSample(
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

/** Whether two samples look the same on screen; their age is not compared. */
export function looksSame(a: ServerStats, b: ServerStats): boolean {
  return visible(a) === visible(b);
}

function visible(stats: ServerStats): string {
  const { host, status, uptimeDays, cpuModel, days, failure } = stats;
  const problem = failure && [failure.kind, failure.reason, failure.errorCode, failure.message];
  return JSON.stringify([host, status, uptimeDays, cpuModel, days, problem]);
}
