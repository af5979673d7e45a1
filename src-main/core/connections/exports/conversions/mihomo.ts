import type { Hysteria, Proxy, Tls, Transport, Tunnel } from './proxy.ts';
import {
  lostOfTls,
  shadowsocksMethods,
  type WrittenObject,
  type WrittenProxy,
} from './written-proxy.ts';

const fingerprints = [
  ...['chrome', 'firefox', 'safari', 'ios', 'android'],
  ...['edge', '360', 'qq', 'random'],
];

/** A connection as a proxy of Mihomo, without a name. */
export function toMihomo(proxy: Proxy): WrittenProxy {
  const server = { server: proxy.server, port: proxy.port };
  switch (proxy.kind) {
    case 'vless': {
      const { uuid, flow, encryption, tls, transport } = proxy;
      return {
        fields: {
          type: 'vless',
          ...server,
          udp: true,
          uuid,
          flow: flow || undefined,
          'packet-encoding': 'xudp',
          encryption: encryption || undefined,
          tls: tls ? true : undefined,
          servername: tls?.serverName ?? undefined,
          ...tlsOf(tls),
          ...transportOf(transport),
        },
        lost: lostOfTls(tls, fingerprints),
      };
    }
    case 'trojan': {
      const { password, tls, transport } = proxy;
      return {
        fields: {
          type: 'trojan',
          ...server,
          udp: true,
          password,
          sni: tls?.serverName ?? undefined,
          ...tlsOf(tls),
          ...transportOf(transport),
        },
        lost: [
          // Its Trojan always has TLS, and has no XHTTP.
          ...(tls ? [] : ['security=none']),
          ...(transport.kind === 'xhttp' ? ['type=xhttp'] : []),
          ...lostOfTls(tls, fingerprints),
        ],
      };
    }
    case 'shadowsocks': {
      const { method, password } = proxy;
      const lost = shadowsocksMethods.includes(method) ? [] : ['method'];
      return { fields: { type: 'ss', ...server, udp: true, cipher: method, password }, lost };
    }
    case 'hysteria2':
      return { fields: hysteria(proxy), lost: [] };
    case 'wireguard':
      return tunnel(proxy);
    case 'http':
    case 'socks5': {
      const { kind, user, password } = proxy;
      const login = { username: user || undefined, password: password || undefined };
      return { fields: { type: kind, ...server, ...login }, lost: [] };
    }
  }
}

/** What VLESS and Trojan share; they name the server name differently. */
function tlsOf(tls: Tls | null): WrittenObject {
  if (!tls) return {};
  const { alpn, fingerprint, insecure, reality } = tls;
  return {
    alpn: alpn.length === 0 ? undefined : alpn,
    // REALITY needs a handshake to imitate; Xray's own is Chrome's.
    'client-fingerprint': fingerprint ?? (reality ? 'chrome' : undefined),
    'skip-cert-verify': insecure || undefined,
    'reality-opts': reality
      ? { 'public-key': reality.publicKey, 'short-id': reality.shortId || undefined }
      : undefined,
  };
}

function transportOf(transport: Transport): WrittenObject {
  switch (transport.kind) {
    case 'tcp':
      return { network: 'tcp' };
    case 'ws': {
      const { path, host } = transport;
      const headers = host === '' ? undefined : { Host: host };
      return { network: 'ws', 'ws-opts': { path: path || '/', headers } };
    }
    case 'grpc': {
      return { network: 'grpc', 'grpc-opts': { 'grpc-service-name': transport.serviceName } };
    }
    case 'xhttp': {
      const { path, host, mode } = transport;
      const options = { path: path || '/', host: host || undefined, mode: mode || undefined };
      return { network: 'xhttp', 'xhttp-opts': options };
    }
  }
}

function hysteria({ server, port, password, hops, salamander, tls }: Hysteria): WrittenObject {
  return {
    type: 'hysteria2',
    server,
    port,
    ports: hops.length === 0 ? undefined : hops.join(','),
    password,
    obfs: salamander === null ? undefined : 'salamander',
    'obfs-password': salamander ?? undefined,
    sni: tls.serverName ?? undefined,
    'skip-cert-verify': tls.insecure || undefined,
  };
}

const isAddress = (text: string) => /^[\d.]+$|^[\da-f.]*:[\da-f:.]*$/i.test(text);
const isV6 = (address: string) => address.includes(':');
/** AmneziaWG's parameters that Mihomo has as numbers; it has the others as texts. */
const numbers = /^(?:J(?:c|min|max)|S[1-4]|H[1-4]|Itime)$/;

function tunnel(given: Tunnel): WrittenProxy {
  const { server, port, privateKey, publicKey, presharedKey, addresses, allowedIps } = given;
  const { dns, mtu, keepalive, amnezia } = given;
  const [v4 = [], v6 = []] = [false, true].map((ipv6) =>
    addresses.filter((address) => isV6(address) === ipv6),
  );
  const options = [...amnezia].map(([name, value]) => {
    const isNumber = numbers.test(name) && /^\d{1,10}$/.test(value);
    return [name.toLowerCase(), isNumber ? Number(value) : value] as const;
  });
  const resolving = dns.length === 0 ? {} : { 'remote-dns-resolve': true, dns };
  return {
    fields: {
      type: 'wireguard',
      server,
      port,
      udp: true,
      ip: v4[0],
      ipv6: v6[0],
      'private-key': privateKey,
      'public-key': publicKey,
      'pre-shared-key': presharedKey ?? undefined,
      'allowed-ips': allowedIps.length === 0 ? undefined : allowedIps,
      'persistent-keepalive': keepalive ?? undefined,
      mtu: mtu ?? undefined,
      ...resolving,
      'amnezia-wg-option': options.length === 0 ? undefined : Object.fromEntries(options),
    },
    lost: [
      // One address of each family, and servers by their addresses.
      ...(v4.length > 1 || v6.length > 1 ? ['Address'] : []),
      ...(dns.every(isAddress) ? [] : ['DNS']),
    ],
  };
}
