import type { ConversionRefusal } from '#contract/ipc/connections.ts';
import { hostAndPort } from '../../texts/address.ts';
import { schemeOf, tunnelSchemes } from '../../texts/share-link/read-link.ts';
import type { Tunnel } from './proxy.ts';
import { readProxy } from './read-proxy.ts';

type WrittenTunnel =
  | { readonly text: string }
  | { readonly text?: undefined; readonly refusal: ConversionRefusal };

/** What clients of a URL take where it names no networks: everything goes through the tunnel. */
const everything = ['0.0.0.0/0', '::/0'];

/** The `.conf` of a tunnel, written from its URL where nothing is lost. */
export function writtenTunnel(url: string): WrittenTunnel | undefined {
  if (!tunnelSchemes.includes(schemeOf(url))) return undefined;
  const read = readProxy('', { connection_url: url });
  if (read?.proxy.kind !== 'wireguard' || !isPlain(read.proxy))
    return { refusal: { kind: 'unreadable', fields: [] } };
  if (read.lost.length > 0) return { refusal: { kind: 'fields', fields: read.lost } };
  return { text: textOf(read.proxy) };
}

function textOf(tunnel: Tunnel): string {
  const { server, port, presharedKey, mtu, keepalive, dns } = tunnel;
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
    ['Endpoint', hostAndPort(server, port)],
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
