import type { configs as endpoints } from '#contract/api/configs/configs.ts';
import { CreatedVpnConfig, type VpnConfig } from '#contract/records/configs.ts';
import { isExtended, vlessProtocols } from '#service/connections/connection.ts';
import { reconfigure } from '#service/connections/issue.ts';
import {
  changedConfig,
  changeFlags,
  bridge,
  issuedConfigs,
  resetXray,
  setAwg,
  setXray,
} from '#service/store/connections.ts';
import { findConfig } from '#service/store/find.ts';
import { refuse } from '#service/store/refusal.ts';
import { setRenewal } from '#service/store/renewal.ts';
import {
  activeLocation,
  chooseServer,
  endpointOf,
  endpointOfConfig,
  freeSlots,
  measured,
  serverOf,
} from '#service/store/servers.ts';
import type { ConfigRecord } from '#service/store/records/owned.ts';
import { onlineState, serversAt } from '#service/catalog/servers.ts';
import { statisticsOf } from '#service/catalog/statistics.ts';
import { bridgeEnd } from '#service/handlers/bridge-target.ts';
import { done, listedFields, type HandlersOf } from '#service/handlers/handler.ts';

/** How many are listed when no `limit` is given; the default is not shown. */
const defaultPage = 100;

/** A configuration as its purchase shows it: without the two configurations and the flags. */
export function createdView(config: ConfigRecord) {
  return {
    ...listedFields(CreatedVpnConfig, config),
    ...(vlessProtocols.has(config.protocol) && {
      is_extended_settings_enabled: isExtended(config),
    }),
    is_online: onlineState(serverOf(config.server_id)),
  };
}

function configView(config: ConfigRecord): VpnConfig {
  return {
    ...createdView(config),
    ...issuedConfigs(config),
    ...(config.flags.length > 0 && { flags: config.flags }),
  };
}

export const configHandlers: HandlersOf<typeof endpoints> = {
  'configs.list': ({ account }, { query: { limit = defaultPage, offset = 0 } }) => ({
    data: account.configs.slice(offset, offset + limit).map(configView),
  }),

  'configs.availableServers': ({ store }, { query: { location_id } }) => {
    activeLocation(location_id);
    return {
      data: serversAt(location_id)
        .filter((server) => onlineState(server) !== false)
        .map((server) => ({ id: server.id, available_slots: freeSlots(store.state, server) })),
    };
  },

  'configs.serverStats': ({ store, account }, { path: { config_id } }) => {
    const { server_id } = findConfig(account, config_id);
    return { data: statisticsOf(measured(serverOf(server_id)), store.nowMs()) };
  },

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
    return {
      data: {
        connection_url: config.connection_url,
        server_id: config.server_id,
        ...issuedConfigs(config),
      },
    };
  },

  'configs.makeBridge': ({ account }, { body }) => {
    const entry = bridgeEnd(account, body.first_type ?? 'config', body.first_config_id);
    const exit = bridgeEnd(account, body.second_type ?? 'config', body.second_config_id);
    bridge(entry.connection, entry.endpoint, exit.connection, {
      type: body.second_type ?? 'config',
      id: body.second_config_id,
      connection_url: exit.connection.connection_url,
    });
    return done;
  },

  'configs.setXrayConfig': ({ account }, { path: { config_id }, body }) => {
    const config = findConfig(account, config_id);
    setXray(config, endpointOfConfig(config), body);
    return { data: changedConfig(config) };
  },

  'configs.resetXrayConfig': ({ account }, { path: { config_id } }) => {
    const config = findConfig(account, config_id);
    resetXray(config, endpointOfConfig(config));
    return { data: changedConfig(config) };
  },

  'configs.setAwgConfig': ({ account }, { path: { config_id }, body }) => {
    const config = findConfig(account, config_id);
    setAwg(config, endpointOfConfig(config), body);
    return {
      data: {
        connection_url: config.connection_url,
        server_id: config.server_id,
        ...issuedConfigs(config),
      },
    };
  },

  'configs.setTitle': ({ account }, { path: { config_id }, body: { title } }) => {
    findConfig(account, config_id).title = title;
    return done;
  },

  'configs.setAutoRenewal': ({ account }, { path: { config_id }, body }) => ({
    data: setRenewal(findConfig(account, config_id), body),
  }),
};
