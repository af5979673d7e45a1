import type { ConnectionSecrets } from '#core/connections/connection.ts';
import {
  percentDecoded,
  proxyUrl,
  readConnectionUrl,
} from '#core/connections/exports/connection-url.ts';
import { readMtprotoSecret } from './packets/mtproto.ts';
import type {
  HysteriaTarget,
  MtprotoTarget,
  Place,
  PortRange,
  TargetOrReason,
  XrayTarget,
} from './target.ts';
import { wireGuardTarget, type UrlDetails } from './wireguard-target.ts';

const notUnderstood = { kind: 'undetermined', reason: 'not-understood' } as const;

/**
 * Reads how a connection's server is spoken to. Never throws: what is not understood is reported as such.
 *
 * @param protocol as the service names it; a bare proxy has no scheme to tell it by
 */
export function readTarget(protocol: string, secrets: ConnectionSecrets): TargetOrReason {
  const given = secrets.connection_url;
  const text = protocol === 'mtproto' ? (proxyUrl(protocol, given) ?? given) : given;
  const { scheme, host, port } = readConnectionUrl(text);
  const rest = urlRest(text);
  if (['wireguard', 'wg', 'awg'].includes(scheme) || ['wg', 'amnezia-wg-2'].includes(protocol)) {
    return wireGuardTarget(secrets, placeOf(host, port), rest) ?? notUnderstood;
  }
  const place = placeOf(host, port);
  if (!place) return notUnderstood;
  switch (scheme) {
    case 'vless':
    case 'trojan':
      return xrayTarget(scheme, place, rest.query) ?? notUnderstood;
    case 'ss':
      return { kind: 'shadowsocks', ...place };
    case 'hysteria2':
    case 'hy2':
      return hysteriaTarget(place, rest.query) ?? notUnderstood;
    case 'tg':
      return mtprotoTarget(place, rest.query) ?? notUnderstood;
    case '':
    case 'http':
    case 'socks5':
      return proxyTarget(scheme === '' ? protocol : scheme, place, text);
    default:
      return { kind: 'undetermined', reason: 'unknown-protocol' };
  }
}

/** Ports such as `443,20000-29999`; `undefined` when that is not what a text is. */
export function readPorts(text: string): readonly PortRange[] | undefined {
  const ranges = text.split(',').map((part) => /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part.trim()));
  const read = ranges.flatMap((match) =>
    match ? [{ from: Number(match[1]), to: Number(match[2] ?? match[1]) }] : [],
  );
  const valid = read.every(({ from, to }) => from >= 1 && from <= to && to <= 65_535);
  return valid && read.length === ranges.length ? read : undefined;
}

function placeOf(host: string, port: number | null): Place | undefined {
  const [, address = '', range = ''] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(host) ?? [];
  const ports = readPorts(port === null ? range : String(port));
  return address !== '' && ports ? { host: address.replace(/^\[|\]$/g, ''), ports } : undefined;
}

function urlRest(text: string): UrlDetails {
  const [beforeName = ''] = text.split('#');
  const questionMark = beforeName.indexOf('?');
  const query = questionMark < 0 ? '' : beforeName.slice(questionMark + 1);
  const address = questionMark < 0 ? beforeName : beforeName.slice(0, questionMark);
  const user = /^[a-z][a-z0-9+.-]*:\/\/([^/]*)@/i.exec(address)?.[1] ?? '';
  return { user, query: new URLSearchParams(query) };
}

const transports: Readonly<Record<string, XrayTarget['transport']>> = {
  tcp: 'tcp',
  raw: 'tcp',
  ws: 'websocket',
  httpupgrade: 'websocket',
  grpc: 'grpc',
  xhttp: 'xhttp',
  splithttp: 'xhttp',
};

/**
 * Parameters of links that have a client accept other certificates than valid ones: any, one with a
 * digest, or that of another name (Xray's `allowInsecure`, `pinnedPeerCertSha256` and
 * `verifyPeerCertByName`, under the names that links have for them).
 */
const otherCertificates = [
  'allowInsecure',
  'allow_insecure',
  'insecure',
  'skip-cert-verify',
  'pcs',
  'vcn',
];
const isSet = (value: string | null) => value !== null && !['', '0', 'false'].includes(value);

function xrayTarget(
  scheme: 'vless' | 'trojan',
  place: Place,
  query: URLSearchParams,
): XrayTarget | undefined {
  const type = query.get('type') ?? 'tcp';
  const transport = Object.hasOwn(transports, type) ? transports[type] : undefined;
  const security = query.get('security') ?? (scheme === 'trojan' ? 'tls' : 'none');
  if (!transport || (security !== 'none' && security !== 'tls' && security !== 'reality')) {
    return undefined;
  }
  const given = query.get('sni') ?? query.get('peer') ?? '';
  const serverName = given === '' ? nameOrNull(place.host) : given;
  if (serverName !== null && !/^[\w.-]{1,253}$/.test(serverName)) return undefined;
  const alpn = (query.get('alpn') ?? '').split(',').filter((name) => /^[\w./-]{1,64}$/.test(name));
  return {
    kind: 'xray',
    ...place,
    security,
    serverName,
    needsValidCertificate: !otherCertificates.some((name) => isSet(query.get(name))),
    alpn: alpn.length > 0 ? alpn.slice(0, 8) : ['h2', 'http/1.1'],
    transport,
    path: (query.get('path') ?? '/').slice(0, 2048),
    hostHeader: (query.get('host') ?? serverName ?? place.host).slice(0, 256),
  };
}

/** A server name is never an address (RFC 6066, 3). */
function nameOrNull(host: string): string | null {
  return host.includes(':') || /^[\d.]+$/.test(host) ? null : host;
}

function hysteriaTarget(place: Place, query: URLSearchParams): HysteriaTarget | undefined {
  const obfuscation = query.get('obfs') ?? '';
  const password = query.get('obfs-password') ?? '';
  if (obfuscation !== '' && (obfuscation !== 'salamander' || password === '')) return undefined;
  const range = query.get('mport');
  const more = range === null ? [] : readPorts(range);
  if (!more) return undefined;
  return {
    kind: 'hysteria',
    host: place.host,
    ports: [...place.ports, ...more],
    salamander: obfuscation === '' ? null : password,
  };
}

function mtprotoTarget(place: Place, query: URLSearchParams): MtprotoTarget | undefined {
  const secret = readMtprotoSecret(query.get('secret') ?? '');
  return secret && { kind: 'mtproto', ...place, secret };
}

function proxyTarget(protocol: string, place: Place, text: string): TargetOrReason {
  if (protocol !== 'http' && protocol !== 'socks5') {
    return { kind: 'undetermined', reason: 'unknown-protocol' };
  }
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const bare = written ? text.slice(text.indexOf('://') + 3) : text;
  const login = bare.slice(0, Math.max(0, bare.lastIndexOf('@')));
  const colon = login.indexOf(':');
  const [user, password] =
    colon < 0 ? [login, ''] : [login.slice(0, colon), login.slice(colon + 1)];
  return {
    kind: protocol === 'http' ? 'http-proxy' : 'socks5',
    ...place,
    user: written ? percentDecoded(user) : user,
    password: written ? percentDecoded(password) : password,
  };
}
