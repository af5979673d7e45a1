import { derive, key32Of, numberOf, wireguardKeyOf } from './credentials.ts';
import type { AwgParameters, Connection, Endpoint } from './connection.ts';

/** One end of a WireGuard tunnel, keys in standard Base64. */
interface Peer {
  readonly privateKey: string;
  /** The server's. */
  readonly publicKey: string;
  readonly presharedKey: string;
  readonly address: string;
}

export function peerOf(secret: string, endpoint: Endpoint): Peer {
  const bytes = derive(secret, 'tunnel address');
  return {
    privateKey: wireguardKeyOf(secret).toString('base64'),
    publicKey: endpoint.keys.wireguard,
    presharedKey: key32Of(secret, 'preshared'),
    address: `10.${String(bytes.readUInt8(0))}.${String(bytes.readUInt8(1))}.${String(2 + (bytes.readUInt8(2) % 250))}/32`,
  };
}

/** Parameters that a new AmneziaWG configuration starts with; the four headers differ. */
export function newAwgParameters(secret: string): AwgParameters {
  const header = (index: number): number =>
    numberOf(secret, `h${String(index)}`, 5 + index * 500_000_000, 4 + (index + 1) * 500_000_000);
  return {
    port: numberOf(secret, 'awg port', 30000, 60000),
    jc: numberOf(secret, 'jc', 3, 10),
    jmin: 50,
    jmax: 1000,
    s1: numberOf(secret, 's1', 15, 80),
    s2: numberOf(secret, 's2', 81, 150),
    s3: numberOf(secret, 's3', 1, 60),
    s4: numberOf(secret, 's4', 1, 30),
    h1: header(0),
    h2: header(1),
    h3: header(2),
    h4: header(3),
  };
}

const junk = ['jc', 'jmin', 'jmax', 's1', 's2', 's3', 's4', 'h1', 'h2', 'h3', 'h4'] as const;

/** The parameters as the URL carries them. */
export function awgQuery(connection: Connection, peer: Peer): URLSearchParams {
  const query = new URLSearchParams({
    publickey: peer.publicKey,
    presharedkey: peer.presharedKey,
    address: peer.address,
    mtu: '1280',
  });
  const parameters = connection.awg ?? newAwgParameters(connection.secret);
  for (const name of junk) query.set(name, String(parameters[name]));
  return query;
}

/** The `.conf` text of an AmneziaWG connection, as its clients import it. */
export function awgConfig(connection: Connection, endpoint: Endpoint): string {
  const peer = peerOf(connection.secret, endpoint);
  const parameters = connection.awg ?? newAwgParameters(connection.secret);
  const title = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
  return [
    '[Interface]',
    `PrivateKey = ${peer.privateKey}`,
    `Address = ${peer.address}`,
    'DNS = 192.0.2.53, 2001:db8::53',
    'MTU = 1280',
    ...junk.map((name) => `${title(name)} = ${String(parameters[name])}`),
    '',
    '[Peer]',
    `PublicKey = ${peer.publicKey}`,
    `PresharedKey = ${peer.presharedKey}`,
    'AllowedIPs = 0.0.0.0/0, ::/0',
    `Endpoint = ${endpoint.host}:${String(parameters.port)}`,
    'PersistentKeepalive = 25',
    '',
  ].join('\n');
}
