import { awg, noInput, xray, type SamplesOf } from './sample.ts';

const byConfig = { good: { path: { config_id: 1 } }, bad: { path: { config_id: 'one' } } };

export const configsSamples: SamplesOf<'configs'> = {
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
};
