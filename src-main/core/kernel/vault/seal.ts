import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import type { RecordKey } from '#core/kernel/ports.ts';

export const keyLength = 32;
export const nonceLength = 12;

const version = 1;
const tagLength = 16;
const header = 1 + nonceLength;
const cipherName = 'aes-256-gcm';

/** HKDF-SHA-256 (RFC 5869) as a `KeyObject`, whose bytes are outside of the heap. */
export function deriveKey(
  accountKey: Uint8Array | KeyObject,
  use: 'seal' | 'name',
  purpose: string,
): KeyObject {
  const info = unambiguous(['culvert', version, use, purpose]);
  return createSecretKey(Buffer.from(hkdfSync('sha256', accountKey, '', info, keyLength)));
}

/** HMAC-SHA-256 of a record's name, base64url: reveals neither it nor equal ones. */
export function hideName(nameKey: KeyObject, name: string): string {
  return createHmac('sha256', nameKey).update(name).digest('base64url');
}

/** AES-256-GCM: version, nonce (12), ciphertext, tag (16); it opens in its own place alone. */
export function seal(
  key: KeyObject,
  place: RecordKey,
  plain: Uint8Array,
  nonce: Uint8Array,
): Uint8Array {
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagLength });
  cipher.setAAD(associated(place));
  const head = Buffer.of(version);
  return Buffer.concat([head, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The record as it was sealed, or `undefined` if a single bit of it or of its place differs. */
export function unseal(
  key: KeyObject,
  place: RecordKey,
  sealed: Uint8Array,
): Uint8Array | undefined {
  if (sealed.byteLength < header + tagLength || sealed[0] !== version) return undefined;
  const nonce = sealed.subarray(1, header);
  const tagAt = sealed.byteLength - tagLength;
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagLength });
  decipher.setAAD(associated(place));
  decipher.setAuthTag(sealed.subarray(tagAt));
  const plain = decipher.update(sealed.subarray(header, tagAt));
  try {
    // This mode holds nothing back for the end, which only says whether all of it is right.
    decipher.final();
    return plain;
  } catch {
    return undefined;
  }
}

function associated({ account, purpose, name }: RecordKey): Buffer {
  return unambiguous(['culvert', version, account, purpose, name]);
}

/** No two different lists give the same bytes, for any characters in them. */
function unambiguous(parts: readonly (string | number)[]): Buffer {
  return Buffer.from(JSON.stringify(parts));
}
