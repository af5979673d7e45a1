import { createPublicKey, verify } from 'node:crypto';

/** What a feed says of its newest version, with the signature over all of it. */
export type Announcement = Readonly<Record<string, unknown>>;

/** The one channel that builds are published in. */
export const updateChannel = 'latest';

/** What a signed announcement is for; `sign-feed.ts` writes it. */
export interface UpdatePurpose {
  /** The app id of the build (`__CULVERT_APP_ID__`). */
  readonly product: string;
  /** As Node names it. */
  readonly platform: string;
  readonly channel: string;
  /** Unix seconds. */
  readonly expires: number;
}

/** Whether an announcement is for this program and still holds. */
export function isMeantFor(
  announcement: Announcement,
  program: Pick<UpdatePurpose, 'product' | 'platform'>,
  now: number,
): boolean {
  const { product, platform, channel, expires } = announcement;
  return (
    product === program.product &&
    platform === program.platform &&
    channel === updateChannel &&
    typeof expires === 'number' &&
    expires * 1000 > now
  );
}

/** Whether a version is lower than another; both are `major.minor.patch`, and a pre-release counts less. */
export function isLower(version: string, other: string): boolean {
  const [numbers = '', preRelease] = parted(version);
  const [otherNumbers = '', otherPreRelease] = parted(other);
  const difference = compared(numbers, otherNumbers);
  if (difference !== 0) return difference < 0;
  if (preRelease === undefined) return false;
  return otherPreRelease === undefined || compared(preRelease, otherPreRelease) < 0;
}

/** The numbers of a version, and what follows its first hyphen, if it has one. */
function parted(version: string): string[] {
  return version.split(/-(.*)/s, 2);
}

function compared(one: string, two: string): number {
  return one.localeCompare(two, 'en', { numeric: true });
}

/** The bytes that are signed: the whole announcement but its signature, in the order it was read. */
export function signedBytes(announcement: Announcement): Uint8Array {
  return Buffer.from(JSON.stringify({ ...announcement, signature: undefined }));
}

/**
 * Whether the announcement is as its maker signed it (`key`: Ed25519, SPKI, DER, Base64). It names the
 * checksum of each file, so what passes and matches its checksum is what the maker built, whoever sent it.
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
