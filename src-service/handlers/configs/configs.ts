import type { configs as endpoints } from '#contract/api/configs/configs.ts';
import {
  ConfigChange,
  CreatedVpnConfig,
  VpnConfig,
  XrayChange,
} from '#contract/records/configs.ts';
import { isExtended, vlessProtocols } from '#service/connections/connection.ts';
import { reconfigure } from '#service/connections/issue.ts';
import { bridge, changeFlags, resetXray, setAwg, setXray } from '#service/store/connections.ts';
import { findConfig, present } from '#service/store/find.ts';
import { refuse } from '#service/store/refusal.ts';
import { setRenewal } from '#service/store/orders.ts';
import {
  activeLocation,
  availableServers,
  chooseServer,
  endpointOf,
  endpointOfConfig,
  onlineOf,
  statisticsAt,
} from '#service/store/servers.ts';
import { connectionsOf } from '#service/store/subscription-items.ts';
import type { ConfigRecord } from '#service/store/records/owned.ts';
import { done, listedFields, type HandlersOf } from '#service/handlers/handler.ts';
import { sliceOf } from '#service/handlers/paging.ts';

/** What an end of a bridge is called, and an item of a subscription. */
const bridgeTypes = {
  config: 'user_config',
  cloud: 'cloud_server_config',
  paid_option: 'paid_option_config',
} as const;

/** A configuration as its purchase shows it: without the two configurations and the flags. */
export function createdView(config: ConfigRecord) {
  return {
    ...listedFields(CreatedVpnConfig, config),
    ...(vlessProtocols.has(config.protocol) && {
      is_extended_settings_enabled: isExtended(config),
    }),
    is_online: onlineOf(config),
  };
}

function configView(config: ConfigRecord): VpnConfig {
  return {
    ...createdView(config),
    ...listedFields(VpnConfig.pick({ xray_config: true, awg_config: true }), config),
    ...(config.flags.length > 0 && { flags: config.flags }),
  };
}

export const configHandlers: HandlersOf<typeof endpoints> = {
  'configs.list': ({ account }, { query }) => ({
    data: sliceOf(account.configs, query).map(configView),
  }),

  'configs.availableServers': ({ store }, { query: { location_id } }) => ({
    data: availableServers(store.state, [activeLocation(location_id)]),
  }),

  'configs.serverStats': ({ store, account }, { path: { config_id } }) => ({
    data: statisticsAt(store, findConfig(account, config_id)),
  }),

  'configs.changeSettings': ({ store, account }, { path: { config_id }, body }) => {
    const config = findConfig(account, config_id);
    const options = changeFlags(store, config, body, body.location_id);
    const locationId = activeLocation(body.location_id);
    if (locationId !== config.location_id && config.flags.includes('noChangeCountry')) {
      throw refuse('BAD_REQUEST', 'the country of this configuration cannot be changed');
    }
    const server = chooseServer(store.state, [locationId], body.server_id, config.server_id);
    config.location_id = locationId;
    config.server_id = server.id;
    reconfigure(config, body.protocol, options, endpointOf(server, body.protocol));
    return { data: listedFields(ConfigChange, config) };
  },

  'configs.makeBridge': ({ store, account }, { body }) => {
    const end = (id: number, type: keyof typeof bridgeTypes = 'config') =>
      present(
        connectionsOf(account, store.now()).find(
          (each) => each.type === bridgeTypes[type] && each.connection.id === id,
        ),
      );
    const entry = end(body.first_config_id, body.first_type);
    const exit = end(body.second_config_id, body.second_type);
    bridge(entry.connection, entry.endpoint(), exit.connection);
    return done;
  },

  'configs.setXrayConfig': ({ account }, { path: { config_id }, body }) => {
    const config = findConfig(account, config_id);
    setXray(config, endpointOfConfig(config), body);
    return { data: listedFields(XrayChange, config) };
  },

  'configs.resetXrayConfig': ({ account }, { path: { config_id } }) => {
    const config = findConfig(account, config_id);
    resetXray(config, endpointOfConfig(config));
    return { data: listedFields(XrayChange, config) };
  },

  'configs.setAwgConfig': ({ account }, { path: { config_id }, body }) => {
    const config = findConfig(account, config_id);
    setAwg(config, endpointOfConfig(config), body);
    return { data: listedFields(ConfigChange, config) };
  },

  'configs.setTitle': ({ account }, { path: { config_id }, body: { title } }) => {
    findConfig(account, config_id).title = title;
    return done;
  },

  'configs.setAutoRenewal': ({ account }, { path: { config_id }, body }) => ({
    data: setRenewal(findConfig(account, config_id), body),
  }),
};
