import type { Connection, Endpoint } from '#service/connections/connection.ts';
import { findConfig } from '#service/store/find.ts';
import { known } from '#service/store/refusal.ts';
import { cloudEndpoint, endpointOf, serverOf } from '#service/store/servers.ts';
import type { Account } from '#service/store/state.ts';

/** One end of a bridge: a configuration of any of the three kinds, by its own id. */
export function bridgeEnd(
  account: Account,
  type: 'config' | 'paid_option' | 'cloud',
  id: number,
): { connection: Connection; endpoint: Endpoint } {
  if (type === 'config') {
    const connection = findConfig(account, id);
    return {
      connection,
      endpoint: endpointOf(serverOf(connection.server_id), connection.protocol),
    };
  }
  if (type === 'paid_option') {
    const connection = account.paid_options
      .flatMap((option) => option.configs)
      .find((config) => config.id === id);
    if (connection === undefined) throw known(1);
    return {
      connection,
      endpoint: endpointOf(serverOf(connection.server_id), connection.protocol),
    };
  }
  for (const server of account.cloud_servers) {
    const connection = server.configs.find((config) => config.id === id);
    if (connection !== undefined) {
      return { connection, endpoint: cloudEndpoint(server, connection.protocol) };
    }
  }
  throw known(1);
}
