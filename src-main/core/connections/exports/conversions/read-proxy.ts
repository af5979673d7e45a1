import type { ConnectionSecrets } from '#core/connections/storage/secrets.ts';
import { onePort, readPorts, writtenPorts } from '../../texts/address.ts';
import {
  isInFile,
  readLink,
  tunnelSchemes,
  type ShareLink,
} from '../../texts/share-link/read-link.ts';
import { isWhole } from '../../texts/share-link/whole-link.ts';
import type { LinkFields } from '../../texts/share-link/link-fields.ts';
import type { Hysteria, PlainProxy, Proxy, ReadProxy, Tls, Transport } from './proxy.ts';
import { tunnelInFile, tunnelInLink } from './read-tunnel.ts';

/**
 * Reads a connection to be written in another program's form; `undefined` where any part is not understood.
 * `protocol` as the service names it: a bare proxy has no scheme to tell it by. Never throws.
 */
export function readProxy(protocol: string, secrets: ConnectionSecrets): ReadProxy | undefined {
  const { connection_url, awg_config } = secrets;
  const link = readLink(connection_url);
  if (awg_config !== undefined && isInFile(link)) {
    return tunnelInFile(awg_config, 'problem' in link ? '' : link.name);
  }
  if ('problem' in link) return undefined;
  if (tunnelSchemes.includes(link.scheme)) return tunnelInLink(link);
  if (!isWhole(link)) return undefined;
  const proxy = proxyOf(link, protocol);
  const lost = link.fields.lost();
  return proxy && lost && { proxy, name: link.name, lost };
}

function proxyOf(link: ShareLink, protocol: string): Proxy | undefined {
  switch (link.scheme) {
    case 'vless':
      return vless(link);
    case 'trojan':
      return trojan(link);
    case 'ss':
      return shadowsocks(link);
    case 'hysteria2':
    case 'hy2':
      return hysteria(link);
    case '':
      return plainProxy(link, protocol);
    default:
      return plainProxy(link, link.scheme);
  }
}

const uuidText = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function vless({ user, host, ports, fields }: ShareLink): Proxy | undefined {
  const port = onePort({ ports });
  if (port === undefined || !uuidText.test(user)) return undefined;
  const flow = fields.takeBut('flow', 'none');
  if (!['', 'xtls-rprx-vision'].includes(flow)) fields.lose('flow');
  const encryption = fields.takeBut('encryption', 'none');
  // What the other programs do by themselves.
  fields.takeOnly('packetEncoding', 'xudp');
  const transport = transportOf(fields);
  const tls = tlsOf(fields, 'none');
  return {
    kind: 'vless',
    server: host,
    port,
    uuid: user,
    flow,
    encryption,
    tls,
    transport: withHost(transport, tls),
  };
}

function trojan({ user, hasLogin, host, ports, fields }: ShareLink): Proxy | undefined {
  const port = onePort({ ports });
  // Programs disagree on what of a password is before a colon that is not encoded.
  if (port === undefined || hasLogin) return undefined;
  fields.takeOnly('flow', 'none');
  const transport = transportOf(fields);
  const tls = tlsOf(fields, 'tls');
  const carried = withHost(transport, tls);
  return { kind: 'trojan', server: host, port, password: user, tls, transport: carried };
}

/** Without a host Xray sends the server name as Host; others send the address. */
function withHost(transport: Transport, tls: Tls | null): Transport {
  const isNamed = transport.kind === 'ws' || transport.kind === 'xhttp';
  if (!isNamed || transport.host !== '' || !tls?.serverName) return transport;
  return { ...transport, host: tls.serverName };
}

/** Names of transports that may be said: the value of another might be anything. */
const knownTransports = ['kcp', 'mkcp', 'quic', 'http', 'h2', 'httpupgrade'];

function transportOf(fields: LinkFields): Transport {
  // Xray reads the names of transports, encryptions and fingerprints in any case.
  const type = fields.take('type').toLowerCase();
  fields.takeOnly('headerType', 'none');
  switch (type) {
    case '':
    case 'tcp':
    case 'raw':
      fields.takeOnly('path', '/');
      return { kind: 'tcp' };
    case 'ws': {
      const path = fields.take('path');
      // How much is sent ahead: for Xray a part of the path, for others a setting of its own.
      if (/[?&]ed=/.test(path)) fields.lose('path');
      return { kind: 'ws', path, host: fields.take('host') };
    }
    case 'grpc': {
      const serviceName = fields.take('serviceName');
      // Xray takes one with a slash at its beginning for a whole path.
      if (serviceName.startsWith('/')) fields.lose('serviceName');
      fields.takeOnly('mode', 'gun');
      return { kind: 'grpc', serviceName };
    }
    case 'xhttp':
    case 'splithttp': {
      const mode = fields.take('mode');
      return { kind: 'xhttp', path: fields.take('path'), host: fields.take('host'), mode };
    }
    default:
      fields.lose(knownTransports.includes(type) ? `type=${type}` : 'type');
      return { kind: 'tcp' };
  }
}

/** `null` without TLS. */
function tlsOf(fields: LinkFields, without: 'none' | 'tls'): Tls | null {
  const given = fields.take('security').toLowerCase();
  const security = given === '' ? without : given;
  if (security === 'none') return null;
  const serverName = fields.take('sni') || fields.take('peer');
  const fingerprint = fields.take('fp').toLowerCase();
  const alpn = fields.take('alpn');
  const tls = {
    serverName: serverName === '' ? null : serverName,
    alpn: alpn === '' ? [] : alpn.split(','),
    fingerprint: fingerprint === '' ? null : fingerprint,
  };
  if (security === 'tls') {
    return { ...tls, insecure: fields.takeSwitch('allowInsecure', 'insecure'), reality: null };
  }
  const publicKey = fields.take('pbk');
  const shortId = fields.take('sid');
  // Xray begins there anyway.
  fields.takeOnly('spx', '/');
  return { ...tls, insecure: false, reality: { publicKey, shortId } };
}

function shadowsocks({ user, host, ports, fields }: ShareLink): Proxy | undefined {
  const port = onePort({ ports });
  const [, method = '', password = ''] = /^([\w-]+):(.+)$/s.exec(user) ?? [];
  if (port === undefined || password === '') return undefined;
  // A mark of the program that made it, without an effect on the connection.
  fields.takeOnly('outline', '1');
  return { kind: 'shadowsocks', server: host, port, method, password };
}

function hysteria({ user, host, ports, fields }: ShareLink): Hysteria | undefined {
  const [first] = ports;
  const hopping = fields.take('mport');
  const more = hopping === '' ? [] : readPorts(hopping);
  if (first === undefined || more === undefined) return undefined;
  const own = onePort({ ports }) === undefined ? ports : [];
  if (own.length > 0 && more.length > 0) fields.lose('mport');
  const obfuscation = fields.takeBut('obfs', 'none');
  const obfuscated = fields.take('obfs-password');
  if ((obfuscation === '') !== (obfuscated === '')) return undefined;
  if (!['', 'salamander'].includes(obfuscation)) fields.lose('obfs');
  // Others compare another digest, or nothing but it.
  fields.takeOnly('pinSHA256');
  fields.takeOnly('alpn', 'h3');
  const serverName = fields.take('sni');
  const tls = {
    serverName: serverName === '' ? null : serverName,
    alpn: [],
    fingerprint: null,
    insecure: fields.takeSwitch('insecure', 'allowInsecure'),
    reality: null,
  };
  return {
    kind: 'hysteria2',
    server: host,
    port: first.from,
    password: user,
    hops: writtenPorts([...own, ...more]),
    salamander: obfuscated === '' ? null : obfuscated,
    tls,
  };
}

function plainProxy({ login, host, ports }: ShareLink, protocol: string): PlainProxy | undefined {
  const port = onePort({ ports });
  if (port === undefined || (protocol !== 'http' && protocol !== 'socks5')) return undefined;
  return { kind: protocol, server: host, port, ...login };
}
