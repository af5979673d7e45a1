import { onePort } from '../../texts/address.ts';
import type { ShareLink } from '../../texts/share-link/read-link.ts';
import {
  amneziaParameters,
  readTunnelFile,
  tunnelOfFile,
  tunnelOfLink,
  type Tunnel as ReadTunnel,
} from '../../texts/tunnel-file/read-tunnel-file.ts';
import { version3 } from '../../texts/tunnel-file/settings.ts';
import type { ReadProxy, Tunnel } from './proxy.ts';

/** Settings of a `.conf` that are no part of a connection in any other program. */
const lostSettings = ['ListenPort', 'FwMark', 'Table', 'AdvancedSecurity', ...version3];

/** The tunnel of a `.conf`. `undefined` where it is not described whole, or has several peers. */
export function tunnelInFile(config: string, name: string): ReadProxy | undefined {
  const file = readTunnelFile(config);
  const unknown = file.lines.filter((line) => line.kind === 'unknown');
  const commands = unknown.flatMap(({ command }) => command ?? []);
  if (commands.length < unknown.length) return undefined;
  return finished(tunnelOfFile(file), name, [...new Set(commands)]);
}

/** The tunnel of a link; `undefined` as above. */
export function tunnelInLink(link: ShareLink): ReadProxy | undefined {
  const tunnel = tunnelOfLink(link);
  const more = link.fields.lost();
  return more && finished(tunnel, link.name, more);
}

function finished(
  read: ReturnType<typeof tunnelOfFile>,
  name: string,
  more: readonly string[],
): ReadProxy | undefined {
  const proxy = 'problem' in read ? undefined : tunnelOf(read);
  if ('problem' in read || proxy === undefined) return undefined;
  return { proxy, name, lost: [...lostSettings.filter((each) => read.one(each) !== ''), ...more] };
}

function tunnelOf({ endpoint, privateKey, publicKey, presharedKey, one, list }: ReadTunnel) {
  const port = onePort(endpoint);
  const mtu = numberOf(one('MTU'));
  const keepalive = numberOf(one('PersistentKeepalive').replace(/^off$/i, ''));
  const addresses = list('Address').map(withPrefix);
  const isWhole = port !== undefined && addresses.length > 0;
  if (!isWhole || mtu === undefined || keepalive === undefined) return undefined;
  const tunnel: Tunnel = {
    kind: 'wireguard',
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
  return tunnel;
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
