import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';

/** An X25519 key pair as the service spells it (specification, part 1, Other records): base64. */
export interface X25519KeyPair {
  readonly private_key: string;
  readonly public_key: string;
}

/** How tools spell a key: WireGuard in base64 with padding, Xray in base64url without. */
export type KeySpelling = 'base64' | 'base64url';

const keyLength = 32;
/** DER of PKCS #8 for an X25519 private key (RFC 8410), up to the key itself. */
const pkcs8Head = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** A new pair, made on this machine: the private key is clamped as `wg genkey` does. */
export function createKeyPair(): X25519KeyPair {
  const { privateKey } = generateKeyPairSync('x25519');
  const raw = clamp(rawOf(privateKey, 'd'));
  return { private_key: raw.toString('base64'), public_key: publicKeyOf(raw).toString('base64') };
}

/**
 * The public key of a private one, in the same spelling (RFC 7748, section 5); `undefined` where the
 * text is not 32 bytes in base64 or base64url. Clamping changes nothing about it.
 */
export function derivePublicKey(privateKey: string): string | undefined {
  const raw = parseKey(privateKey);
  return raw && publicKeyOf(raw).toString(spellingOf(privateKey));
}

/** A key in another spelling; `undefined` where the text is not 32 bytes in either. */
export function respellKey(key: string, spelling: KeySpelling): string | undefined {
  return parseKey(key)?.toString(spelling);
}

/** Whether a text is an X25519 key: 32 bytes in base64 or base64url, padded or not. */
export function isKey(text: string): boolean {
  return parseKey(text) !== undefined;
}

/**
 * Sets and clears the bits that every X25519 private key has the same (RFC 7748, section 5): some
 * tools refuse a key that was stored without.
 */
export function clampKey(privateKey: string): string | undefined {
  const raw = parseKey(privateKey);
  return raw && clamp(raw).toString(spellingOf(privateKey));
}

function clamp(raw: Buffer): Buffer {
  const clamped = Buffer.from(raw);
  clamped.writeUInt8(raw.readUInt8(0) & 0b1111_1000, 0);
  clamped.writeUInt8((raw.readUInt8(31) & 0b0111_1111) | 0b0100_0000, 31);
  return clamped;
}

function publicKeyOf(raw: Buffer): Buffer {
  const der = Buffer.concat([pkcs8Head, raw]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return rawOf(createPublicKey(privateKey), 'x');
}

function rawOf(key: KeyObject, field: 'd' | 'x'): Buffer {
  return Buffer.from(key.export({ format: 'jwk' })[field] ?? '', 'base64url');
}

/** 43 characters and at most one `=`; the last character holds four bits, and the rest are zero. */
function parseKey(text: string): Buffer | undefined {
  if (!/^([A-Za-z0-9+/]{43}|[A-Za-z0-9_-]{43})=?$/.test(text)) return undefined;
  const raw = Buffer.from(text, 'base64url');
  const whole =
    raw.toString('base64url') === text.replace('=', '').replaceAll('+', '-').replaceAll('/', '_');
  return whole && raw.byteLength === keyLength ? raw : undefined;
}

function spellingOf(key: string): KeySpelling {
  return /[-_]/.test(key) || (key.length === 43 && !/[+/]/.test(key)) ? 'base64url' : 'base64';
}
