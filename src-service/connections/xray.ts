import { hasOption, type Connection, type Endpoint } from './connection.ts';
import { vlessRoute, type VlessRoute } from './urls.ts';

/** The Xray client configuration of a VLESS connection with extended settings, as JSON text. */
export function xrayConfig(connection: Connection, endpoint: Endpoint): string {
  const route = vlessRoute(connection, endpoint);
  return JSON.stringify(
    {
      log: { loglevel: 'warning' },
      dns: { servers: dnsServers(connection), queryStrategy: 'UseIP' },
      inbounds: [
        inbound('socks', 10808, { auth: 'noauth', udp: true }),
        inbound('http', 10809, {}),
      ],
      outbounds: [
        proxyOutbound(connection, endpoint, route),
        ...exitOutbounds(connection),
        { tag: 'direct', protocol: 'freedom', settings: {} },
        { tag: 'block', protocol: 'blackhole', settings: { response: { type: 'http' } } },
      ],
      routing: { domainStrategy: 'IPIfNonMatch', rules: rules(connection) },
    },
    null,
    2,
  );
}

function inbound(protocol: 'socks' | 'http', port: number, settings: object): object {
  return {
    tag: protocol,
    listen: '127.0.0.1',
    port,
    protocol,
    settings,
    sniffing: { enabled: true, destOverride: ['http', 'tls', 'quic'] },
  };
}

function proxyOutbound(connection: Connection, endpoint: Endpoint, route: VlessRoute): object {
  return {
    tag: 'proxy',
    protocol: 'vless',
    settings: {
      vnext: [
        {
          address: endpoint.host.replace(/^\[|\]$/g, ''),
          port: route.port,
          users: [{ id: route.uuid, encryption: 'none', ...(route.flow && { flow: route.flow }) }],
        },
      ],
    },
    streamSettings: {
      network: route.network,
      security: route.security,
      ...(route.security === 'reality'
        ? {
            realitySettings: {
              fingerprint: 'chrome',
              publicKey: route.publicKey,
              shortId: route.shortId,
              spiderX: '/',
              ...(route.sni !== null && { serverName: route.sni }),
            },
          }
        : {
            tlsSettings: {
              fingerprint: 'chrome',
              ...(route.sni !== null && { serverName: route.sni }),
            },
          }),
      ...(route.network === 'xhttp' && { xhttpSettings: { path: route.path, mode: 'auto' } }),
      ...(route.network === 'grpc' && { grpcSettings: { serviceName: route.path } }),
      ...(connection.bridge !== null && { sockopt: { mark: 255 } }),
    },
  };
}

/** A bridge goes out through its exit; WARP is a tunnel behind the server. */
function exitOutbounds(connection: Connection): object[] {
  const exits: object[] = [];
  if (connection.bridge !== null) {
    const [, hostAndPort = ''] = /@([^/?#]+)/.exec(connection.bridge.connection_url) ?? [];
    exits.push({
      tag: 'bridge-exit',
      protocol: 'freedom',
      settings: { redirect: hostAndPort },
      proxySettings: { tag: 'proxy' },
    });
  }
  if (hasOption(connection, 'use_warp')) {
    exits.push({
      tag: 'warp',
      protocol: 'freedom',
      settings: { domainStrategy: 'UseIPv4' },
      proxySettings: { tag: 'proxy' },
    });
  }
  return exits;
}

function dnsServers(connection: Connection): string[] {
  return hasOption(connection, 'enable_family_filter')
    ? ['192.0.2.53', '2001:db8::53']
    : ['198.51.100.53', '2001:db8:1::53'];
}

function rules(connection: Connection): object[] {
  const list: object[] = [];
  if (hasOption(connection, 'block_bittorrent')) {
    list.push({ type: 'field', protocol: ['bittorrent'], outboundTag: 'block' });
  }
  if (hasOption(connection, 'enable_family_filter')) {
    list.push({ type: 'field', domain: ['geosite:category-porn'], outboundTag: 'block' });
  }
  list.push({
    type: 'field',
    ip: ['geoip:private'],
    outboundTag: hasOption(connection, 'block_local_network') ? 'block' : 'direct',
  });
  if (!hasOption(connection, 'pass_all_traffic_through_vpn')) {
    list.push({ type: 'field', domain: ['geosite:category-ru'], outboundTag: 'direct' });
  }
  const last =
    connection.bridge !== null
      ? 'bridge-exit'
      : hasOption(connection, 'use_warp')
        ? 'warp'
        : 'proxy';
  list.push({ type: 'field', network: 'tcp,udp', outboundTag: last });
  return list;
}
