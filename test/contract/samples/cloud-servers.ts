import { awg, byId, noInput, xray, type SamplesOf } from './sample.ts';

const byServer = { good: { path: { server_id: 1 } }, bad: { path: { id: 1 } } };
const serverAndId = { server_id: 1, id: 1 };
const serverAndConfig = { server_id: 1, config_id: 1 };
const serverAndProxy = { server_id: 1, proxy_id: 1 };

export const cloudServersSamples: SamplesOf<'cloudServers'> = {
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
};
