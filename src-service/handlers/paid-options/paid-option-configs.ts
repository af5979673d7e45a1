import type { paidOptionConfigs as endpoints } from '#contract/api/paid-options/paid-option-configs.ts';
import { isExtended } from '#service/connections/connection.ts';
import { newConnection, reconfigure } from '#service/connections/issue.ts';
import {
  acceptFlags,
  changeFlags,
  changedConfig,
  newSubconfig,
  resetXray,
  setXray,
  subconfigAddress,
} from '#service/store/connections.ts';
import { findOption, findPaidConfig, present } from '#service/store/find.ts';
import { nextId } from '#service/store/store.ts';
import { findOptionProduct } from '#service/store/orders.ts';
import { refuse } from '#service/store/refusal.ts';
import {
  chooseServer,
  endpointOf,
  endpointOfConfig,
  freeSlots,
  measured,
  serverOf,
} from '#service/store/servers.ts';
import type { PaidConfigRecord } from '#service/store/records/owned.ts';
import { onlineState, serversAt } from '#service/catalog/servers.ts';
import { statisticsOf } from '#service/catalog/statistics.ts';
import { done, type HandlersOf } from '#service/handlers/handler.ts';

function address(config: PaidConfigRecord) {
  return subconfigAddress(present(config.subconfig), serverOf(config.server_id).host);
}

export const paidOptionConfigHandlers: HandlersOf<typeof endpoints> = {
  'paidOptions.createConfig': ({ store, account }, { path: { id }, body }) => {
    const option = findOption(account, id);
    const product = findOptionProduct(option.option_id);
    const server = chooseServer(store.state, product.location_ids, body.server_id);
    const options = acceptFlags(body, body.protocol, server.location_id);
    const index = 1 + Math.max(-1, ...option.configs.map((config) => config.index));
    const config: PaidConfigRecord = {
      id: nextId(store),
      index,
      server_id: server.id,
      title: body.title ?? null,
      original_title: `${product.title} ${String(index + 1)}`,
      custom_title: null,
      created_at: store.now(),
      subconfig: null,
      built_in: false,
      ...newConnection(
        store.random.hex(16),
        body.protocol,
        options,
        endpointOf(server, body.protocol),
      ),
    };
    option.configs.push(config);
    return {
      data: {
        id: config.id,
        server_id: config.server_id,
        connection_url: config.connection_url,
        title: config.title,
        protocol: config.protocol,
        created_at: config.created_at,
        is_extended_settings_enabled: isExtended(config),
        is_online: onlineState(server) === true,
        ...(config.xray_config !== null && { xray_config: config.xray_config }),
      },
    };
  },

  'paidOptions.changeConfigSettings': ({ store, account }, { path, body }) => {
    const config = findPaidConfig(account, path.id, path.configId);
    const { location_ids } = findOptionProduct(path.id);
    const server = chooseServer(store.state, location_ids, body.server_id, config.server_id);
    const options = changeFlags(store, config, body, server.location_id);
    config.server_id = server.id;
    reconfigure(config, body.protocol, options, endpointOf(server, body.protocol));
    return { data: changedConfig(config) };
  },

  'paidOptions.setConfigXray': ({ account }, { path, body }) => {
    const config = findPaidConfig(account, path.id, path.configId);
    setXray(config, endpointOfConfig(config), body);
    return { data: changedConfig(config) };
  },

  'paidOptions.resetConfigXray': ({ account }, { path }) => {
    const config = findPaidConfig(account, path.id, path.configId);
    resetXray(config, endpointOfConfig(config));
    return { data: changedConfig(config) };
  },

  'paidOptions.setConfigTitle': ({ account }, { path, body: { title } }) => {
    findPaidConfig(account, path.id, path.configId).title = title;
    return done;
  },

  'paidOptions.configStats': ({ store, account }, { path }) => {
    const { server_id } = findPaidConfig(account, path.id, path.configId);
    return { data: statisticsOf(measured(serverOf(server_id)), store.nowMs()) };
  },

  'paidOptions.availableServers': ({ store, account }, { path: { id } }) => {
    const { location_ids } = findOptionProduct(findOption(account, id).option_id);
    return {
      data: location_ids
        .flatMap((location) => serversAt(location))
        .filter((server) => onlineState(server) !== false)
        .map((server) => ({ id: server.id, available_slots: freeSlots(store.state, server) })),
    };
  },

  'paidOptions.subconfig': ({ account }, { path }) => ({
    data: address(findPaidConfig(account, path.id, path.configId)),
  }),

  'paidOptions.createSubconfig': ({ store, account }, { path, body: { protocol } }) => {
    const config = findPaidConfig(account, path.id, path.configId);
    if (config.subconfig !== null) throw refuse('BAD_REQUEST', 'there is a subconfig already');
    config.subconfig = newSubconfig(store, protocol, undefined);
    return { data: address(config) };
  },

  'paidOptions.changeSubconfig': ({ store, account }, { path, body: { protocol } }) => {
    const config = findPaidConfig(account, path.id, path.configId);
    const before = present(config.subconfig);
    config.subconfig = { ...newSubconfig(store, protocol, undefined), id: before.id };
    return { data: address(config) };
  },

  'paidOptions.deleteSubconfig': ({ account }, { path }) => {
    const config = findPaidConfig(account, path.id, path.configId);
    present(config.subconfig);
    config.subconfig = null;
    return done;
  },
};
