import { endpointIdsAnswering, type EndpointId } from '#contract/api/index.ts';
import type { CommandName } from '#contract/ipc.ts';
import { ServerStatistics } from '#contract/records/shared.ts';

/**
 * The endpoints that main calls for an IPC command, where the window does not name them itself: the
 * lists of connections, a title by the connection's source, and the like. A test compares it with
 * the ids in the core's files.
 */
export const commandEndpoints: Partial<Record<CommandName, readonly EndpointId[]>> = {
  'connections.rows': [
    'configs.list',
    'cloudServers.list',
    'cloudServers.configs',
    'cloudServers.proxies',
    'cloudServers.locations',
    'paidOptions.list',
    'locations.list',
  ],
  'connections.get': ['configs.subconfig', 'paidOptions.subconfig'],
  'connections.setTitle': [
    'configs.setTitle',
    'cloudServers.setConfigTitle',
    'cloudServers.setProxyTitle',
    'paidOptions.setConfigTitle',
  ],
  'stats.watch': endpointIdsAnswering(ServerStatistics),
  'inbox.get': ['notifications.take'],
  'session.signIn': ['profile.get'],
  'secrets.copy': ['customSubscriptions.encryptedLink'],
};
