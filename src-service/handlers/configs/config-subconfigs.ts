import type { configSubconfigs as endpoints } from '#contract/api/configs/config-subconfigs.ts';
import { newSubconfig, subconfigAddress } from '#service/store/connections.ts';
import { findConfig, present } from '#service/store/find.ts';
import { refuse } from '#service/store/refusal.ts';
import { serverOf } from '#service/store/servers.ts';
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
    const subconfig = present(config.subconfig);
    return {
      data: {
        ...subconfigAddress(subconfig, serverOf(config.server_id).host),
        ...(subconfig.tls_domain !== null && { tls_domain: subconfig.tls_domain }),
      },
    };
  },

  'configs.createSubconfig': ({ store, account }, { path: { config_id }, body }) => {
    const config = findConfig(account, config_id);
    checkProtocol(config, body.protocol);
    if (config.subconfig !== null) throw refuse('BAD_REQUEST', 'there is a subconfig already');
    config.subconfig = newSubconfig(store, body.protocol, body.tls_domain);
    return { data: subconfigAddress(config.subconfig, serverOf(config.server_id).host) };
  },

  'configs.changeSubconfig': ({ store, account }, { path: { config_id }, body }) => {
    const config = findConfig(account, config_id);
    const before = present(config.subconfig);
    checkProtocol(config, body.protocol);
    config.subconfig = { ...newSubconfig(store, body.protocol, undefined), id: before.id };
    return { data: subconfigAddress(config.subconfig, serverOf(config.server_id).host) };
  },

  'configs.deleteSubconfig': ({ account }, { path: { config_id } }) => {
    const config = findConfig(account, config_id);
    present(config.subconfig);
    config.subconfig = null;
    return done;
  },
};
