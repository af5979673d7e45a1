import { byId, noInput, titles, xray, type SamplesOf } from './sample.ts';

const optionAndConfig = { id: 1, configId: 1 };
const optionAndIndex = { id: 1, index: 0 };

export const paidOptionsSamples: SamplesOf<'paidOptions'> = {
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
};
