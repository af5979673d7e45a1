import { z } from 'zod';
import { endpoint, forWindow } from '#contract/endpoint.ts';
import { Proxy, ProxyChange } from '#contract/records/cloud-servers.ts';
import { ProxyProtocol, Title100 } from '#contract/values.ts';

/** Specification, part 2, Cloud servers: proxies on a cloud server. */
export const cloudProxies = {
  'cloudServers.proxies': endpoint({
    ...forWindow.read,
    path: '/cloud-servers/:server_id/proxies',
    data: z.array(Proxy),
    answerSize: 'large',
    secrets: ['[].connection_url'],
  }),
  'cloudServers.createProxy': endpoint({
    ...forWindow.creation,
    path: '/cloud-servers/:server_id/proxies',
    body: z.strictObject({ protocol: ProxyProtocol }),
    data: Proxy,
    makesStale: ['cloudServers.proxies'],
    secrets: ['connection_url'],
  }),
  'cloudServers.changeProxyProtocol': endpoint({
    ...forWindow.replacement,
    path: '/cloud-servers/:server_id/proxies/:proxy_id/protocol',
    body: z.strictObject({ protocol: ProxyProtocol }),
    data: ProxyChange,
    makesStale: ['cloudServers.proxies'],
    secrets: ['connection_url'],
  }),
  'cloudServers.setProxyTitle': endpoint({
    ...forWindow.setting,
    path: '/cloud-servers/:server_id/proxies/:proxy_id/title',
    body: z.strictObject({ title: Title100.nullable() }),
    makesStale: ['cloudServers.proxies'],
  }),
  'cloudServers.deleteProxy': endpoint({
    ...forWindow.removal,
    path: '/cloud-servers/:server_id/proxies/:proxy_id',
    makesStale: ['cloudServers.proxies'],
  }),
};
