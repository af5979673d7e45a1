import type { Hysteria, Proxy, Tls, Transport, Tunnel, Vless } from './proxy.ts';
import {
  lostOfTls,
  shadowsocksMethods,
  type WrittenObject,
  type WrittenProxy,
} from './written-proxy.ts';

const fingerprints = [
  ...['chrome', 'firefox', 'edge', 'safari', '360', 'qq', 'ios', 'android', 'random'],
  'randomized',
];

/** A connection as an outbound of sing-box, or as its endpoint where it is a tunnel; without a tag. */
export function toSingBox(proxy: Proxy): WrittenProxy {
  const server = { server: proxy.server, server_port: proxy.port };
  switch (proxy.kind) {
    case 'vless': {
      const { uuid, flow, encryption } = proxy;
      const { fields, lost } = carried(proxy);
      return {
        fields: { type: 'vless', ...server, uuid, flow: flow || undefined, ...fields },
        lost: encryption === '' ? lost : ['encryption', ...lost],
      };
    }
    case 'trojan': {
      const { fields, lost } = carried(proxy);
      return { fields: { type: 'trojan', ...server, password: proxy.password, ...fields }, lost };
    }
    case 'shadowsocks': {
      const { method, password } = proxy;
      const lost = shadowsocksMethods.includes(method) ? [] : ['method'];
      return { fields: { type: 'shadowsocks', ...server, method, password }, lost };
    }
    case 'hysteria2':
      return { fields: hysteria(proxy), lost: [] };
    case 'wireguard':
      return tunnel(proxy);
    case 'http':
    case 'socks5': {
      const { user, password } = proxy;
      const login = { username: user || undefined, password: password || undefined };
      const kind =
        proxy.kind === 'http' ? ({ type: 'http' } as const) : { type: 'socks', version: '5' };
      return { fields: { ...kind, ...server, ...login }, lost: [] };
    }
  }
}

/** What VLESS and Trojan share. */
function carried({ tls, transport }: Pick<Vless, 'tls' | 'transport'>): WrittenProxy {
  const lost = transport.kind === 'xhttp' ? ['type=xhttp'] : [];
  return {
    fields: { tls: tls ? tlsOf(tls) : undefined, transport: transportOf(transport) },
    lost: [...lost, ...lostOfTls(tls, fingerprints)],
  };
}

function tlsOf({ serverName, alpn, fingerprint, insecure, reality }: Tls): WrittenObject {
  // REALITY needs a handshake to imitate; Xray's own is Chrome's.
  const imitated = fingerprint ?? (reality ? 'chrome' : undefined);
  return {
    enabled: true,
    server_name: serverName ?? undefined,
    insecure: insecure || undefined,
    alpn: alpn.length === 0 ? undefined : alpn,
    utls: imitated === undefined ? undefined : { enabled: true, fingerprint: imitated },
    reality: reality
      ? {
          enabled: true,
          public_key: reality.publicKey,
          short_id: reality.shortId || undefined,
        }
      : undefined,
  };
}

function transportOf(transport: Transport): WrittenObject | undefined {
  switch (transport.kind) {
    case 'ws': {
      const { path, host } = transport;
      const headers = host === '' ? undefined : { Host: host };
      return { type: 'ws', path: path || undefined, headers };
    }
    case 'grpc':
      return { type: 'grpc', service_name: transport.serviceName || undefined };
    default:
      return undefined;
  }
}

function hysteria({ server, port, password, hops, salamander, tls }: Hysteria): WrittenObject {
  const ranges = hops.map((ports) => (ports.includes('-') ? ports : `${ports}-${ports}`));
  // With `server_ports` it ignores `server_port`, which then says where a link's own port was.
  return {
    type: 'hysteria2',
    server,
    server_port: port,
    server_ports: hops.length === 0 ? undefined : ranges.map((range) => range.replace('-', ':')),
    password,
    obfs: salamander === null ? undefined : { type: 'salamander', password: salamander },
    tls: tlsOf(tls),
  };
}

function tunnel(given: Tunnel): WrittenProxy {
  const { server, port, privateKey, publicKey, presharedKey, addresses, allowedIps } = given;
  const { dns, mtu, keepalive, amnezia } = given;
  const peer = {
    address: server,
    port,
    public_key: publicKey,
    pre_shared_key: presharedKey ?? undefined,
    // It needs them; without them, what a program sends there is for its own rules to say.
    allowed_ips: allowedIps.length === 0 ? ['0.0.0.0/0', '::/0'] : allowedIps,
    persistent_keepalive_interval: keepalive ?? undefined,
  };
  return {
    fields: {
      type: 'wireguard',
      address: addresses,
      private_key: privateKey,
      mtu: mtu ?? undefined,
      peers: [peer],
    },
    lost: [...(dns.length === 0 ? [] : ['DNS']), ...amnezia.keys()],
  };
}
