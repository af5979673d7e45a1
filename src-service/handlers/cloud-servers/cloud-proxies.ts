import type { cloudProxies as endpoints } from '#contract/api/cloud-servers/cloud-proxies.ts';
import { proxyUrl } from '#service/connections/urls.ts';
import { findCloudServer, findProxy } from '#service/store/find.ts';
import { createProxy } from '#service/store/orders.ts';
import { cloudEndpoint } from '#service/store/servers.ts';
import type { CloudServerRecord, ProxyRecord } from '#service/store/records/owned.ts';
import { done, type HandlersOf } from '#service/handlers/handler.ts';

function address(server: CloudServerRecord, proxy: ProxyRecord) {
  const { id, protocol, secret } = proxy;
  const { host } = cloudEndpoint(server, protocol);
  return { id, protocol, connection_url: proxyUrl(protocol, secret, host) };
}

function proxyView(server: CloudServerRecord, proxy: ProxyRecord) {
  const { title, created_at } = proxy;
  return { ...address(server, proxy), title, created_at };
}

export const cloudProxyHandlers: HandlersOf<typeof endpoints> = {
  'cloudServers.proxies': ({ account }, { path: { server_id } }) => {
    const server = findCloudServer(account, server_id);
    return { data: server.proxies.map((proxy) => proxyView(server, proxy)) };
  },

  'cloudServers.createProxy': ({ store, account }, { path: { server_id }, body: { protocol } }) => {
    const server = findCloudServer(account, server_id);
    // Refuses a server that has no address yet.
    cloudEndpoint(server, protocol);
    return { data: proxyView(server, createProxy(store, server, protocol)) };
  },

  'cloudServers.changeProxyProtocol': ({ account }, { path, body: { protocol } }) => {
    const { server, proxy } = findProxy(account, path.server_id, path.proxy_id);
    proxy.protocol = protocol;
    return { data: address(server, proxy) };
  },

  'cloudServers.setProxyTitle': ({ account }, { path, body: { title } }) => {
    findProxy(account, path.server_id, path.proxy_id).proxy.title = title;
    return done;
  },

  'cloudServers.deleteProxy': ({ account }, { path }) => {
    const { server, proxy } = findProxy(account, path.server_id, path.proxy_id);
    server.proxies = server.proxies.filter((other) => other !== proxy);
    return done;
  },
};
