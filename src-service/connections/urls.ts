import { hasOption, vlessProtocols, type Connection, type Endpoint } from './connection.ts';
import { derive, key32Of, numberOf, passwordOf, userNameOf, uuidOf } from './credentials.ts';
import { awgQuery, peerOf } from './awg.ts';

/** How a REALITY server is reached; both the URL and the Xray configuration are written from it. */
export interface VlessRoute {
  readonly uuid: string;
  readonly port: number;
  readonly network: 'tcp' | 'xhttp' | 'grpc';
  readonly security: 'reality' | 'tls';
  readonly publicKey: string;
  readonly shortId: string;
  /** `null` when the server name is switched off. */
  readonly sni: string | null;
  readonly flow: 'xtls-rprx-vision' | '';
  readonly path: string;
}

const vlessPorts: Readonly<Record<string, number>> = { vless: 443, 'vless-2410': 2410 };

/** Works out the route of a VLESS connection from its options. */
export function vlessRoute(
  connection: Pick<Connection, 'secret' | 'protocol' | 'options' | 'custom_xray'>,
  endpoint: Endpoint,
): VlessRoute {
  const on = (option: string): boolean => hasOption(connection, option);
  const network = on('use_xhttp') ? 'xhttp' : on('use_grpc') ? 'grpc' : 'tcp';
  const security = on('disable_reality') ? 'tls' : 'reality';
  return {
    uuid: uuidOf(connection.secret),
    port: vlessPorts[connection.protocol] ?? 443,
    network,
    security,
    publicKey: connection.custom_xray?.public_key ?? endpoint.keys.reality,
    shortId: derive(endpoint.secret, 'short id').toString('hex').slice(0, 16),
    sni: on('disable_sni') ? null : on('change_sni') ? 'cdn.example.net' : 'www.example.com',
    flow: network === 'tcp' && !on('disable_flow_reality') ? 'xtls-rprx-vision' : '',
    path: network === 'grpc' ? 'updates' : '/updates',
  };
}

/** The URL that a client imports. Its scheme follows the protocol; its name follows `#`. */
export function connectionUrl(connection: Connection, endpoint: Endpoint): string {
  const { secret, protocol } = connection;
  const name = `#${encodeURIComponent(endpoint.label)}`;
  const at = (user: string, port: number | string): string =>
    `${user}@${endpoint.host}:${String(port)}`;
  if (vlessProtocols.has(protocol)) return vlessUrl(vlessRoute(connection, endpoint), at) + name;
  switch (protocol) {
    case 'trojan':
    case 'trojan-2901': {
      const query = new URLSearchParams({
        security: 'tls',
        type: 'tcp',
        sni: 'www.example.com',
        fp: 'chrome',
        alpn: 'h2,http/1.1',
      });
      const port = protocol === 'trojan' ? 443 : 2901;
      return `trojan://${at(passwordOf(secret), port)}?${query.toString()}${name}`;
    }
    case 'outline': {
      const user = Buffer.from(`chacha20-ietf-poly1305:${passwordOf(secret)}`).toString(
        'base64url',
      );
      return `ss://${at(user, numberOf(endpoint.secret, 'outline port', 10000, 40000))}/?outline=1${name}`;
    }
    case 'shadowsocks-2022': {
      // SIP002: the userinfo of a 2022 cipher is percent-encoded, never wrapped in Base64.
      const keys = `${key32Of(endpoint.secret, 'ss2022')}:${key32Of(secret, 'ss2022')}`;
      return `ss://${at(`2022-blake3-aes-256-gcm:${encodeURIComponent(keys)}`, 8388)}${name}`;
    }
    case 'hysteria2':
      return hysteriaUrl(secret, endpoint) + name;
    case 'wg': {
      const peer = peerOf(secret, endpoint);
      const query = new URLSearchParams({
        publickey: peer.publicKey,
        presharedkey: peer.presharedKey,
        address: peer.address,
        mtu: '1420',
      });
      return `wireguard://${at(encodeURIComponent(peer.privateKey), 51820)}?${query.toString()}${name}`;
    }
    case 'amnezia-wg-2': {
      const peer = peerOf(secret, endpoint);
      const query = awgQuery(connection, peer);
      const port = connection.awg?.port ?? 51821;
      return `awg://${at(encodeURIComponent(peer.privateKey), port)}?${query.toString()}${name}`;
    }
    default:
      return proxyUrl(protocol, secret, endpoint.host);
  }
}

/** A proxy: bare `user:pass@host:port`, or a `tg://` link for mtproto. */
export function proxyUrl(
  protocol: string,
  secret: string,
  host: string,
  tlsDomain = 'www.example.com',
): string {
  if (protocol === 'mtproto') {
    const key = derive(secret, 'mtproto').toString('hex').slice(0, 32);
    const query = new URLSearchParams({
      server: host.replace(/^\[|\]$/g, ''),
      port: '443',
      // `ee` announces the fake-TLS mode; the domain follows the key.
      secret: `ee${key}${Buffer.from(tlsDomain).toString('hex')}`,
    });
    return `tg://proxy?${query.toString()}`;
  }
  const port = numberOf(secret, `${protocol} port`, 20000, 29999);
  return `${userNameOf(secret)}:${passwordOf(secret, 'proxy', 16)}@${host}:${String(port)}`;
}

function vlessUrl(route: VlessRoute, at: (user: string, port: number) => string): string {
  const query = new URLSearchParams({ type: route.network, encryption: 'none' });
  query.set('security', route.security);
  if (route.security === 'reality') {
    query.set('pbk', route.publicKey);
    query.set('sid', route.shortId);
    query.set('spx', '/');
  }
  query.set('fp', 'chrome');
  if (route.sni !== null) query.set('sni', route.sni);
  if (route.flow !== '') query.set('flow', route.flow);
  if (route.network === 'xhttp') {
    query.set('path', route.path);
    query.set('mode', 'auto');
  }
  if (route.network === 'grpc') query.set('serviceName', route.path);
  return `vless://${at(route.uuid, route.port)}?${query.toString()}`;
}

/** Ports hop over a range, which is in the authority or, as other clients expect it, in `mport`. */
function hysteriaUrl(secret: string, endpoint: Endpoint): string {
  const query = new URLSearchParams({
    sni: 'www.example.com',
    obfs: 'salamander',
    'obfs-password': passwordOf(endpoint.secret, 'salamander', 16),
  });
  const range = '20000-29999';
  const inAuthority = endpoint.portRange === 'authority';
  if (!inAuthority) query.set('mport', range);
  const port = inAuthority ? `443,${range}` : '443';
  return `hysteria2://${passwordOf(secret)}@${endpoint.host}:${port}/?${query.toString()}`;
}
