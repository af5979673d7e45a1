import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';

/** An X25519 key pair, 32 bytes each. */
interface KeyPair {
  readonly privateKey: Buffer;
  readonly publicKey: Buffer;
}

/** PKCS #8 wrapping of a bare X25519 private key (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** A private key of any 32 bytes, clamped as RFC 7748 asks. */
export function privateKeyOf(bytes: Uint8Array): Buffer {
  const key = Buffer.from(bytes);
  key.writeUInt8(key.readUInt8(0) & 248, 0);
  key.writeUInt8((key.readUInt8(31) & 127) | 64, 31);
  return key;
}

export function publicKeyOf(privateKey: Uint8Array): Buffer {
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, privateKey]),
    format: 'der',
    type: 'pkcs8',
  });
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
}

/** A new pair from the system's randomness. */
export function newKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('x25519', {
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  });
  return { privateKey: privateKey.subarray(-32), publicKey: publicKey.subarray(-32) };
}
