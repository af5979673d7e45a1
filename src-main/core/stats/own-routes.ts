import type { StatsSource } from './stats-poller.ts';

/**
 * The route to statistics whose name itself says where they are: `cloud:3` of a cloud server, which
 * has them with no connection on it too, and `option:1:0` of a paid option (its number, an index).
 * Empty for every other name.
 */
export function ownStatsRoutes(server: string): StatsSource['routes'] {
  const [, kind, id, index] = /^(cloud|option):(\d+)(?::(\d+))?$/.exec(server) ?? [];
  if (kind === 'cloud' && index === undefined) {
    return [{ id: 'cloudServers.serverStats', input: { path: { id: Number(id) } } }];
  }
  return kind === 'option' && index !== undefined
    ? [{ id: 'paidOptions.stats', input: { path: { id: Number(id), index: Number(index) } } }]
    : [];
}
