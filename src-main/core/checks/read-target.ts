import type { TextPlace } from '#contract/check-result.ts';
import type { ConnectionSecrets } from '#core/connections/storage/secrets.ts';
import { proxyUrl } from '#core/connections/exports/connection-url.ts';
import { onePort, readPorts, type Address } from '#core/connections/texts/address.ts';
import {
  isInFile,
  readLink,
  tunnelSchemes,
  type ShareLink,
} from '#core/connections/texts/share-link/read-link.ts';
import type { LinkFields } from '#core/connections/texts/share-link/link-fields.ts';
import {
  isTelegramLink,
  readTelegramLink,
} from '#core/connections/texts/telegram-link/read-telegram-link.ts';
import {
  readTunnelFile,
  tunnelOfFile,
  tunnelOfLink,
} from '#core/connections/texts/tunnel-file/read-tunnel-file.ts';
import { readMtprotoSecret } from './packets/mtproto.ts';
import type { TargetOrReason, XrayTarget } from './target.ts';
import { wireGuardTarget } from './wireguard-target.ts';

const notUnderstood = (at: TextPlace) =>
  ({ kind: 'undetermined', reason: 'not-understood', at }) as const;

/**
 * Reads how a connection's server is spoken to: a tunnel's by its `.conf` where it has one, any other by its
 * link, and never by another text where that is not understood, which is reported with the place. Never
 * throws. `protocol` as the service names it: a bare proxy has no scheme to tell it by.
 */
export function readTarget(protocol: string, secrets: ConnectionSecrets): TargetOrReason {
  const { connection_url: given, awg_config: config } = secrets;
  const text = protocol === 'mtproto' ? (proxyUrl(protocol, given) ?? given) : given;
  if (isTelegramLink(text)) return mtprotoTarget(text);
  const link = readLink(text);
  if (config !== undefined && isInFile(link)) {
    return wireGuardTarget(tunnelOfFile(readTunnelFile(config)));
  }
  if ('problem' in link) {
    if (link.problem === 'scheme') return { kind: 'undetermined', reason: 'unknown-protocol' };
    return notUnderstood(link.problem);
  }
  const { scheme, host, ports, fields } = link;
  if (tunnelSchemes.includes(scheme)) return wireGuardTarget(tunnelOfLink(link));
  switch (scheme) {
    case 'vless':
    case 'trojan':
      return xrayTarget(scheme, { host, ports }, fields);
    case 'ss':
      return { kind: 'shadowsocks', host, ports };
    case 'hysteria2':
    case 'hy2':
      return hysteriaTarget(link);
    default:
      return proxyTarget(scheme === '' ? protocol : scheme, link);
  }
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

/** Link parameters that accept invalid, pinned or differently named certificates. */
const otherCertificates = [
  'allowInsecure',
  'allow_insecure',
  'insecure',
  'skip-cert-verify',
  'pcs',
  'vcn',
];
const isSet = (value: string) => !['', '0', 'false'].includes(value);

function xrayTarget(
  scheme: 'vless' | 'trojan',
  place: Address,
  fields: LinkFields,
): TargetOrReason {
  const type = fields.take('type').toLowerCase() || 'tcp';
  const transport = Object.hasOwn(transports, type) ? transports[type] : undefined;
  const security = fields.take('security').toLowerCase() || (scheme === 'trojan' ? 'tls' : 'none');
  if (!transport) return notUnderstood('type');
  if (security !== 'none' && security !== 'tls' && security !== 'reality') {
    return notUnderstood('security');
  }
  const given = fields.take('sni') || fields.take('peer');
  const serverName = given === '' ? nameOrNull(place.host) : given;
  if (serverName !== null && !/^[\w.-]{1,253}$/.test(serverName)) return notUnderstood('sni');
  const alpn = fields
    .take('alpn')
    .split(',')
    .filter((name) => /^[\w./-]{1,64}$/.test(name));
  return {
    kind: 'xray',
    ...place,
    security,
    serverName,
    needsValidCertificate: !otherCertificates.some((name) => isSet(fields.take(name))),
    alpn: alpn.length > 0 ? alpn.slice(0, 8) : ['h2', 'http/1.1'],
    transport,
    path: (fields.take('path') || '/').slice(0, 2048),
    hostHeader: (fields.take('host') || serverName || place.host).slice(0, 256),
  };
}

/** A server name is never an address (RFC 6066, 3). */
function nameOrNull(host: string): string | null {
  return host.includes(':') || /^[\d.]+$/.test(host) ? null : host;
}

function hysteriaTarget({ host, ports, fields }: ShareLink): TargetOrReason {
  const obfuscation = fields.takeBut('obfs', 'none');
  const password = fields.take('obfs-password');
  if (obfuscation !== '' && (obfuscation !== 'salamander' || password === '')) {
    return notUnderstood('obfs');
  }
  const range = fields.take('mport');
  const more = range === '' ? [] : readPorts(range);
  if (!more) return notUnderstood('mport');
  const [first] = ports;
  // Of a range alone the first port is the one that every server has.
  const own = ports.length === 1 && first ? [{ from: first.from, to: first.from }] : ports;
  return {
    kind: 'hysteria',
    host,
    ports: [...own, ...more],
    salamander: obfuscation === '' ? null : password,
  };
}

function mtprotoTarget(text: string): TargetOrReason {
  const link = readTelegramLink(text);
  if ('problem' in link) return notUnderstood(link.problem);
  const { host, ports } = link;
  const secret = readMtprotoSecret(link.secret);
  return secret ? { kind: 'mtproto', host, ports, secret } : notUnderstood('secret');
}

function proxyTarget(protocol: string, { login, host, ports }: ShareLink): TargetOrReason {
  if (protocol !== 'http' && protocol !== 'socks5') {
    return { kind: 'undetermined', reason: 'unknown-protocol' };
  }
  if (onePort({ ports }) === undefined) return notUnderstood('port');
  return { kind: protocol === 'http' ? 'http-proxy' : 'socks5', host, ports, ...login };
}
