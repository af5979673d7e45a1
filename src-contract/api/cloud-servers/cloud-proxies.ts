import { z } from 'zod';
import { endpoint, global, limited } from '#contract/endpoint.ts';
import { Proxy, ProxyChange } from '#contract/records/cloud-servers.ts';
import { Done, ProxyProtocol, Title100 } from '#contract/values.ts';

/** Specification, part 2, Cloud servers: proxies on a cloud server. */
export const cloudProxies = {
  'cloudServers.proxies': endpoint({
    method: 'GET',
    path: '/cloud-servers/:server_id/proxies',
    ...global(300),
    data: z.array(Proxy),
    answerSize: 'large',
    effect: 'read',
    exposure: 'window',
    secrets: ['[].connection_url'],
  }),
  'cloudServers.createProxy': endpoint({
    method: 'POST',
    path: '/cloud-servers/:server_id/proxies',
    ...limited(1, 1),
    body: z.strictObject({ protocol: ProxyProtocol }),
    data: Proxy,
    effect: 'create',
    exposure: 'window',
    makesStale: ['cloudServers.proxies'],
    secrets: ['connection_url'],
  }),
  'cloudServers.changeProxyProtocol': endpoint({
    method: 'PATCH',
    path: '/cloud-servers/:server_id/proxies/:proxy_id/protocol',
    ...limited(1, 1),
    body: z.strictObject({ protocol: ProxyProtocol }),
    data: ProxyChange,
    effect: 'invalidates',
    exposure: 'window',
    makesStale: ['cloudServers.proxies'],
    secrets: ['connection_url'],
  }),
  'cloudServers.setProxyTitle': endpoint({
    method: 'PATCH',
    path: '/cloud-servers/:server_id/proxies/:proxy_id/title',
    ...limited(1, 1),
    body: z.strictObject({ title: Title100.nullable() }),
    data: Done,
    effect: 'set',
    exposure: 'window',
    makesStale: ['cloudServers.proxies'],
  }),
  'cloudServers.deleteProxy': endpoint({
    method: 'DELETE',
    path: '/cloud-servers/:server_id/proxies/:proxy_id',
    ...limited(1, 1),
    data: Done,
    effect: 'remove',
    exposure: 'window',
    makesStale: ['cloudServers.proxies'],
  }),
};
