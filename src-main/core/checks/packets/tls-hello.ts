import type { Random } from '#core/kernel/ports.ts';
import { bytesAt, counted, numberAt, numberBytes, type Parsed } from './bytes.ts';

/** Where the 32 random bytes of a ClientHello or ServerHello stand in its record. */
export const helloRandomAt = 11;
export const helloRandomLength = 32;

const handshakeType = 22;
const alertType = 21;
/** The largest record of TLS 1.2 with its expansion (RFC 5246, 6.2.3), bytes. */
const largestRecord = 16_384 + 2048;
/** A ClientHello is padded to this length, as browsers do (RFC 7685), bytes without the record's header. */
const paddedLength = 512;
const extensionNumbers = {
  serverName: 0,
  statusRequest: 5,
  supportedGroups: 10,
  pointFormats: 11,
  signatureAlgorithms: 13,
  alpn: 16,
  signedTimestamps: 18,
  padding: 21,
  extendedMasterSecret: 23,
  compressCertificate: 27,
  sessionTicket: 35,
  supportedVersions: 43,
  pskModes: 45,
  keyShare: 51,
  renegotiation: 0xff01,
} as const;

const cipherSuites = [
  0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc013, 0xc014, 0x009c,
  0x009d, 0x002f, 0x0035,
];
const signatureAlgorithms = [0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601];
const x25519 = 0x001d;
const groups = [x25519, 0x0017, 0x0018];
const tls13 = 0x0304;
const tls12 = 0x0303;

/**
 * The record of a TLS ClientHello (RFC 8446, 4.1.2) with the cipher suites and extensions of a Chromium
 * browser in its order, reserved values (RFC 8701) included. It is never followed up, so its key share is
 * random bytes, which no observer can tell from a key. `serverName` `null` and empty `alpn` send none; a name
 * in `alpn` has at most 255 bytes.
 */
export function clientHello(options: {
  readonly random: Random;
  readonly serverName: string | null;
  readonly alpn: readonly string[];
}): Buffer {
  const { random } = options;
  const greases = [...random.bytes(4)].map((byte) => ((byte & 0xf0) | 0x0a) * 0x0101);
  const [grease = 0x0a0a, groupGrease = 0x1a1a, firstGrease = 0x2a2a] = greases;
  // Two reserved extensions must differ (RFC 8701, 3.1).
  const lastGrease = firstGrease === 0xfafa ? 0x0a0a : 0xfafa;
  const keyShare = Buffer.from(random.bytes(32));
  const extensions = [
    extension(firstGrease),
    ...(options.serverName === null ? [] : [serverNameExtension(options.serverName)]),
    extension(extensionNumbers.extendedMasterSecret),
    extension(extensionNumbers.renegotiation, Buffer.from([0])),
    extension(extensionNumbers.supportedGroups, counted(2, ...shorts([groupGrease, ...groups]))),
    extension(extensionNumbers.pointFormats, Buffer.from([1, 0])),
    extension(extensionNumbers.sessionTicket),
    ...(options.alpn.length === 0 ? [] : [alpnExtension(options.alpn)]),
    extension(extensionNumbers.statusRequest, Buffer.from([1, 0, 0, 0, 0])),
    extension(extensionNumbers.signatureAlgorithms, counted(2, ...shorts(signatureAlgorithms))),
    extension(extensionNumbers.signedTimestamps),
    extension(
      extensionNumbers.keyShare,
      counted(
        2,
        ...shorts([groupGrease]),
        counted(2, Buffer.from([0])),
        ...shorts([x25519]),
        counted(2, keyShare),
      ),
    ),
    extension(extensionNumbers.pskModes, counted(1, Buffer.from([1]))),
    extension(extensionNumbers.supportedVersions, counted(1, ...shorts([grease, tls13, tls12]))),
    extension(extensionNumbers.compressCertificate, counted(1, ...shorts([2]))),
    extension(lastGrease, Buffer.from([0])),
  ];
  const head = Buffer.concat([
    ...shorts([tls12]),
    random.bytes(helloRandomLength),
    counted(1, random.bytes(32)),
    counted(2, ...shorts([grease, ...cipherSuites])),
    counted(1, Buffer.from([0])),
  ]);
  const body = Buffer.concat([head, counted(2, ...padded(head.byteLength, extensions))]);
  const message = Buffer.concat([Buffer.from([1]), counted(3, body)]);
  return Buffer.concat([Buffer.from([handshakeType, 3, 1]), counted(2, message)]);
}

/** What answers a ClientHello: the server's own hello, or an alert (RFC 8446, 6). */
type HelloAnswer =
  | { readonly kind: 'server-hello' }
  | { readonly kind: 'alert'; readonly description: number };

/** Reads the beginning of what a TLS server sends; a HelloRetryRequest is a ServerHello too. */
export function readServerHello(bytes: Uint8Array): Parsed<HelloAnswer> {
  const type = numberAt(bytes, 0, 1);
  if (type === undefined) return 'more';
  if (type !== handshakeType && type !== alertType) return 'other';
  const major = numberAt(bytes, 1, 1);
  if (major === undefined) return 'more';
  if (major !== 3) return 'other';
  const length = numberAt(bytes, 3, 2);
  if (length === undefined) return 'more';
  if (length < 2 || length > largestRecord) return 'other';
  if (type === alertType) {
    if (length !== 2) return 'other';
    const description = numberAt(bytes, 6, 1);
    return description === undefined ? 'more' : { kind: 'alert', description };
  }
  const messageType = numberAt(bytes, 5, 1);
  if (messageType === undefined) return 'more';
  if (messageType !== 2) return 'other';
  const messageLength = numberAt(bytes, 6, 3);
  if (messageLength === undefined) return 'more';
  // Version, random, an empty session, a suite and a compression method are the least.
  if (messageLength < 38) return 'other';
  const version = numberAt(bytes, 9, 1);
  if (version === undefined) return 'more';
  if (version !== 3) return 'other';
  const random = bytesAt(bytes, helloRandomAt, helloRandomLength);
  return random === undefined ? 'more' : { kind: 'server-hello' };
}

function extension(type: number, ...data: readonly Uint8Array[]): Buffer {
  return Buffer.concat([...shorts([type]), counted(2, ...data)]);
}

function serverNameExtension(name: string): Buffer {
  const entry = Buffer.concat([Buffer.from([0]), counted(2, Buffer.from(name, 'latin1'))]);
  return extension(extensionNumbers.serverName, counted(2, entry));
}

function alpnExtension(names: readonly string[]): Buffer {
  const entries = names.map((name) => counted(1, Buffer.from(name, 'latin1')));
  return extension(extensionNumbers.alpn, counted(2, ...entries));
}

function shorts(values: readonly number[]): Buffer[] {
  return values.map((value) => numberBytes(value, 2));
}

/** The extensions, and where the message would be shorter than a browser's the padding behind them. */
function padded(headLength: number, extensions: readonly Buffer[]): readonly Buffer[] {
  const sizes = extensions.map(({ byteLength }) => byteLength);
  // Four bytes for the message's type and length, two for the length of the extensions.
  const length = 4 + headLength + 2 + sizes.reduce((sum, size) => sum + size, 0);
  const missing = paddedLength - length;
  if (missing < 5) return extensions;
  return [...extensions, extension(extensionNumbers.padding, Buffer.alloc(missing - 4))];
}
