import type { cloudConfigs as endpoints } from '#contract/api/cloud-servers/cloud-configs.ts';
import { CloudConfig, CloudConfigChange } from '#contract/records/cloud-servers.ts';
import { isExtended } from '#service/connections/connection.ts';
import { reconfigure } from '#service/connections/issue.ts';
import {
  acceptFlags,
  changeFlags,
  resetXray,
  setAwg,
  setXray,
} from '#service/store/connections.ts';
import { findCloudConfig, findCloudServer } from '#service/store/find.ts';
import { createCloudConfig } from '#service/store/orders.ts';
import { cloudEndpoint } from '#service/store/servers.ts';
import type { CloudConfigRecord } from '#service/store/records/owned.ts';
import { done, listedFields, type HandlersOf } from '#service/handlers/handler.ts';

function configView(config: CloudConfigRecord): CloudConfig {
  return {
    ...listedFields(CloudConfig, config),
    is_extended_settings_enabled: isExtended(config),
  };
}

export const cloudConfigHandlers: HandlersOf<typeof endpoints> = {
  'cloudServers.configs': ({ account }, { path: { server_id } }) => ({
    data: findCloudServer(account, server_id).configs.map(configView),
  }),

  'cloudServers.createConfig': ({ store, account }, { path: { server_id }, body }) => {
    const server = findCloudServer(account, server_id);
    const options = acceptFlags(body, body.protocol, server.location_id);
    const config = createCloudConfig(store, server, body.protocol, options);
    config.title = body.title ?? null;
    return { data: configView(config) };
  },

  'cloudServers.changeConfigProtocol': ({ store, account }, { path, body }) => {
    const { server, config } = findCloudConfig(account, path.server_id, path.id);
    const options = changeFlags(store, config, body, server.location_id);
    reconfigure(config, body.protocol, options, cloudEndpoint(server, body.protocol));
    return { data: listedFields(CloudConfigChange, config) };
  },

  'cloudServers.setConfigXray': ({ account }, { path, body }) => {
    const { server, config } = findCloudConfig(account, path.server_id, path.id);
    setXray(config, cloudEndpoint(server, config.protocol), body);
    return { data: listedFields(CloudConfigChange, config) };
  },

  'cloudServers.setConfigAwg': ({ account }, { path, body }) => {
    const { server, config } = findCloudConfig(account, path.server_id, path.config_id);
    setAwg(config, cloudEndpoint(server, config.protocol), body);
    return { data: listedFields(CloudConfigChange, config) };
  },

  'cloudServers.setConfigTitle': ({ account }, { path, body }) => {
    findCloudConfig(account, path.server_id, path.id).config.title = body.title;
    return done;
  },

  'cloudServers.deleteConfig': ({ account }, { path }) => {
    const { server, config } = findCloudConfig(account, path.server_id, path.id);
    server.configs = server.configs.filter((other) => other !== config);
    return done;
  },

  'cloudServers.resetConfigXray': ({ account }, { path }) => {
    const { server, config } = findCloudConfig(account, path.server_id, path.config_id);
    resetXray(config, cloudEndpoint(server, config.protocol));
    return { data: listedFields(CloudConfigChange, config) };
  },
};
