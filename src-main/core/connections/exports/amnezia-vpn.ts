import { deflateSync } from 'node:zlib';
import type { LeavingForm } from '#contract/ipc/connections.ts';
import { unseenCharacters } from '#contract/unseen-characters.ts';
import { onePort, readAddress } from '../texts/address.ts';
import { readTunnelFile, settingsOfFile } from '../texts/tunnel-file/read-tunnel-file.ts';
import { junkAndHeaders, signaturePackets, version3 } from '../texts/tunnel-file/settings.ts';
import { readXrayJson } from '../texts/xray-json/read-xray-json.ts';

/** What AmneziaVPN imports (docs/connections.md): its scanner takes nothing but its own servers. */

/** Marks a QR code that is a part of a server, as a 16-bit number. */
const partMark = 1984;
/** How many bytes of a packed server are in one QR code at most. */
const partBytes = 850;
/** A part says in one byte how many there are. */
const maxParts = 255;

/** What the app takes where a configuration names none: the port, and on phones the MTU. */
const usual = { port: 51_820, mtu: '1280' };

/** The AmneziaWG parameters that the app reads, as a configuration spells them. */
const amneziaWg = [...junkAndHeaders, ...signaturePackets, ...version3];

/**
 * The server that AmneziaVPN makes of a configuration when it imports it as a file. `undefined` where
 * it imports no such form, or not this text without a loss.
 *
 * @param title what the server is called in the app
 */
export function amneziaVpnServer(
  form: LeavingForm,
  text: string,
  title: string,
): Buffer | undefined {
  const imported =
    form === 'awg' ? tunnelServer(text) : form === 'xray' ? xrayServer(text) : undefined;
  if (imported === undefined) return undefined;
  const { container, protocol, config, hostName, ...rest } = imported;
  const server = {
    containers: [{ container, [protocol]: { ...config, isThirdPartyConfig: true } }],
    defaultContainer: container,
    description: title.replaceAll(unseenCharacters, ''),
    hostName,
    ...rest,
  };
  return packed(Buffer.from(JSON.stringify(server)));
}

/** A packed server as the app's link, to paste into it. */
export const amneziaVpnLink = (server: Buffer): string => `vpn://${server.toString('base64url')}`;

/**
 * A packed server as the texts of the QR codes that the app puts together again, in any order; `null`
 * where it needs more than it counts. Each begins as Qt writes a stream: the mark, how many codes there
 * are, the number of this one from 0, and the length of what follows.
 */
export function amneziaVpnParts(server: Buffer): string[] | null {
  const count = Math.ceil(server.length / partBytes);
  if (count > maxParts) return null;
  // Of the same length, so that no code is denser than it needs to be.
  const length = Math.ceil(server.length / count);
  return Array.from({ length: count }, (_, n) => {
    const part = server.subarray(n * length, (n + 1) * length);
    const head = Buffer.alloc(8);
    head.writeInt16BE(partMark, 0);
    head.writeUInt8(count, 2);
    head.writeUInt8(n, 3);
    head.writeUInt32BE(part.length, 4);
    return Buffer.concat([head, part]).toString('base64url');
  });
}

/** As Qt compresses bytes: their number, then zlib's stream. */
function packed(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, deflateSync(bytes, { level: 9 })]);
}

interface Imported {
  readonly container: string;
  readonly protocol: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly hostName: string;
  readonly dns1?: string;
  readonly dns2?: string;
}

function tunnelServer(text: string): Imported | undefined {
  const settings = settingsOfFile(readTunnelFile(text));
  // The app has room for one peer, and imports none of which it knows less.
  if (settings === undefined) return undefined;
  const { one, list } = settings;
  const endpoint = readAddress(one('Endpoint'), usual.port);
  const port = typeof endpoint === 'string' ? undefined : onePort(endpoint);
  const isWhole = ['PrivateKey', 'Address', 'PublicKey'].every((name) => one(name) !== '');
  if (typeof endpoint === 'string' || port === undefined || !isWhole) return undefined;
  const parameters = given(
    one,
    amneziaWg.map((name) => [name, name]),
  );
  const isAmnezia = Object.keys(parameters).length > 0;
  const client = {
    config: text,
    hostName: endpoint.host,
    port,
    client_priv_key: one('PrivateKey'),
    client_ip: list('Address').join(', '),
    server_pub_key: one('PublicKey'),
    mtu: usual.mtu,
    ...given(one, [
      ['PresharedKey', 'psk_key'],
      ['MTU', 'mtu'],
      ['PersistentKeepalive', 'persistent_keep_alive'],
    ]),
    allowed_ips: list('AllowedIPs'),
    ...parameters,
  };
  const [dns1, dns2] = list('DNS').filter((each) => /^[\d.]+$/.test(each));
  return {
    container: isAmnezia ? 'amnezia-awg' : 'amnezia-wireguard',
    protocol: isAmnezia ? 'awg' : 'wireguard',
    config: {
      last_config: JSON.stringify(client),
      port: String(port),
      transport_proto: 'udp',
      ...(isAmnezia && versionOf(parameters)),
    },
    hostName: endpoint.host,
    ...(dns1 !== undefined && { dns1 }),
    ...(dns2 !== undefined && { dns2 }),
  };
}

/** Versions of the app that were told which version of the protocol it is, and not only 1, read it here. */
function versionOf(parameters: Readonly<Record<string, string>>): { protocol_version?: string } {
  if ('S3' in parameters && 'S4' in parameters) return { protocol_version: '2' };
  return ['I1', 'I2', 'I3', 'I4', 'I5'].some((name) => name in parameters)
    ? { protocol_version: '1.5' }
    : {};
}

function xrayServer(text: string): Imported | undefined {
  const xray = readXrayJson(text);
  if (xray?.isClient !== true) return undefined;
  return {
    container: 'amnezia-xray',
    protocol: 'xray',
    config: { last_config: text },
    hostName: xray.host,
  };
}

/** The values that are not empty, by other names. */
function given(
  one: (name: string) => string,
  names: readonly (readonly [string, string])[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap(([name, as]) => {
      const value = one(name);
      return value === '' ? [] : [[as, value]];
    }),
  );
}
