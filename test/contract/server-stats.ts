import type { ServerStats } from '#contract/ipc/stats.ts';

export function serverStats(server: string, fetchedAt: number): ServerStats {
  return {
    server,
    fetchedAt,
    host: `${server}.example.com`,
    status: 'up',
    uptimeDays: 41,
    cpuModel: 'AMD EPYC 7443P 24-Core Processor',
    days: [{ date: '2026-01-15', cpu: 12, ram: 40, up: 4, down: 20 }],
    recent: [{ at: fetchedAt, up: 4, down: 20 }],
  };
}
