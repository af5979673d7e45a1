import type { configSubconfigs as endpoints } from '#contract/api/configs/config-subconfigs.ts';
import {
  changeSubconfig,
  createSubconfig,
  removeSubconfig,
  subconfigAddress,
} from '#service/store/connections.ts';
import { findConfig } from '#service/store/find.ts';
import { refuse } from '#service/store/refusal.ts';
import type { ConfigRecord } from '#service/store/records/owned.ts';
import { locationWithoutMtproto } from '#service/catalog/locations.ts';
import { done, type HandlersOf } from '#service/handlers/handler.ts';

/** Location 12 has no mtproto (specification, part 2, VPN configurations). */
function checkProtocol(config: ConfigRecord, protocol: string): void {
  if (protocol === 'mtproto' && config.location_id === locationWithoutMtproto) {
    throw refuse('BAD_REQUEST', 'mtproto is unavailable at this location');
  }
}

export const configSubconfigHandlers: HandlersOf<typeof endpoints> = {
  'configs.subconfig': ({ account }, { path: { config_id } }) => {
    const config = findConfig(account, config_id);
    const address = subconfigAddress(config);
    const tls_domain = config.subconfig?.tls_domain;
    return { data: { ...address, ...(tls_domain && { tls_domain }) } };
  },

  'configs.createSubconfig': ({ store, account }, { path: { config_id }, body }) => {
    const config = findConfig(account, config_id);
    checkProtocol(config, body.protocol);
    return { data: createSubconfig(store, config, body.protocol, body.tls_domain) };
  },

  'configs.changeSubconfig': ({ store, account }, { path: { config_id }, body }) => {
    const config = findConfig(account, config_id);
    checkProtocol(config, body.protocol);
    return { data: changeSubconfig(store, config, body.protocol) };
  },

  'configs.deleteSubconfig': ({ account }, { path: { config_id } }) => {
    removeSubconfig(findConfig(account, config_id));
    return done;
  },
};
