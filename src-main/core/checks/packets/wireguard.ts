import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { blake2s } from '@noble/hashes/blake2.js';
import { hmac } from '@noble/hashes/hmac.js';
import type { Random } from '#core/kernel/ports.ts';
import { bytesAt, numberBytes } from './bytes.ts';

/** Noise_IKpsk2 (WireGuard whitepaper, 5.4); Electron's BoringSSL lacks its primitives. */

/** Keys of one end of a tunnel, 32 bytes each. */
export interface WireGuardKeys {
  readonly privateKey: Uint8Array;
  /** The server's. */
  readonly publicKey: Uint8Array;
  readonly presharedKey: Uint8Array;
}

/** The four kinds of message as WireGuard numbers them; AmneziaWG has others in their place. */
export interface MessageTypes {
  readonly initiation: number;
  readonly response: (type: number) => boolean;
  readonly cookie: (type: number) => boolean;
}

export const plainTypes: MessageTypes = {
  initiation: 1,
  response: (type) => type === 2,
  cookie: (type) => type === 3,
};

export const keyBytes = 32;
const responseLength = 92;
const cookieLength = 64;
const macLength = 16;
const protocolName = Buffer.from('Noise_IKpsk2_25519_ChaChaPoly_BLAKE2s');
const identifier = Buffer.from('WireGuard v1 zx2c4 Jason@zx2c4.com');
const macLabel = Buffer.from('mac1----');
const nonce = new Uint8Array(12);

const hash = (...parts: readonly Uint8Array[]): Uint8Array => blake2s(Buffer.concat(parts));

/**
 * Begins a handshake by the connection's own key, at `nowMs` (Unix milliseconds): a server accepts a growing
 * time only. Throws when a key is not one of X25519's.
 */
export function initiate(
  keys: WireGuardKeys,
  random: Random,
  nowMs: number,
  types: MessageTypes = plainTypes,
) {
  const ownStatic = privateKeyOf(keys.privateKey);
  const ephemeral = privateKeyOf(random.bytes(keyBytes));
  const ephemeralPublic = publicBytes(ephemeral);
  const server = publicKeyOf(keys.publicKey);
  const sender = Buffer.from(random.bytes(4));

  const [first, second] = [hash(protocolName), ephemeralPublic];
  const chain1 = derived(first, second, 1)[0];
  const hash1 = hash(hash(hash(first, identifier), keys.publicKey), second);
  const [chain2, key1] = derived(chain1, shared(ephemeral, server), 2);
  const sealedStatic = chacha20poly1305(key1, nonce, hash1).encrypt(publicBytes(ownStatic));
  const hash2 = hash(hash1, sealedStatic);
  const [chain3, key2] = derived(chain2, shared(ownStatic, server), 2);
  const sealedTime = chacha20poly1305(key2, nonce, hash2).encrypt(tai64n(nowMs));
  const hash3 = hash(hash2, sealedTime);

  const unsigned = Buffer.concat([
    numberBytes(types.initiation, 4).reverse(),
    sender,
    ephemeralPublic,
    sealedStatic,
    sealedTime,
  ]);
  const message = Buffer.concat([
    unsigned,
    mac1(keys.publicKey, unsigned),
    Buffer.alloc(macLength),
  ]);

  function isResponse(answer: Uint8Array): boolean {
    const peer = bytesAt(answer, 12, keyBytes);
    const empty = bytesAt(answer, 44, macLength);
    if (!peer || !empty) return false;
    try {
      const peerKey = publicKeyOf(peer);
      const chain4 = derived(chain3, peer, 1)[0];
      const chain5 = derived(chain4, shared(ephemeral, peerKey), 1)[0];
      const chain6 = derived(chain5, shared(ownStatic, peerKey), 1)[0];
      const [, mixed, key] = derived(chain6, keys.presharedKey, 3);
      const hash4 = hash(hash(hash3, peer), mixed);
      chacha20poly1305(key, nonce, hash4).decrypt(empty);
      return true;
    } catch {
      // A key that is none, or a seal that does not open: it is somebody else's message.
      return false;
    }
  }

  return {
    message,
    /** The server's response or its cookie; a response must prove the public key's owner. */
    isAnswer: (answer: Uint8Array): boolean => {
      const type = littleEndianAt(answer, 0);
      if (type === undefined) return false;
      if (types.cookie(type) && answer.byteLength >= cookieLength) {
        return bytesAt(answer, 4, 4)?.equals(sender) ?? false;
      }
      if (!types.response(type) || answer.byteLength < responseLength) return false;
      return (bytesAt(answer, 8, 4)?.equals(sender) ?? false) && isResponse(answer);
    },
  };
}

/** The number that begins a WireGuard message, `undefined` in less than four bytes. */
export function littleEndianAt(bytes: Uint8Array, at: number): number | undefined {
  return bytesAt(bytes, at, 4)?.readUInt32LE(0);
}

/** The MAC that a server checks before anything else. */
function mac1(serverKey: Uint8Array, message: Uint8Array): Uint8Array {
  return blake2s(message, { key: hash(macLabel, serverKey), dkLen: macLength });
}

/** HKDF of the whitepaper, with one to three outputs. */
function derived(chain: Uint8Array, input: Uint8Array, count: 1 | 2 | 3) {
  const secret = hmac(blake2s, chain, input);
  const one = hmac(blake2s, secret, Uint8Array.of(1));
  const two = count < 2 ? one : hmac(blake2s, secret, Buffer.concat([one, Uint8Array.of(2)]));
  const three = count < 3 ? two : hmac(blake2s, secret, Buffer.concat([two, Uint8Array.of(3)]));
  return [one, two, three] as const;
}

/** A time as TAI64N (whitepaper, 5.1): seconds with TAI's offset, then nanoseconds. */
function tai64n(nowMs: number): Buffer {
  const seconds = Math.floor(nowMs / 1000);
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(0x400000000000000an + BigInt(seconds));
  bytes.writeUInt32BE(Math.floor((nowMs - seconds * 1000) * 1e6), 8);
  return bytes;
}

function shared(privateKey: KeyObject, publicKey: KeyObject): Buffer {
  return diffieHellman({ privateKey, publicKey });
}

/** The bytes before the 32 bytes of an X25519 key in DER (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b656e032100', 'hex');

function privateKeyOf(bytes: Uint8Array): KeyObject {
  const key = Buffer.concat([privatePrefix, bytes]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function publicKeyOf(bytes: Uint8Array): KeyObject {
  const key = Buffer.concat([publicPrefix, bytes]);
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

function publicBytes(key: KeyObject): Buffer {
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return der.subarray(publicPrefix.byteLength);
}
