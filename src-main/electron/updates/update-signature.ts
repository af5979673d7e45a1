import { createPublicKey, verify } from 'node:crypto';

/** What a feed says of its newest version, with the signature over all of it. */
export type Announcement = Readonly<Record<string, unknown>>;

/** The bytes that are signed: the whole announcement but its signature, in the order it was read. */
export function signedBytes(announcement: Announcement): Uint8Array {
  return Buffer.from(JSON.stringify({ ...announcement, signature: undefined }));
}

/**
 * Whether the announcement is as its maker signed it. It names the checksum of each file, so what
 * passes here and then matches its checksum is what the maker built, wherever it came from.
 *
 * @param key Ed25519, SPKI, DER, Base64
 */
export function isSigned(announcement: Announcement, key: string): boolean {
  const { signature } = announcement;
  if (typeof signature !== 'string') return false;
  const publicKey = createPublicKey({
    key: Buffer.from(key, 'base64'),
    format: 'der',
    type: 'spki',
  });
  return verify(null, signedBytes(announcement), publicKey, Buffer.from(signature, 'base64'));
}
