import type { paidOptionConfigs as endpoints } from '#contract/api/paid-options/paid-option-configs.ts';
import { XrayChange } from '#contract/records/configs.ts';
import { CreatedPaidOptionConfig } from '#contract/records/paid-options.ts';
import { isExtended } from '#service/connections/connection.ts';
import { reconfigure } from '#service/connections/issue.ts';
import {
  acceptFlags,
  changeFlags,
  changeSubconfig,
  createSubconfig,
  removeSubconfig,
  resetXray,
  setXray,
  subconfigAddress,
} from '#service/store/connections.ts';
import { findOption, findPaidConfig } from '#service/store/find.ts';
import { findOptionProduct, createPaidConfig } from '#service/store/orders.ts';
import {
  availableServers,
  chooseServer,
  endpointOf,
  endpointOfConfig,
  onlineOf,
  statisticsAt,
} from '#service/store/servers.ts';
import { done, listedFields, type HandlersOf } from '#service/handlers/handler.ts';

export const paidOptionConfigHandlers: HandlersOf<typeof endpoints> = {
  'paidOptions.createConfig': ({ store, account }, { path: { id }, body }) => {
    const option = findOption(account, id);
    const { location_ids } = findOptionProduct(option.option_id);
    const server = chooseServer(store.state, location_ids, body.server_id);
    const options = acceptFlags(body, body.protocol, server.location_id);
    const config = createPaidConfig(store, option, server.id, body.protocol, options);
    config.title = body.title ?? null;
    return {
      data: {
        ...listedFields(CreatedPaidOptionConfig, config),
        is_extended_settings_enabled: isExtended(config),
        is_online: onlineOf(config) === true,
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
    return { data: listedFields(XrayChange, config) };
  },

  'paidOptions.setConfigXray': ({ account }, { path, body }) => {
    const config = findPaidConfig(account, path.id, path.configId);
    setXray(config, endpointOfConfig(config), body);
    return { data: listedFields(XrayChange, config) };
  },

  'paidOptions.resetConfigXray': ({ account }, { path }) => {
    const config = findPaidConfig(account, path.id, path.configId);
    resetXray(config, endpointOfConfig(config));
    return { data: listedFields(XrayChange, config) };
  },

  'paidOptions.setConfigTitle': ({ account }, { path, body: { title } }) => {
    findPaidConfig(account, path.id, path.configId).title = title;
    return done;
  },

  'paidOptions.configStats': ({ store, account }, { path }) => ({
    data: statisticsAt(store, findPaidConfig(account, path.id, path.configId)),
  }),

  'paidOptions.availableServers': ({ store, account }, { path: { id } }) => {
    const { location_ids } = findOptionProduct(findOption(account, id).option_id);
    return { data: availableServers(store.state, location_ids) };
  },

  'paidOptions.subconfig': ({ account }, { path }) => ({
    data: subconfigAddress(findPaidConfig(account, path.id, path.configId)),
  }),

  'paidOptions.createSubconfig': ({ store, account }, { path, body: { protocol } }) => ({
    data: createSubconfig(store, findPaidConfig(account, path.id, path.configId), protocol),
  }),

  'paidOptions.changeSubconfig': ({ store, account }, { path, body: { protocol } }) => ({
    data: changeSubconfig(store, findPaidConfig(account, path.id, path.configId), protocol),
  }),

  'paidOptions.deleteSubconfig': ({ account }, { path }) => {
    removeSubconfig(findPaidConfig(account, path.id, path.configId));
    return done;
  },
};
