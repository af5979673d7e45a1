import type { cloudConfigs as endpoints } from '#contract/api/cloud-servers/cloud-configs.ts';
import { CloudConfig } from '#contract/records/cloud-servers.ts';
import { isExtended } from '#service/connections/connection.ts';
import { newConnection, reconfigure } from '#service/connections/issue.ts';
import {
  acceptFlags,
  changeFlags,
  issuedConfigs,
  resetXray,
  setAwg,
  setXray,
} from '#service/store/connections.ts';
import { findCloudConfig, findCloudServer } from '#service/store/find.ts';
import { nextId } from '#service/store/store.ts';
import { cloudEndpoint } from '#service/store/servers.ts';
import type { CloudConfigRecord } from '#service/store/records/owned.ts';
import { done, listedFields, type HandlersOf } from '#service/handlers/handler.ts';

/** Without what is there only with extended settings, or for AmneziaWG. */
const StoredFields = CloudConfig.omit({ xray_config: true, awg_config: true });

function configView(config: CloudConfigRecord): CloudConfig {
  return {
    ...listedFields(StoredFields, config),
    is_extended_settings_enabled: isExtended(config),
    ...issuedConfigs(config),
  };
}

function change(config: CloudConfigRecord) {
  return { connection_url: config.connection_url, ...issuedConfigs(config) };
}

export const cloudConfigHandlers: HandlersOf<typeof endpoints> = {
  'cloudServers.configs': ({ account }, { path: { server_id } }) => ({
    data: findCloudServer(account, server_id).configs.map(configView),
  }),

  'cloudServers.createConfig': ({ store, account }, { path: { server_id }, body }) => {
    const server = findCloudServer(account, server_id);
    const endpoint = cloudEndpoint(server, body.protocol);
    const options = acceptFlags(body, body.protocol, server.location_id);
    const config: CloudConfigRecord = {
      id: nextId(store),
      title: body.title ?? null,
      created_at: store.now(),
      ...newConnection(store.random.hex(16), body.protocol, options, endpoint),
    };
    server.configs.push(config);
    return { data: configView(config) };
  },

  'cloudServers.changeConfigProtocol': ({ store, account }, { path, body }) => {
    const { server, config } = findCloudConfig(account, path.server_id, path.id);
    const options = changeFlags(store, config, body, server.location_id);
    reconfigure(config, body.protocol, options, cloudEndpoint(server, body.protocol));
    return { data: change(config) };
  },

  'cloudServers.setConfigXray': ({ account }, { path, body }) => {
    const { server, config } = findCloudConfig(account, path.server_id, path.id);
    setXray(config, cloudEndpoint(server, config.protocol), body);
    return { data: change(config) };
  },

  'cloudServers.setConfigAwg': ({ account }, { path, body }) => {
    const { server, config } = findCloudConfig(account, path.server_id, path.config_id);
    setAwg(config, cloudEndpoint(server, config.protocol), body);
    return { data: change(config) };
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
    return { data: change(config) };
  },
};
