import { controlledJunk, junkAndHeaders, signaturePackets } from '../amnezia-settings.ts';
import { portOf, type ReadProxy, type Tunnel } from './proxy.ts';
import type { QueryFields } from './query-fields.ts';

/** What of a `wireguard://` or `awg://` URL a tunnel is read from. */
interface TunnelUrl {
  /** The private key. */
  readonly user: string;
  readonly server: string;
  readonly ports: string;
  readonly fields: QueryFields;
  readonly name: string;
}

/** The parameters of AmneziaWG as its `.conf` writes them. */
const amneziaNames = [...junkAndHeaders, ...signaturePackets, ...controlledJunk];

/** Settings of a `.conf` that are no part of a connection in any other program. */
const lostSettings = [
  ...['ListenPort', 'FwMark', 'Table', 'SaveConfig', 'PreUp', 'PostUp', 'PreDown', 'PostDown'],
  'AdvancedSecurity',
];

/** The settings that both sections of a `.conf`, or a URL, have for a tunnel. */
type Settings = ReadonlyMap<string, readonly string[]>;

/**
 * Reads a WireGuard or AmneziaWG tunnel: its `.conf`, which says more, or where there is none its
 * URL. `undefined` where it is not described whole, or has several peers.
 */
export function readTunnel(config: string | undefined, url: TunnelUrl): ReadProxy | undefined {
  const settings = config === undefined ? settingsOfUrl(url) : settingsOfConfig(config);
  const lost = config === undefined ? url.fields.lost() : lostOf(settings);
  const proxy = settings && tunnelOf(settings);
  return proxy && lost && { proxy, name: url.name, lost };
}

/** Each setting by its name in lower case. A text before it was empty says nothing. */
function settingsOfConfig(config: string): Settings | undefined {
  const settings = new Map<string, string[]>();
  let peers = 0;
  for (const line of config.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const text = line.split('#')[0]?.trim() ?? '';
    if (/^\[peer\]$/i.test(text)) peers += 1;
    else if (text !== '' && !/^\[interface\]$/i.test(text)) {
      const equals = text.indexOf('=');
      if (equals < 0) return undefined;
      const name = text.slice(0, equals).trim().toLowerCase();
      const value = text.slice(equals + 1).trim();
      settings.set(name, [...(settings.get(name) ?? []), ...(value === '' ? [] : [value])]);
    }
  }
  return peers === 1 ? settings : undefined;
}

/** What of a `.conf` is known and has no counterpart; `undefined` where anything is not known. */
function lostOf(settings: Settings | undefined): readonly string[] | undefined {
  const known = new Set(
    [...read, ...amneziaNames, ...lostSettings].map((name) => name.toLowerCase()),
  );
  if (settings === undefined || [...settings.keys()].some((name) => !known.has(name))) {
    return undefined;
  }
  return lostSettings.filter((name) => (settings.get(name.toLowerCase()) ?? []).length > 0);
}

const read = [
  ...['PrivateKey', 'Address', 'DNS', 'MTU', 'PublicKey', 'PresharedKey', 'AllowedIPs'],
  ...['Endpoint', 'PersistentKeepalive'],
];

function settingsOfUrl({ user, server, ports, fields }: TunnelUrl): Settings {
  const host = server.includes(':') ? `[${server}]` : server;
  const own = { privatekey: user, endpoint: `${host}:${ports}` };
  const named = ['publickey', 'presharedkey', 'address', 'allowedips', 'dns', 'mtu', 'keepalive'];
  const parameters = [...named, ...amneziaNames.map((name) => name.toLowerCase())].map((name) => {
    // A query writes a space for the plus sign of Base64 where it was not encoded.
    const value = fields.take(name);
    const text = name.endsWith('key') ? value.replaceAll(' ', '+') : value;
    return [name === 'keepalive' ? 'persistentkeepalive' : name, text] as const;
  });
  const all = [...Object.entries(own), ...parameters];
  return new Map(all.map(([name, value]) => [name, value === '' ? [] : [value]]));
}

const key = /^[\w+/-]{43}=$/;

function tunnelOf(settings: Settings): Tunnel | undefined {
  const one = (name: string) => {
    const values = settings.get(name) ?? [];
    return values.length > 1 ? undefined : (values[0] ?? '');
  };
  const many = (name: string) =>
    (settings.get(name) ?? []).flatMap((value) => value.split(',')).map((value) => value.trim());
  const [, bracketed, plain, portText = ''] =
    /^(?:\[([\da-f:.]+)\]|([^:[\]\s]+)):(\d+)$/i.exec(one('endpoint') ?? '') ?? [];
  const server = bracketed ?? plain;
  const port = portOf(portText);
  const [privateKey, publicKey, presharedKey] = [
    one('privatekey'),
    one('publickey'),
    one('presharedkey'),
  ];
  const mtu = numberOf(one('mtu'));
  const keepalive = numberOf(one('persistentkeepalive')?.replace(/^off$/i, ''));
  const addresses = many('address').map(withPrefix);
  const keys = [privateKey, publicKey, ...(presharedKey === '' ? [] : [presharedKey])];
  const amnezia = amneziaNames.map((name) => [name, one(name.toLowerCase())] as const);
  const isWhole = keys.every((text) => text !== undefined && key.test(text));
  if (!isWhole || server === undefined || port === undefined || addresses.length === 0) {
    return undefined;
  }
  if (mtu === undefined || keepalive === undefined || presharedKey === undefined) return undefined;
  if (amnezia.some(([, value]) => value === undefined)) return undefined;
  return {
    kind: 'wireguard',
    server,
    port,
    privateKey: privateKey ?? '',
    publicKey: publicKey ?? '',
    presharedKey: presharedKey === '' ? null : presharedKey,
    addresses,
    allowedIps: many('allowedips').map(withPrefix),
    dns: many('dns'),
    mtu,
    keepalive,
    amnezia: new Map(
      amnezia.flatMap(([name, value = '']) => (value === '' ? [] : [[name, value]])),
    ),
  };
}

/** `null` for none, `undefined` for what is no whole number. */
function numberOf(text: string | undefined): number | null | undefined {
  if (text === '') return null;
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}

/** An address alone is the network of itself, for `wg-quick` too. */
function withPrefix(address: string): string {
  if (address.includes('/')) return address;
  return `${address}/${address.includes(':') ? '128' : '32'}`;
}
