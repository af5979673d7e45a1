import type { InputOf } from '../../src-contract/endpoint.ts';
import type { Api, EndpointId } from '../../src-contract/api/index.ts';

/**
 * For every row an input that its schema takes and one that it refuses, for tests that go through
 * all rows. Ids are 1 throughout; a test that needs another one puts it in.
 */
export type Samples = {
  readonly [Id in EndpointId]: { readonly good: InputOf<Api[Id]>; readonly bad: unknown };
};

const extra = { unknown: true };
const noInput = { good: {}, bad: extra };
const byId = { good: { path: { id: 1 } }, bad: { path: { id: '1' } } };
const byConfig = { good: { path: { config_id: 1 } }, bad: { path: { config_id: 'one' } } };
const byServer = { good: { path: { server_id: 1 } }, bad: { path: { id: 1 } } };

const serverAndId = { server_id: 1, id: 1 };
const serverAndConfig = { server_id: 1, config_id: 1 };
const serverAndProxy = { server_id: 1, proxy_id: 1 };
const optionAndConfig = { id: 1, configId: 1 };
const optionAndIndex = { id: 1, index: 0 };

const page = { good: { query: { limit: 10, offset: 0 } }, bad: { query: { limit: 101 } } };
const xray = { xray_config: '{"outbounds":[]}', public_key: null };
const awg = { port: 51820, jc: 4, jmin: 40, jmax: 70, s1: 10, s2: 20, h1: 5, h2: 6, h3: 7, h4: 8 };
const item = { item_type: 'user_config', item_reference_id: 1 } as const;
const titles = { good: { title: 'Berlin' }, bad: { title: '' } };

export const samples: Samples = {
  'apiKeys.list': noInput,
  'apiKeys.create': { good: { body: { name: 'laptop' } }, bad: { body: { name: '' } } },
  'apiKeys.delete': byId,

  'locations.list': noInput,
  'xray.createKeys': noInput,

  'configs.list': {
    good: { query: { limit: 1000, offset: 0 } },
    bad: { query: { limit: 1001 } },
  },
  'configs.tariffs': noInput,
  'configs.availableServers': {
    good: { query: { location_id: 1, protocol: 'vless' } },
    bad: { query: { location_id: 1, protocol: 'mtproto' } },
  },
  'configs.serverStats': byConfig,
  'configs.create': {
    good: { body: { location_id: 1, protocol: 'vless', payment_method_id: 1, tariff_id: 1 } },
    bad: { body: { payment_method_id: 1, tariff_id: 1 } },
  },
  'configs.renew': {
    good: { path: { config_id: 1 }, body: { payment_method_id: 1, tariff_id: 1 } },
    bad: { path: { config_id: 1 }, body: { promocode: 'abc' } },
  },
  'configs.changeSettings': {
    good: { path: { config_id: 1 }, body: { location_id: 1, protocol: 'trojan' } },
    bad: { path: { config_id: 1 }, body: { location_id: 1, protocol: 'trojan', use_warp: true } },
  },
  'configs.makeBridge': {
    good: { body: { first_config_id: 1, second_config_id: 2, second_type: 'cloud' } },
    bad: { body: { first_config_id: 1, second_config_id: 2, second_type: 'proxy' } },
  },
  'configs.setXrayConfig': {
    good: { path: { config_id: 1 }, body: xray },
    bad: { path: { config_id: 1 }, body: { xray_config: { outbounds: [] } } },
  },
  'configs.resetXrayConfig': byConfig,
  'configs.setAwgConfig': {
    good: { path: { config_id: 1 }, body: awg },
    bad: { path: { config_id: 1 }, body: { ...awg, port: 9999 } },
  },
  'configs.setTitle': {
    good: { path: { config_id: 1 }, body: { title: null } },
    bad: { path: { config_id: 1 }, body: {} },
  },
  'configs.setAutoRenewal': {
    good: { path: { config_id: 1 }, body: { enabled: true, days: 30 } },
    bad: { path: { config_id: 1 }, body: { enabled: true } },
  },
  'configs.subconfig': byConfig,
  'configs.createSubconfig': {
    good: { path: { config_id: 1 }, body: { protocol: 'mtproto', tls_domain: 'example.com' } },
    bad: { path: { config_id: 1 }, body: { protocol: 'vless' } },
  },
  'configs.changeSubconfig': {
    good: { path: { config_id: 1 }, body: { protocol: 'socks5' } },
    bad: { path: { config_id: 1 }, body: { protocol: 'socks5', tls_domain: 'example.com' } },
  },
  'configs.deleteSubconfig': byConfig,

  'cloudServers.list': noInput,
  'cloudServers.locations': noInput,
  'cloudServers.tariffs': noInput,
  'cloudServers.serverStats': byId,
  'cloudServers.configs': byServer,
  'cloudServers.create': {
    good: { body: { location_id: 1, tariff_config_id: 1, tariff_id: 1, hostname: 'home' } },
    bad: { body: { location_id: 1, hostname: 'h'.repeat(256) } },
  },
  'cloudServers.renew': { good: { body: { server_id: 1, days: 30 } }, bad: { body: { days: 30 } } },
  'cloudServers.reboot': byId,
  'cloudServers.createConfig': {
    good: { path: { server_id: 1 }, body: { protocol: 'mtproto', title: 'Home' } },
    bad: { path: { server_id: 1 }, body: { protocol: 'http', title: 'Home' } },
  },
  'cloudServers.changeConfigProtocol': {
    good: { path: serverAndId, body: { protocol: 'vless', use_extended_settings: true } },
    bad: { path: serverAndId, body: { protocol: 'mtproto' } },
  },
  'cloudServers.setConfigXray': {
    good: { path: serverAndId, body: xray },
    bad: { path: serverAndId, body: { public_key: null } },
  },
  'cloudServers.setConfigAwg': {
    good: { path: serverAndConfig, body: awg },
    bad: { path: serverAndConfig, body: { ...awg, h1: 0 } },
  },
  'cloudServers.setConfigTitle': {
    good: { path: serverAndId, body: { title: 'Berlin' } },
    bad: { path: serverAndId, body: { title: 'x'.repeat(65) } },
  },
  'cloudServers.deleteConfig': { good: { path: serverAndId }, bad: { path: { id: 1 } } },
  'cloudServers.resetConfigXray': { good: { path: serverAndConfig }, bad: { path: serverAndId } },
  'cloudServers.setAutoRenewal': {
    good: { path: { id: 1 }, body: { enabled: false } },
    bad: { path: { id: 1 }, body: { enabled: true } },
  },
  'cloudServers.proxies': byServer,
  'cloudServers.createProxy': {
    good: { path: { server_id: 1 }, body: { protocol: 'http' } },
    bad: { path: { server_id: 1 }, body: { protocol: 'wg' } },
  },
  'cloudServers.changeProxyProtocol': {
    good: { path: serverAndProxy, body: { protocol: 'mtproto' } },
    bad: { path: serverAndProxy, body: {} },
  },
  'cloudServers.setProxyTitle': {
    good: { path: serverAndProxy, body: { title: 'x'.repeat(100) } },
    bad: { path: serverAndProxy, body: { title: 'x'.repeat(101) } },
  },
  'cloudServers.deleteProxy': { good: { path: serverAndProxy }, bad: { path: serverAndId } },

  'paidOptions.list': noInput,
  'paidOptions.tariffs': noInput,
  'paidOptions.create': {
    good: { body: { paid_option_id: 1, payment_method_id: 1, tariff_id: 1 } },
    bad: { body: { payment_method_id: 1, tariff_id: 1 } },
  },
  'paidOptions.devices': byId,
  'paidOptions.subscription': byId,
  'paidOptions.setLimits': {
    good: { path: { id: 1 }, body: { device_limit: 0, traffic_limit: 0 } },
    bad: { path: { id: 1 }, body: { device_limit: 101 } },
  },
  'paidOptions.setTitle': {
    good: { path: optionAndIndex, body: titles.good },
    bad: { path: optionAndIndex, body: { title: null } },
  },
  'paidOptions.resetTitle': { good: { path: optionAndIndex }, bad: byId.good },
  'paidOptions.stats': { good: { path: optionAndIndex }, bad: byId.good },
  'paidOptions.deleteDevice': {
    good: { path: { id: 1, device_id: 'a1b2 c3/d4' } },
    bad: { path: { id: 1, device_id: 1 } },
  },
  'paidOptions.deleteAllDevices': byId,
  'paidOptions.setAutoRenewal': {
    good: { path: { id: 1 }, body: { enabled: true, days: 30 } },
    bad: { path: { id: 1 }, body: { days: 30 } },
  },
  'paidOptions.createConfig': {
    good: { path: { id: 1 }, body: { protocol: 'hysteria2', title: 'Work' } },
    bad: { path: { id: 1 }, body: { protocol: 'hysteria2', use_extended_settings: true } },
  },
  'paidOptions.changeConfigSettings': {
    good: { path: optionAndConfig, body: { protocol: 'vless', server_id: 1 } },
    bad: { path: optionAndConfig, body: { protocol: 'vless', location_id: 1 } },
  },
  'paidOptions.setConfigXray': {
    good: { path: optionAndConfig, body: xray },
    bad: { path: optionAndConfig, body: {} },
  },
  'paidOptions.resetConfigXray': { good: { path: optionAndConfig }, bad: byId.good },
  'paidOptions.setConfigTitle': {
    good: { path: optionAndConfig, body: { title: null } },
    bad: { path: optionAndConfig, body: titles.bad },
  },
  'paidOptions.configStats': { good: { path: optionAndConfig }, bad: byId.good },
  'paidOptions.availableServers': {
    good: { path: { id: 1 }, query: { protocol: 'vless' } },
    bad: { path: { id: 1 }, query: {} },
  },
  'paidOptions.subconfig': { good: { path: optionAndConfig }, bad: byId.good },
  'paidOptions.createSubconfig': {
    good: { path: optionAndConfig, body: { protocol: 'http' } },
    bad: { path: optionAndConfig, body: { protocol: 'mtproto', tls_domain: 'example.com' } },
  },
  'paidOptions.changeSubconfig': {
    good: { path: optionAndConfig, body: { protocol: 'socks5' } },
    bad: { path: optionAndConfig, body: { protocol: 'trojan' } },
  },
  'paidOptions.deleteSubconfig': { good: { path: optionAndConfig }, bad: byId.good },

  'customSubscriptions.list': noInput,
  'customSubscriptions.availableItems': noInput,
  'customSubscriptions.get': byId,
  'customSubscriptions.create': {
    good: { body: { title: 'Family', items: [item] } },
    bad: { body: { title: 'Family', items: [] } },
  },
  'customSubscriptions.setTitle': {
    good: { path: { id: 1 }, body: titles.good },
    bad: { path: { id: 1 }, body: { title: null } },
  },
  'customSubscriptions.setItems': {
    good: {
      path: { id: 1 },
      body: {
        items: [{ item_type: 'paid_option_index', item_reference_id: 1, item_index: 0 }, item],
      },
    },
    bad: { path: { id: 1 }, body: { items: [{ ...item, item_index: 21 }] } },
  },
  'customSubscriptions.resetKey': byId,
  'customSubscriptions.delete': byId,
  'customSubscriptions.encryptedLink': byId,
  'customSubscriptions.templateSettings': byId,
  'customSubscriptions.setTemplateSettings': {
    good: { path: { id: 1 }, body: { enabled: true } },
    bad: { path: { id: 1 }, body: { enabled: 1 } },
  },
  'customSubscriptions.template': byId,
  'customSubscriptions.setTemplate': {
    good: { path: { id: 1 }, body: { template: '{"outbounds":[]}' } },
    bad: { path: { id: 1 }, body: { template: { outbounds: [] } } },
  },
  'customSubscriptions.resetTemplate': byId,
  'customSubscriptions.devices': {
    good: { path: { id: 1 }, query: { page: 1, limit: 100 } },
    bad: { path: { id: 1 }, query: { page: 0 } },
  },
  'customSubscriptions.deviceSettings': byId,
  'customSubscriptions.setDeviceSettings': {
    good: { path: { id: 1 }, body: { block_unknown_devices: true, device_limit: 5 } },
    bad: { path: { id: 1 }, body: { device_limit: null } },
  },
  'customSubscriptions.setDeviceBlocked': {
    good: { path: { id: 1, deviceId: 1 }, body: { is_blocked: true } },
    bad: { path: { id: 1, deviceId: 1 }, body: {} },
  },
  'customSubscriptions.deleteDevice': { good: { path: { id: 1, deviceId: 1 } }, bad: byId.good },
  'customSubscriptions.deleteAllDevices': byId,

  'profile.get': noInput,
  'profile.notificationSettings': noInput,
  'profile.setNotificationSettings': {
    good: { body: { notification_start_hour: 0, timezone_offset: -720 } },
    bad: { body: { notification_start_hour: 24 } },
  },
  'profile.resetSubscriptionLink': noInput,
  'notifications.take': noInput,
  'devices.list': { good: { query: {} }, bad: { query: { limit: 0 } } },
  'devices.settings': noInput,
  'devices.setSettings': {
    good: { body: { block_unknown_devices: false, device_limit: 100 } },
    bad: { body: { device_limit: -1 } },
  },
  'devices.setBlocked': {
    good: { path: { id: 1 }, body: { is_blocked: false } },
    bad: { path: { id: 1 }, body: { is_blocked: 'no' } },
  },
  'devices.delete': byId,
  'devices.deleteAll': noInput,

  'referral.list': page,
  'referral.sbpBanks': noInput,
  'referral.withdrawSbp': {
    good: { body: { bank_id: '100000000001', amount: 1000, phone_number: '+79000000000' } },
    bad: { body: { bank_id: '100000000001', amount: 1000, phone_number: '89000000000' } },
  },
  'referral.withdrawCard': {
    good: { body: { amount: 75_000, card_number: '4242424242424242' } },
    bad: { body: { amount: 75_000, card_number: '4242424242424241' } },
  },
  'balance.calculate': { good: { query: { amount: 500 } }, bad: { query: { amount: 15_001 } } },
  'balance.topup': {
    good: { body: { amount: 500, payment_method_id: 1 } },
    bad: { body: { amount: 0, payment_method_id: 1 } },
  },
  'messenger.connection': noInput,
  'messenger.connect': noInput,
  'messenger.disconnect': noInput,
  'payments.history': page,
  'promocodes.list': page,
};

/** An input that the row takes, typed as its own. */
export function sampleInput<Id extends EndpointId>(id: Id): InputOf<Api[Id]> {
  return samples[id].good;
}

/** An input that the row refuses. */
export function badInput(id: EndpointId): unknown {
  return samples[id].bad;
}
