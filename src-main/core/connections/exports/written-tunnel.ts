import type { ConnectionSecrets } from '#core/connections/connection-secrets.ts';
import { onePort } from '../texts/address.ts';
import { readLink } from '../texts/share-link/read-link.ts';
import { amneziaParameters, tunnelOfLink } from '../texts/tunnel-file/read-tunnel-file.ts';
import { version3 } from '../texts/tunnel-file/settings.ts';
import { readConnectionUrl } from './connection-url.ts';

/** `refused` names what has no place in a configuration; none where the URL is not understood. */
type WrittenTunnel =
  { readonly text: string } | { readonly text?: undefined; readonly refused: readonly string[] };

interface Tunnel {
  /** A name or an address, without brackets. */
  readonly server: string;
  readonly port: number;
  readonly privateKey: string;
  readonly publicKey: string;
  readonly presharedKey: string | null;
  /** With their prefix lengths, as in `10.0.0.2/32`. */
  readonly addresses: readonly string[];
  readonly allowedIps: readonly string[];
  readonly dns: readonly string[];
  readonly mtu: number | null;
  /** Seconds. */
  readonly keepalive: number | null;
  /** AmneziaWG's parameters by their names in a `.conf`, as written there. */
  readonly amnezia: ReadonlyMap<string, string>;
}

/** What clients of a URL take where it names no networks: everything goes through the tunnel. */
const everything = ['0.0.0.0/0', '::/0'];

/** Settings that a URL may name and this configuration is not written with. */
const lostSettings = ['ListenPort', 'FwMark', 'Table', 'AdvancedSecurity', ...version3];

/** The `.conf` of a tunnel, written from its URL where nothing is lost; `undefined` for another URL. */
export function writtenTunnel(url: string): WrittenTunnel | undefined {
  if (!['wireguard', 'wg', 'awg'].includes(readConnectionUrl(url).scheme)) return undefined;
  const link = readLink(url);
  const read = 'problem' in link ? link : tunnelOfLink(link);
  const more = 'problem' in link ? undefined : link.fields.lost();
  const tunnel = 'problem' in read ? undefined : tunnelOf(read);
  if ('problem' in read || !tunnel || !more || !isPlain(tunnel)) return { refused: [] };
  const lost = [...lostSettings.filter((each) => read.one(each) !== ''), ...more];
  return lost.length > 0 ? { refused: lost } : { text: textOf(tunnel) };
}

/** Why a tunnel of which the service gives only the URL has no configuration; `undefined` where it has. */
export function refusedTunnel(secrets: ConnectionSecrets): readonly string[] | undefined {
  if (secrets.awg_config !== undefined) return undefined;
  const written = writtenTunnel(secrets.connection_url);
  return written?.text === undefined ? written?.refused : undefined;
}

function tunnelOf({
  endpoint,
  privateKey,
  publicKey,
  presharedKey,
  one,
  list,
}: Exclude<ReturnType<typeof tunnelOfLink>, { problem: unknown }>): Tunnel | undefined {
  const port = onePort(endpoint);
  const mtu = numberOf(one('MTU'));
  const keepalive = numberOf(one('PersistentKeepalive').replace(/^off$/i, ''));
  const addresses = list('Address').map(withPrefix);
  const isWhole = port !== undefined && addresses.length > 0;
  if (!isWhole || mtu === undefined || keepalive === undefined) return undefined;
  return {
    server: endpoint.host,
    port,
    privateKey: privateKey.toString('base64'),
    publicKey: publicKey.toString('base64'),
    presharedKey: presharedKey?.toString('base64') ?? null,
    addresses,
    allowedIps: list('AllowedIPs').map(withPrefix),
    dns: list('DNS'),
    mtu,
    keepalive,
    amnezia: new Map(
      amneziaParameters.flatMap((name) => (one(name) === '' ? [] : [[name, one(name)]])),
    ),
  };
}

/** `null` for none, `undefined` for what is no whole number. */
function numberOf(text: string): number | null | undefined {
  if (text === '') return null;
  return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}

/** An address alone is the network of itself, for `wg-quick` too. */
function withPrefix(address: string): string {
  if (address.includes('/')) return address;
  return `${address}/${address.includes(':') ? '128' : '32'}`;
}

function textOf(tunnel: Tunnel): string {
  const { server, port, presharedKey, mtu, keepalive, dns } = tunnel;
  const host = server.includes(':') ? `[${server}]` : server;
  const allowed = tunnel.allowedIps.length === 0 ? everything : tunnel.allowedIps;
  const section = (name: string, settings: readonly (readonly [string, string | null])[]) =>
    [
      `[${name}]`,
      ...settings.flatMap(([setting, value]) => (value === null ? [] : `${setting} = ${value}`)),
    ].join('\n');
  const own = section('Interface', [
    ['PrivateKey', tunnel.privateKey],
    ['Address', tunnel.addresses.join(', ')],
    ['DNS', dns.length === 0 ? null : dns.join(', ')],
    ['MTU', mtu === null ? null : String(mtu)],
    ...tunnel.amnezia,
  ]);
  const peer = section('Peer', [
    ['PublicKey', tunnel.publicKey],
    ['PresharedKey', presharedKey],
    ['AllowedIPs', allowed.join(', ')],
    ['Endpoint', `${host}:${String(port)}`],
    ['PersistentKeepalive', keepalive === null ? null : String(keepalive)],
  ]);
  return `${own}\n\n${peer}\n`;
}

/** Nothing of it could begin a line of its own, or be read as something else. */
function isPlain({ addresses, allowedIps, dns, amnezia }: Tunnel): boolean {
  return (
    [...addresses, ...allowedIps].every(isNetwork) &&
    dns.every((name) => isAddress(name) || /^[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(name)) &&
    [...amnezia.values()].every((value) => /^[\w <>-]+$/.test(value) && value.trim() === value)
  );
}

function isNetwork(text: string): boolean {
  const [address = '', length = '', ...more] = text.split('/');
  const longest = address.includes(':') ? 128 : 32;
  return more.length === 0 && isAddress(address) && /^\d{1,3}$/.test(length) && +length <= longest;
}

function isAddress(text: string): boolean {
  if (text.includes(':')) return /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`);
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && +part <= 255);
}
