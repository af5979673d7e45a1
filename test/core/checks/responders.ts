import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { blake2s } from '@noble/hashes/blake2.js';

/**
 * The server's ends of protocols that no package of the system's archive serves, written from their
 * published descriptions and from Node's own cryptography, apart from what they test.
 */

const prefix = { private: '302e020100300506032b656e04220420', public: '302a300506032b656e032100' };

function rawPrivate(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
}
function rawPublic(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
}
function publicKey(bytes: Uint8Array): KeyObject {
  const key = Buffer.concat([Buffer.from(prefix.public, 'hex'), bytes]);
  return createPublicKey({ key, format: 'der', type: 'spki' });
}
function privateKey(bytes: Uint8Array): KeyObject {
  const key = Buffer.concat([Buffer.from(prefix.private, 'hex'), bytes]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

export function keyPair(): { readonly private: Buffer; readonly public: Buffer } {
  const pair = generateKeyPairSync('x25519');
  return { private: rawPrivate(pair.privateKey), public: rawPublic(pair.privateKey) };
}

/** Keyed BLAKE2s is the one thing that Node lacks. */
const mac = (key: Uint8Array, message: Uint8Array) =>
  Buffer.from(blake2s(message, { key, dkLen: 16 }));
const hash = (...parts: readonly Uint8Array[]) =>
  createHash('blake2s256').update(Buffer.concat(parts)).digest();
const hmac = (key: Uint8Array, ...parts: readonly Uint8Array[]) =>
  createHmac('blake2s256', key).update(Buffer.concat(parts)).digest();

function kdf(chain: Uint8Array, input: Uint8Array): readonly [Buffer, Buffer, Buffer] {
  const secret = hmac(chain, input);
  const one = hmac(secret, Buffer.from([1]));
  const two = hmac(secret, one, Buffer.from([2]));
  return [one, two, hmac(secret, two, Buffer.from([3]))];
}

function open(key: Buffer, sealed: Buffer, ad: Buffer): Buffer {
  const cipher = createDecipheriv('chacha20-poly1305', key, Buffer.alloc(12), {
    authTagLength: 16,
  });
  cipher.setAAD(ad, { plaintextLength: sealed.length - 16 });
  cipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
}

function seal(key: Buffer, ad: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), {
    authTagLength: 16,
  });
  cipher.setAAD(ad, { plaintextLength: 0 });
  return Buffer.concat([cipher.final(), cipher.getAuthTag()]);
}

/** A WireGuard server with one client (whitepaper, 5.4); AmneziaWG's has its own message types. */
interface WireGuardResponder {
  /** The response to an initiation, `undefined` where a real server is silent. */
  respond(message: Uint8Array): Buffer | undefined;
  /** The time that the last initiation named, TAI64N. */
  time(): Buffer | undefined;
}

export function wireGuardResponder(
  server: { readonly private: Buffer; readonly public: Buffer },
  client: Buffer,
  presharedKey: Buffer,
  types = { initiation: 1, response: 2 },
): WireGuardResponder {
  let time: Buffer | undefined;
  return {
    time: () => time,
    respond(bytes) {
      const message = Buffer.from(bytes);
      if (message.length !== 148 || message.readUInt32LE(0) !== types.initiation) return undefined;
      const macKey = hash(Buffer.from('mac1----'), server.public);
      if (!mac(macKey, message.subarray(0, 116)).equals(message.subarray(116, 132))) {
        return undefined;
      }
      const own = privateKey(server.private);
      const theirs = message.subarray(8, 40);
      const dh = (key: Uint8Array, secret: KeyObject) =>
        diffieHellman({ privateKey: secret, publicKey: publicKey(key) });
      const construction = hash(Buffer.from('Noise_IKpsk2_25519_ChaChaPoly_BLAKE2s'));
      const label = Buffer.from('WireGuard v1 zx2c4 Jason@zx2c4.com');
      let digest = hash(hash(hash(construction, label), server.public), theirs);
      let [chain] = kdf(construction, theirs);
      let key: Buffer;
      [chain, key] = kdf(chain, dh(theirs, own));
      const peer = open(key, message.subarray(40, 88), digest);
      if (!peer.equals(client)) return undefined;
      digest = hash(digest, message.subarray(40, 88));
      [chain, key] = kdf(chain, dh(peer, own));
      time = open(key, message.subarray(88, 116), digest);
      digest = hash(digest, message.subarray(88, 116));

      const ephemeral = generateKeyPairSync('x25519').privateKey;
      const ephemeralPublic = rawPublic(ephemeral);
      digest = hash(digest, ephemeralPublic);
      [chain] = kdf(chain, ephemeralPublic);
      [chain] = kdf(chain, dh(theirs, ephemeral));
      [chain] = kdf(chain, dh(peer, ephemeral));
      const [, mixed, last] = kdf(chain, presharedKey);
      digest = hash(digest, mixed);
      const head = Buffer.alloc(12);
      head.writeUInt32LE(types.response, 0);
      head.writeUInt32LE(77, 4);
      message.copy(head, 8, 4, 8);
      const body = Buffer.concat([head, ephemeralPublic, seal(last, digest)]);
      const clientMac = hash(Buffer.from('mac1----'), peer);
      return Buffer.concat([body, mac(clientMac, body), Buffer.alloc(16)]);
    },
  };
}

/** The answer of an MTProto proxy to a disguised ClientHello; `undefined` when it knows no such secret. */
export function fakeTlsAnswer(
  hello: Uint8Array,
  key: Uint8Array,
  nowS: number,
): Buffer | undefined {
  const random = Buffer.from(hello.subarray(11, 43));
  const blank = Buffer.from(hello);
  blank.fill(0, 11, 43);
  const digest = createHmac('sha256', key).update(blank).digest();
  const time = Buffer.from(random.subarray(28).map((byte, at) => byte ^ (digest[28 + at] ?? 0)));
  if (!random.subarray(0, 28).equals(digest.subarray(0, 28))) return undefined;
  if (Math.abs(time.readUInt32LE(0) - nowS) > 300) return undefined;
  const session = hello.subarray(44, 76);
  const body = Buffer.concat([
    Buffer.from('0303', 'hex'),
    Buffer.alloc(32),
    Buffer.from([32]),
    session,
    Buffer.from('130100002e00330024001d0020', 'hex'),
    keyPair().public,
    Buffer.from('002b00020304', 'hex'),
  ]);
  const message = Buffer.concat([Buffer.from([2, 0, 0, body.length]), body]);
  const answer = Buffer.concat([
    Buffer.from([22, 3, 3, 0, message.length]),
    message,
    Buffer.from('140303000101', 'hex'),
    Buffer.from([23, 3, 3, 1, 0]),
    Buffer.alloc(256, 9),
  ]);
  createHmac('sha256', key).update(random).update(answer).digest().copy(answer, 11);
  return answer;
}

/** What a proxy hands to Telegram of an obfuscated stream, and what it answers with. */
export function obfuscatedAnswer(packet: Uint8Array, key: Uint8Array) {
  const bytes = Buffer.from(packet);
  const secretOf = (start: Buffer) =>
    createHash('sha256').update(start.subarray(0, 32)).update(key).digest();
  const start = bytes.subarray(8, 56);
  const reversed = Buffer.from(start).reverse();
  const opened = createDecipheriv('aes-256-ctr', secretOf(start), start.subarray(32)).update(bytes);
  const frameLength = opened.readUInt32LE(64);
  const message = opened.subarray(68, 68 + frameLength);
  const answer = Buffer.alloc(88);
  answer.writeUInt32LE(84, 0);
  answer.writeUInt32LE(64, 20);
  answer.writeUInt32LE(0x05162463, 24);
  message.copy(answer, 28, 24, 40);
  const cipher = createCipheriv('aes-256-ctr', secretOf(reversed), reversed.subarray(32));
  return {
    tag: opened.readUInt32LE(56),
    dataCentre: opened.readInt16LE(60),
    frameLength,
    authKey: message.readBigUInt64LE(0),
    question: message.readUInt32LE(20),
    whole: opened.length === 68 + frameLength,
    answer: cipher.update(answer),
  };
}
