import { createHash, createPrivateKey, sign } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import {
  signedBytes,
  updateChannel,
  type UpdatePurpose,
} from '#electron/updates/update-signature.ts';
import { readBuildOptions } from './build-options.ts';

/** What a feed will announce, and the bytes of it that are signed. */
interface UnsignedFeed {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** A file as it is now: its checksum (SHA-512, Base64) and its length in bytes. */
interface FileFacts {
  readonly sha512: string;
  readonly size: number;
}

/**
 * What electron-builder wrote, with the product, the platform, the channel and the end of the
 * announcement, after which no program follows it. The text is read as the updater reads it.
 *
 * @param purpose what the announcement is for
 * @param factsOf of a file that has changed since it was announced, as signing changes an
 *   installer; `undefined` for one that has not
 *
 * @throws when the announcement is signed already, or has no checksum for one of its files
 */
function prepareFeed(
  text: string,
  purpose: UpdatePurpose,
  factsOf: (file: string) => FileFacts | undefined = () => undefined,
): UnsignedFeed {
  const announcement = read(text);
  if ('signature' in announcement) throw new Error('The announcement is signed already.');
  const { files } = announcement as { files?: typeof announcement.files };
  if (files === undefined || files.length === 0 || files.some(({ sha512 }) => sha512 === '')) {
    throw new Error('The announcement names no file with its checksum.');
  }
  const renewed = files.reduce((feed, { url, sha512, size }) => {
    const now = factsOf(url);
    if (now === undefined) return feed;
    const sized = feed.replace(`size: ${String(size)}`, `size: ${String(now.size)}`);
    return sized.replaceAll(sha512, now.sha512);
  }, text);
  const lines = Object.entries(purpose).map(([name, value]) => `${name}: ${String(value)}\n`);
  const meant = `${renewed.trimEnd()}\n${lines.join('')}`;
  return { text: meant, bytes: signedBytes({ ...read(meant) }) };
}

/**
 * The same, signed: the signature becomes its last line.
 *
 * @param privateKey Ed25519, PKCS #8, PEM
 */
export function signFeed(text: string, privateKey: string, purpose: UpdatePurpose): string {
  const feed = prepareFeed(text, purpose);
  const signature = sign(null, feed.bytes, createPrivateKey(privateKey)).toString('base64');
  return `${feed.text}signature: ${signature}\n`;
}

function read(feed: string) {
  return parseUpdateInfo(feed, 'the announcement', new URL('file:///'));
}

/** How long an announcement holds, seconds: sign the feed again before. */
const holds = 90 * 86_400;

/** electron-builder's names of the feed's files. */
function platformOf(file: string): NodeJS.Platform {
  if (file.includes('-mac')) return 'darwin';
  return file.includes('-linux') ? 'linux' : 'win32';
}

function purposeOf(file: string): UpdatePurpose {
  return {
    product: readBuildOptions(process.env).appId,
    platform: platformOf(basename(file)),
    channel: updateChannel,
    expires: Math.floor(Date.now() / 1000) + holds,
  };
}

/** The facts of a file beside the feed. */
function factsIn(folder: string): (file: string) => FileFacts | undefined {
  return (name) => {
    const file = join(folder, basename(name));
    if (!existsSync(file)) return undefined;
    const sha512 = createHash('sha512').update(readFileSync(file)).digest('base64');
    return { sha512, size: statSync(file).size };
  };
}

/**
 * `node build/packaging/sign-feed.ts dist/latest*.yml` signs with the private key in
 * `CULVERT_UPDATE_SIGNING_KEY`. `--prepare` needs no key: it leaves the bytes to sign beside each
 * feed, as `latest.yml.bytes`, for something else to sign; the signature goes to the feed's end.
 */
if (import.meta.main) {
  const [option, ...rest] = process.argv.slice(2);
  if (option === '--prepare') {
    for (const file of rest) {
      const text = readFileSync(file, 'utf8');
      const feed = prepareFeed(text, purposeOf(file), factsIn(dirname(file)));
      writeFileSync(file, feed.text);
      writeFileSync(`${file}.bytes`, feed.bytes);
    }
  } else {
    const key = process.env['CULVERT_UPDATE_SIGNING_KEY'];
    if (key === undefined) throw new Error('CULVERT_UPDATE_SIGNING_KEY is not set.');
    for (const file of process.argv.slice(2)) {
      writeFileSync(file, signFeed(readFileSync(file, 'utf8'), key, purposeOf(file)));
    }
  }
}
