import type { Api, EndpointId } from '#contract/api/index.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Control } from '#service/control.ts';
import { isExtended, vlessProtocols } from '#service/connections/connection.ts';
import { configProduct, tariffsOf } from '#service/catalog/tariffs.ts';

type Inputs = { readonly [Id in EndpointId]: () => InputOf<Api[Id]> };

/** An input that the demo account, as it is now, answers with success. */
export function validInput<Id extends EndpointId>(id: Id, control: Control): InputOf<Api[Id]> {
  return inputs(control)[id]();
}

function there<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('the demo account has none');
  return value;
}

const xray = { xray_config: '{"outbounds":[]}', public_key: null };
const awg = { port: 51820, jc: 4, jmin: 40, jmax: 70, h1: 5, h2: 6, h3: 7, h4: 8 };
const autoRenewal = { enabled: true, days: 30 };

function holdings(control: Control) {
  const account = control.account();
  const server = there(account.cloud_servers.find(({ configs }) => configs.length > 0));
  const option = there(account.paid_options[0]);
  const subscription = there(account.subscriptions[0]);
  const extended = <T extends (typeof account.configs)[number] | (typeof server.configs)[number]>(
    configs: readonly T[],
  ): T => there(configs.find((c) => isExtended(c) && vlessProtocols.has(c.protocol)));
  const vless = account.configs.filter(({ protocol }) => protocol === 'vless');
  return { account, server, option, subscription, extended, vless };
}

type Holdings = ReturnType<typeof holdings>;

const none = () => ({});

const awgConfig = (all: readonly { id: number; protocol: string }[]): number =>
  there(all.find(({ protocol }) => protocol === 'amnezia-wg-2')).id;

function configInputs({ account, extended, vless }: Holdings) {
  const config = () => ({ path: { config_id: there(account.configs[0]).id } });
  const withSubconfig = () => ({
    path: { config_id: there(account.configs.find(({ subconfig }) => subconfig !== null)).id },
  });
  const tariff = () => there(tariffsOf(configProduct, 0, 'whole')[0]).id;
  return {
    'configs.list': () => ({ query: { limit: 1000, offset: 0 } }),
    'configs.tariffs': none,
    'configs.availableServers': () => ({ query: { location_id: 1, protocol: 'vless' } }),
    'configs.serverStats': config,
    'configs.create': () => ({ body: { location_id: 1, protocol: 'vless', tariff_id: tariff() } }),
    'configs.renew': () => ({ ...config(), body: { payment_method_id: 1, tariff_id: tariff() } }),
    'configs.changeSettings': () => ({ ...config(), body: { location_id: 2, protocol: 'trojan' } }),
    'configs.makeBridge': () => ({
      body: { first_config_id: there(vless[0]).id, second_config_id: there(vless[1]).id },
    }),
    'configs.setXrayConfig': () => ({
      path: { config_id: extended(account.configs).id },
      body: xray,
    }),
    'configs.resetXrayConfig': () => ({ path: { config_id: extended(account.configs).id } }),
    'configs.setAwgConfig': () => ({ path: { config_id: awgConfig(account.configs) }, body: awg }),
    'configs.setTitle': () => ({ ...config(), body: { title: null } }),
    'configs.setAutoRenewal': () => ({ ...config(), body: autoRenewal }),
    'configs.subconfig': withSubconfig,
    'configs.createSubconfig': () => ({ ...config(), body: { protocol: 'mtproto' } }),
    'configs.changeSubconfig': () => ({ ...withSubconfig(), body: { protocol: 'http' } }),
    'configs.deleteSubconfig': withSubconfig,
  } satisfies Partial<Inputs>;
}

function cloudServerInputs({ server, extended }: Holdings) {
  const onServer = { server_id: server.id };
  const cloudConfig = there(server.configs[0]).id;
  const proxy = { server_id: server.id, proxy_id: there(server.proxies[0]).id };
  return {
    'cloudServers.list': none,
    'cloudServers.locations': none,
    'cloudServers.tariffs': none,
    'cloudServers.serverStats': () => ({ path: { id: server.id } }),
    'cloudServers.create': () => ({ body: { location_id: 1, hostname: 'lab' } }),
    'cloudServers.renew': () => ({ body: { server_id: server.id, days: 30 } }),
    'cloudServers.reboot': () => ({ path: { id: server.id } }),
    'cloudServers.setAutoRenewal': () => ({ path: { id: server.id }, body: autoRenewal }),
    'cloudServers.configs': () => ({ path: onServer }),
    'cloudServers.createConfig': () => ({ path: onServer, body: { protocol: 'mtproto' } }),
    'cloudServers.changeConfigProtocol': () => ({
      path: { ...onServer, id: cloudConfig },
      body: { protocol: 'trojan' },
    }),
    'cloudServers.setConfigXray': () => ({
      path: { ...onServer, id: extended(server.configs).id },
      body: xray,
    }),
    'cloudServers.setConfigAwg': () => ({
      path: { ...onServer, config_id: awgConfig(server.configs) },
      body: awg,
    }),
    'cloudServers.setConfigTitle': () => ({
      path: { ...onServer, id: cloudConfig },
      body: { title: 'Берлин' },
    }),
    'cloudServers.deleteConfig': () => ({ path: { ...onServer, id: cloudConfig } }),
    'cloudServers.resetConfigXray': () => ({
      path: { ...onServer, config_id: extended(server.configs).id },
    }),
    'cloudServers.proxies': () => ({ path: onServer }),
    'cloudServers.createProxy': () => ({ path: onServer, body: { protocol: 'socks5' } }),
    'cloudServers.changeProxyProtocol': () => ({ path: proxy, body: { protocol: 'mtproto' } }),
    'cloudServers.setProxyTitle': () => ({ path: proxy, body: { title: null } }),
    'cloudServers.deleteProxy': () => ({ path: proxy }),
  } satisfies Partial<Inputs>;
}

function paidOptionInputs({ option }: Holdings) {
  const onOption = { id: option.option_id };
  const own = there(option.configs.find((c) => isExtended(c))).id;
  const ownWithSubconfig = there(option.configs.find((c) => c.subconfig !== null)).id;
  return {
    'paidOptions.list': none,
    'paidOptions.tariffs': none,
    'paidOptions.create': () => ({ body: { paid_option_id: 2 } }),
    'paidOptions.devices': () => ({ path: onOption }),
    'paidOptions.subscription': () => ({ path: onOption }),
    'paidOptions.setLimits': () => ({
      path: onOption,
      body: { device_limit: 0, traffic_limit: 0 },
    }),
    'paidOptions.setTitle': () => ({ path: { ...onOption, index: 0 }, body: { title: 'Метро' } }),
    'paidOptions.resetTitle': () => ({ path: { ...onOption, index: 0 } }),
    'paidOptions.stats': () => ({ path: { ...onOption, index: 0 } }),
    'paidOptions.deleteDevice': () => ({
      path: { ...onOption, device_id: there(option.devices[1]).hwid },
    }),
    'paidOptions.deleteAllDevices': () => ({ path: onOption }),
    'paidOptions.setAutoRenewal': () => ({ path: onOption, body: { enabled: false } }),
    'paidOptions.createConfig': () => ({ path: onOption, body: { protocol: 'vless' } }),
    'paidOptions.changeConfigSettings': () => ({
      path: { ...onOption, configId: own },
      body: { protocol: 'hysteria2' },
    }),
    'paidOptions.setConfigXray': () => ({ path: { ...onOption, configId: own }, body: xray }),
    'paidOptions.resetConfigXray': () => ({ path: { ...onOption, configId: own } }),
    'paidOptions.setConfigTitle': () => ({
      path: { ...onOption, configId: own },
      body: { title: null },
    }),
    'paidOptions.configStats': () => ({ path: { ...onOption, configId: own } }),
    'paidOptions.availableServers': () => ({ path: onOption, query: { protocol: 'vless' } }),
    'paidOptions.subconfig': () => ({ path: { ...onOption, configId: ownWithSubconfig } }),
    'paidOptions.createSubconfig': () => ({
      path: { ...onOption, configId: own },
      body: { protocol: 'http' },
    }),
    'paidOptions.changeSubconfig': () => ({
      path: { ...onOption, configId: ownWithSubconfig },
      body: { protocol: 'mtproto' },
    }),
    'paidOptions.deleteSubconfig': () => ({ path: { ...onOption, configId: ownWithSubconfig } }),
  } satisfies Partial<Inputs>;
}

function customSubscriptionInputs({ account, subscription }: Holdings) {
  const onSubscription = { id: subscription.id };
  const items = [
    { item_type: 'user_config' as const, item_reference_id: there(account.configs[0]).id },
  ];
  const guest = { id: subscription.id, deviceId: there(subscription.devices[0]).id };
  return {
    'customSubscriptions.list': none,
    'customSubscriptions.availableItems': none,
    'customSubscriptions.get': () => ({ path: onSubscription }),
    'customSubscriptions.create': () => ({ body: { title: 'Дом', items } }),
    'customSubscriptions.setTitle': () => ({ path: onSubscription, body: { title: 'Дом' } }),
    'customSubscriptions.setItems': () => ({ path: onSubscription, body: { items } }),
    'customSubscriptions.resetKey': () => ({ path: onSubscription }),
    'customSubscriptions.delete': () => ({ path: onSubscription }),
    'customSubscriptions.encryptedLink': () => ({ path: onSubscription }),
    'customSubscriptions.templateSettings': () => ({ path: onSubscription }),
    'customSubscriptions.setTemplateSettings': () => ({
      path: onSubscription,
      body: { enabled: true },
    }),
    'customSubscriptions.template': () => ({ path: onSubscription }),
    'customSubscriptions.setTemplate': () => ({ path: onSubscription, body: { template: '{}' } }),
    'customSubscriptions.resetTemplate': () => ({ path: onSubscription }),
    'customSubscriptions.devices': () => ({ path: onSubscription, query: { page: 1, limit: 2 } }),
    'customSubscriptions.deviceSettings': () => ({ path: onSubscription }),
    'customSubscriptions.setDeviceSettings': () => ({
      path: onSubscription,
      body: { device_limit: 0 },
    }),
    'customSubscriptions.setDeviceBlocked': () => ({ path: guest, body: { is_blocked: true } }),
    'customSubscriptions.deleteDevice': () => ({ path: guest }),
    'customSubscriptions.deleteAllDevices': () => ({ path: onSubscription }),
  } satisfies Partial<Inputs>;
}

function accountInputs({ account }: Holdings) {
  const device = { id: there(account.devices[0]).id };
  return {
    'apiKeys.list': none,
    'apiKeys.create': () => ({ body: { name: 'laptop' } }),
    'apiKeys.delete': () => ({ path: { id: there(account.keys[0]).id } }),
    'locations.list': none,
    'xray.createKeys': none,
    'profile.get': none,
    'profile.notificationSettings': none,
    'profile.setNotificationSettings': () => ({ body: { timezone_offset: -720 } }),
    'profile.resetSubscriptionLink': none,
    'notifications.take': none,
    'devices.list': () => ({ query: {} }),
    'devices.settings': none,
    'devices.setSettings': () => ({ body: { block_unknown_devices: true } }),
    'devices.setBlocked': () => ({ path: device, body: { is_blocked: true } }),
    'devices.delete': () => ({ path: device }),
    'devices.deleteAll': none,
    'referral.list': () => ({ query: { limit: 100 } }),
    'referral.sbpBanks': none,
    'referral.withdrawSbp': () => ({
      body: { bank_id: '100000000901', amount: 1000, phone_number: '+79990000000' },
    }),
    'referral.withdrawCard': () => ({ body: { amount: 1000, card_number: '4242424242424242' } }),
    'balance.calculate': () => ({ query: { amount: 500 } }),
    'balance.topup': () => ({ body: { amount: 500, payment_method_id: 1 } }),
    'messenger.connection': none,
    'messenger.connect': none,
    'messenger.disconnect': none,
    'payments.history': () => ({ query: { limit: 100, offset: 0 } }),
    'promocodes.list': () => ({ query: {} }),
  } satisfies Partial<Inputs>;
}

function inputs(control: Control): Inputs {
  const held = holdings(control);
  return {
    ...accountInputs(held),
    ...configInputs(held),
    ...cloudServerInputs(held),
    ...paidOptionInputs(held),
    ...customSubscriptionInputs(held),
  };
}
