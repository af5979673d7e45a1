import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type Cipheriv,
} from 'node:crypto';
import type { Random } from '#core/kernel/ports.ts';
import { bytesAt, numberAt, type Parsed, sameBytes } from './bytes.ts';
import { clientHello, helloRandomAt, helloRandomLength } from './tls-hello.ts';
import { littleEndianAt } from './wireguard.ts';

/** `ee` disguises as TLS with a domain, `dd` pads, and one without a prefix does neither. */
export type MtprotoSecret =
  | { readonly mode: 'tls'; readonly key: Uint8Array; readonly domain: string }
  | { readonly mode: 'padded' | 'plain'; readonly key: Uint8Array };

const keyLength = 16;

/** Reads a secret in hexadecimal or Base64; `undefined` when it is none. */
export function readMtprotoSecret(text: string): MtprotoSecret | undefined {
  const bytes = /^([\da-f]{2})+$/i.test(text)
    ? Buffer.from(text, 'hex')
    : Buffer.from(/^[\w+/=-]*$/.test(text) ? text : '', 'base64');
  if (bytes.byteLength === keyLength) return { mode: 'plain', key: bytes };
  const key = bytesAt(bytes, 1, keyLength);
  if (!key) return undefined;
  if (bytes[0] === 0xdd && bytes.byteLength === 1 + keyLength) return { mode: 'padded', key };
  const domain = bytes.subarray(1 + keyLength).toString('latin1');
  if (bytes[0] !== 0xee || !/^[\w.-]{1,182}$/.test(domain)) return undefined;
  return { mode: 'tls', key, domain };
}

/** A disguised hello: its random is an HMAC-SHA-256 by the secret, with the time in its last four bytes. */
export function fakeTlsHello(
  secret: Extract<MtprotoSecret, { mode: 'tls' }>,
  random: Random,
  nowMs: number,
) {
  const record = clientHello({ random, serverName: secret.domain, alpn: ['h2', 'http/1.1'] });
  record.fill(0, helloRandomAt, helloRandomAt + helloRandomLength);
  const proof = createHmac('sha256', secret.key).update(record).digest();
  const time = Buffer.alloc(4);
  time.writeUInt32LE(Math.floor(nowMs / 1000) % 2 ** 32);
  time.forEach((byte, at) => {
    const place = helloRandomLength - 4 + at;
    proof[place] = (proof[place] ?? 0) ^ byte;
  });
  proof.copy(record, helloRandomAt);
  return { record, readAnswer: (bytes: Uint8Array) => readFakeTls(bytes, proof, secret.key) };
}

/** The records of an answer, by their types: a handshake's, the change of ciphers, application data. */
const answerTypes = [22, 20, 23];

/** `proxy` proves that it knows the secret; `cover` is another TLS server in its place. */
function readFakeTls(
  bytes: Uint8Array,
  clientRandom: Uint8Array,
  key: Uint8Array,
): Parsed<'proxy' | 'cover'> {
  let end = 0;
  for (const type of answerTypes) {
    const found = numberAt(bytes, end, 1);
    if (found === undefined) return 'more';
    const major = numberAt(bytes, end + 1, 1);
    // Another server's hello is not followed by these: it is a cover site's.
    if (found !== type) return end === 0 ? 'other' : 'cover';
    const length = numberAt(bytes, end + 3, 2);
    if (major === undefined || length === undefined) return 'more';
    if (major !== 3 || length === 0 || length > 16_640) return end === 0 ? 'other' : 'cover';
    if (end === 0 && length < 44) return 'other';
    end += 5 + length;
  }
  const whole = bytesAt(bytes, 0, end);
  if (!whole) return 'more';
  if (whole[5] !== 2) return 'other';
  const answer = Buffer.from(whole);
  const random = Buffer.from(answer.subarray(helloRandomAt, helloRandomAt + helloRandomLength));
  answer.fill(0, helloRandomAt, helloRandomAt + helloRandomLength);
  const proof = createHmac('sha256', key).update(clientRandom).update(answer).digest();
  return sameBytes(random, proof) ? 'proxy' : 'cover';
}

const headLength = 64;
const framings = { plain: 0xeeeeeeee, padded: 0xdddddddd } as const;
/** `req_pq_multi` and `resPQ` (MTProto, "Creating an authorization key"). */
const question = 0xbe7e8ef1;
const answerType = 0x05162463;
/** The first four bytes that would look like another protocol (MTProto, Transport obfuscation). */
const forbiddenStarts = [
  0x44414548,
  0x54534f50,
  0x20544547,
  0x4954504f,
  0x02010316,
  ...Object.values(framings),
];

/** The obfuscated head and first question of a session, with nothing of an account, and its answer. */
export function obfuscatedHello(
  secret: Extract<MtprotoSecret, { mode: 'padded' | 'plain' }>,
  random: Random,
  nowMs: number,
) {
  const head = drawHead(random);
  head.writeUInt32LE(framings[secret.mode], 56);
  head.writeInt16LE(2, 60);
  const keyOf = (bytes: Buffer) =>
    createHash('sha256').update(bytes.subarray(0, 32)).update(secret.key).digest();
  const start = Buffer.from(head.subarray(8, 56));
  const reversed = Buffer.from(start).reverse();
  const cipher = createCipheriv('aes-256-ctr', keyOf(start), start.subarray(32, 48));
  const sealedHead = cipher.update(head);
  const open = (bytes: Uint8Array) =>
    createDecipheriv('aes-256-ctr', keyOf(reversed), reversed.subarray(32, 48)).update(bytes);
  const nonce = Buffer.from(random.bytes(16));
  return {
    packet: Buffer.concat([
      head.subarray(0, 56),
      sealedHead.subarray(56),
      sealedQuestion(cipher, nonce, secret.mode === 'padded' ? random.bytes(7) : undefined, nowMs),
    ]),
    readAnswer: (bytes: Uint8Array) => readObfuscated(open(bytes), nonce),
  };
}

function drawHead(random: Random): Buffer {
  for (;;) {
    const head = Buffer.from(random.bytes(headLength));
    const first = head.readUInt32LE(0);
    const second = head.readUInt32LE(4);
    if (head[0] !== 0xef && second !== 0 && !forbiddenStarts.includes(first)) return head;
  }
}

function sealedQuestion(
  cipher: Cipheriv,
  nonce: Buffer,
  padding: Uint8Array | undefined,
  nowMs: number,
): Buffer {
  const message = Buffer.alloc(40);
  // Message identifiers are about Unix seconds times 2^32, divisible by four.
  message.writeUInt32LE(Math.floor((nowMs % 1000) * 1000) * 4, 8);
  message.writeUInt32LE(Math.floor(nowMs / 1000) % 2 ** 32, 12);
  message.writeUInt32LE(20, 16);
  message.writeUInt32LE(question, 20);
  nonce.copy(message, 24);
  const body = Buffer.concat([message, padding ?? Buffer.alloc(0)]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.byteLength);
  return cipher.update(Buffer.concat([length, body]));
}

/** A frame with `resPQ` to this nonce: its length, then a message that is not encrypted. */
function readObfuscated(opened: Uint8Array, nonce: Buffer): Parsed<'answer'> {
  const length = littleEndianAt(opened, 0);
  if (length === undefined) return 'more';
  // Servers answer this question in about 84 bytes; an error is four.
  if (length < 40 || length > 4096) return 'other';
  const type = littleEndianAt(opened, 24);
  const named = bytesAt(opened, 28, 16);
  if (type === undefined || !named) return 'more';
  return type === answerType && named.equals(nonce) ? 'answer' : 'other';
}
