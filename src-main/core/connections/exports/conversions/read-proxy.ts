import type { ConnectionSecrets } from '#core/connections/connection.ts';
import { readConnectionUrl } from '../connection-url.ts';
import {
  portOf,
  type Hysteria,
  type PlainProxy,
  type Proxy,
  type ReadProxy,
  type Tls,
  type Transport,
} from './proxy.ts';
import { QueryFields } from './query-fields.ts';
import { readTunnel } from './read-tunnel.ts';

/** A URL taken apart; the user part and the name are decoded. */
interface Parts {
  readonly scheme: string;
  /** As written: what is before `@`. */
  readonly rawUser: string;
  readonly user: string;
  readonly server: string;
  /** As written: a number, or for Hysteria 2 several and ranges. */
  readonly ports: string;
  readonly fields: QueryFields;
  readonly name: string;
}

/**
 * Reads a connection so that it can be written in a form of another program.
 *
 * @param protocol as the service names it; a bare proxy has no scheme to tell it by
 * @returns `undefined` where any part is not understood. Never throws
 */
export function readProxy(protocol: string, secrets: ConnectionSecrets): ReadProxy | undefined {
  const url = secrets.connection_url;
  const { scheme } = readConnectionUrl(url);
  if (['wireguard', 'wg', 'awg'].includes(scheme)) {
    const parts = partsOf(url);
    return parts && readTunnel(secrets.awg_config, parts);
  }
  if (scheme === '') return finished(plainProxy(protocol, url), '', []);
  const parts = partsOf(url);
  if (!parts) return undefined;
  const proxy = proxyOf(parts);
  return finished(proxy, parts.name, parts.fields.lost());
}

function finished(
  proxy: Proxy | undefined,
  name: string,
  lost: readonly string[] | undefined,
): ReadProxy | undefined {
  return proxy && lost && { proxy, name, lost };
}

function proxyOf(parts: Parts): Proxy | undefined {
  switch (parts.scheme) {
    case 'vless':
      return vless(parts);
    case 'trojan':
      return trojan(parts);
    case 'ss':
      return shadowsocks(parts);
    case 'hysteria2':
    case 'hy2':
      return hysteria(parts);
    case 'http':
    case 'socks5':
      return urlProxy(parts);
    default:
      return undefined;
  }
}

function partsOf(url: string): Parts | undefined {
  const plain =
    /^([a-z][a-z0-9+.-]*):\/\/(?:([^/?#]*)@)?(\[[^\]]*\]|[^:/?#@]*)(?::([^/?#]*))?\/?(?:\?([^#]*))?(?:#(.*))?$/is;
  const [, scheme = '', rawUser = '', host = '', ports = '', query = '', fragment = ''] =
    wholeBase64(url) ?? plain.exec(url) ?? [];
  const user = decoded(rawUser);
  const name = decoded(fragment);
  const { host: known } = readConnectionUrl(`vless://${host}`);
  if (user === undefined || name === undefined || known === '') return undefined;
  return {
    scheme: scheme.toLowerCase(),
    rawUser,
    user,
    server: known.replace(/^\[|\]$/g, ''),
    ports,
    fields: new QueryFields(query),
    name,
  };
}

/** `ss://BASE64(method:password@host:port)#name`, in the parts of the newer form. */
function wholeBase64(url: string): readonly string[] | undefined {
  const [, base64 = '', fragment = ''] = /^ss:\/\/([\w+/=-]+)(?:#(.*))?$/is.exec(url) ?? [];
  const inside = base64Text(base64) ?? '';
  const at = inside.lastIndexOf('@');
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(inside.slice(at + 1)) ?? [];
  const user = Buffer.from(inside.slice(0, Math.max(0, at))).toString('base64url');
  return host === '' ? undefined : [url, 'ss', user, host, port, '', fragment];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The text in Base64 of either alphabet; `undefined` where it is none. */
function base64Text(text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64');
  const plain = (other: string) =>
    other
      .replaceAll('-', '+')
      .replaceAll('_', '/')
      .replace(/(?<!=)=+$/, '');
  if (plain(bytes.toString('base64')) !== plain(text)) return undefined;
  const read = bytes.toString('utf8');
  return Buffer.from(read).equals(bytes) ? read : undefined;
}

const uuidText = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function vless({ rawUser, server, ports, fields }: Parts): Proxy | undefined {
  const port = portOf(ports);
  if (port === undefined || !uuidText.test(rawUser)) return undefined;
  const flow = fields.take('flow');
  if (!['', 'xtls-rprx-vision'].includes(flow)) fields.lose('flow');
  const encryption = fields.take('encryption');
  const transport = transportOf(fields);
  const tls = tlsOf(fields, 'none');
  if (tls === undefined) return undefined;
  return {
    kind: 'vless',
    server,
    port,
    uuid: rawUser,
    flow,
    encryption: encryption === 'none' ? '' : encryption,
    tls,
    transport,
  };
}

function trojan({ rawUser, user, server, ports, fields }: Parts): Proxy | undefined {
  const port = portOf(ports);
  // Programs disagree on what of a password is before a colon that is not encoded.
  if (port === undefined || user === '' || rawUser.includes(':')) return undefined;
  const transport = transportOf(fields);
  const tls = tlsOf(fields, 'tls');
  if (tls === undefined) return undefined;
  return { kind: 'trojan', server, port, password: user, tls, transport };
}

/** Names of transports that may be said: the value of another might be anything. */
const knownTransports = ['kcp', 'mkcp', 'quic', 'http', 'h2', 'httpupgrade'];

function transportOf(fields: QueryFields): Transport {
  const type = fields.take('type');
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
      const [path, host, mode] = ['path', 'host', 'mode'].map((name) => fields.take(name));
      return { kind: 'xhttp', path: path ?? '', host: host ?? '', mode: mode ?? '' };
    }
    default:
      fields.lose(knownTransports.includes(type) ? `type=${type}` : 'type');
      return { kind: 'tcp' };
  }
}

/** `null` without TLS; `undefined` where it is not understood. */
function tlsOf(fields: QueryFields, without: 'none' | 'tls'): Tls | null | undefined {
  const given = fields.take('security');
  const security = given === '' ? without : given;
  if (security === 'none') return null;
  if (security !== 'tls' && security !== 'reality') return undefined;
  const serverName = fields.take('sni');
  const fingerprint = fields.take('fp');
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
  if (!/^[\w-]{43}$/.test(publicKey) || !/^(?:[\da-f]{2}){0,8}$/i.test(shortId)) return undefined;
  return { ...tls, insecure: false, reality: { publicKey, shortId } };
}

function shadowsocks({ rawUser, server, ports, fields }: Parts): Proxy | undefined {
  const port = portOf(ports);
  const colon = rawUser.indexOf(':');
  const pair =
    colon < 0
      ? base64Text(decoded(rawUser) ?? '')
      : `${rawUser.slice(0, colon)}:${decoded(rawUser.slice(colon + 1)) ?? ''}`;
  const [, method = '', password = ''] = /^([\w-]+):(.+)$/s.exec(pair ?? '') ?? [];
  if (port === undefined || password === '') return undefined;
  // A mark of the program that made it, without an effect on the connection.
  fields.takeOnly('outline', '1');
  return { kind: 'shadowsocks', server, port, method, password };
}

function hysteria({ user, server, ports, fields }: Parts): Hysteria | undefined {
  const listed = ports === '' ? ['443'] : ports.split(',');
  const hopping = fields.take('mport');
  const hops = [
    ...(listed.length > 1 ? listed : []),
    ...(hopping === '' ? [] : hopping.split(',')),
  ];
  const port = portOf(/^\d+/.exec(listed[0] ?? '')?.[0] ?? '');
  const isRange = (text: string) =>
    text.split('-').length <= 2 && text.split('-').every((end) => portOf(end) !== undefined);
  const isOnePort = listed.length > 1 || portOf(listed[0] ?? '') !== undefined;
  if (port === undefined || user === '' || !isOnePort || !hops.every(isRange)) return undefined;
  if (listed.length > 1 && hopping !== '') fields.lose('mport');
  const obfuscation = fields.take('obfs');
  const obfuscated = fields.take('obfs-password');
  if ((obfuscation === '') !== (obfuscated === '')) return undefined;
  if (!['', 'salamander'].includes(obfuscation)) fields.lose('obfs');
  // Others compare another digest, or nothing but it.
  fields.takeOnly('pinSHA256');
  const serverName = fields.take('sni');
  const tls = {
    serverName: serverName === '' ? null : serverName,
    alpn: [],
    fingerprint: null,
    insecure: fields.takeSwitch('insecure'),
    reality: null,
  };
  const salamander = obfuscated === '' ? null : obfuscated;
  return { kind: 'hysteria2', server, port, password: user, hops, salamander, tls };
}

function urlProxy({ scheme, rawUser, server, ports }: Parts): PlainProxy | undefined {
  const [user = '', ...rest] = rawUser.split(':').map(decoded);
  const password = rest.length < 2 ? (rest[0] ?? '') : undefined;
  const port = portOf(ports);
  if (port === undefined || password === undefined || rest.includes(undefined)) return undefined;
  return { kind: scheme === 'http' ? 'http' : 'socks5', server, port, user, password };
}

/** A bare `user:pass@host:port`, in which nothing is encoded. */
function plainProxy(protocol: string, text: string): PlainProxy | undefined {
  if (protocol !== 'http' && protocol !== 'socks5') return undefined;
  const { host, port } = readConnectionUrl(text);
  if (host === '' || port === null || portOf(String(port)) === undefined) return undefined;
  const login = text.slice(0, text.lastIndexOf('@'));
  const colon = login.indexOf(':');
  const [user, password] =
    colon < 0 ? [login, ''] : [login.slice(0, colon), login.slice(colon + 1)];
  return { kind: protocol, server: host.replace(/^\[|\]$/g, ''), port, user, password };
}
