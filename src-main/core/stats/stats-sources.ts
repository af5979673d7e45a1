import { endpointIdsAnswering } from '#contract/api/index.ts';
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
      const path = { id: id.optionId, index: id.index };
      return [{ id: 'paidOptions.stats', input: { path } }];
    }
    default:
      return [];
  }
}
