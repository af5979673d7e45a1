/** The endpoints that answer with server statistics. */
export const statsEndpoints = [
  'configs.serverStats',
  'cloudServers.serverStats',
  'paidOptions.stats',
  'paidOptions.configStats',
] as const;
export type StatsEndpointId = (typeof statsEndpoints)[number];

/** A request for a server's statistics. */
export interface StatsRequest {
  readonly id: StatsEndpointId;
  readonly input: unknown;
}

/**
 * The request for statistics whose name says where they are: `cloud:3` of a cloud server, also when
 * it has no connection, and `option:1:0` of a paid option (its id, an index). Empty for other names.
 */
export function requestsByName(server: string): readonly StatsRequest[] {
  const [, kind, id, index] = /^(cloud|option):(\d+)(?::(\d+))?$/.exec(server) ?? [];
  if (kind === 'cloud' && index === undefined) {
    return [{ id: 'cloudServers.serverStats', input: { path: { id: Number(id) } } }];
  }
  return kind === 'option' && index !== undefined
    ? [{ id: 'paidOptions.stats', input: { path: { id: Number(id), index: Number(index) } } }]
    : [];
}
