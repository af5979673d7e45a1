import type { EndpointId } from '#contract/api/index.ts';
import type { CommandName } from '#contract/ipc.ts';

/**
 * The rows that main sends for a command of the bridge, where the window names no row itself: what
 * the lists of connections are made of, a title by the connection's source, and the like. A test
 * holds it against the rows that the core names.
 */
export const commandRows: Partial<Record<CommandName, readonly EndpointId[]>> = {
  'connections.query': [
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
  'stats.watch': [
    'configs.serverStats',
    'cloudServers.serverStats',
    'paidOptions.stats',
    'paidOptions.configStats',
  ],
  'inbox.get': ['notifications.take'],
  'session.signIn': ['profile.get'],
};
