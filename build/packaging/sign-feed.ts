import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import {
  signedBytes,
  updateChannel,
  type UpdatePurpose,
} from '#electron/updates/update-signature.ts';
import { readBuildOptions } from './build-options.ts';

/**
 * Signs what a feed announces: `node build/packaging/sign-feed.ts dist/latest*.yml`, with the
 * private key (Ed25519, PKCS #8, PEM) in `CULVERT_UPDATE_SIGNING_KEY`. The text is read as the
 * updater reads it, and the signature becomes its last line. Before it stand the product, the platform,
 * the channel and the end of the announcement, after which no program follows it.
 *
 * @param purpose what the announcement is for
 *
 * @throws when the announcement is signed already, or no checksum stands for a file of it
 */
export function signFeed(text: string, privateKey: string, purpose: UpdatePurpose): string {
  const read = (feed: string) => parseUpdateInfo(feed, 'the announcement', new URL('file:///'));
  const announcement = read(text);
  if ('signature' in announcement) throw new Error('The announcement is signed already.');
  const { files } = announcement as { files?: typeof announcement.files };
  if (files === undefined || files.length === 0 || files.some(({ sha512 }) => sha512 === '')) {
    throw new Error('The announcement names no file with its checksum.');
  }
  const lines = Object.entries(purpose).map(([name, value]) => `${name}: ${String(value)}\n`);
  const meant = `${text.trimEnd()}\n${lines.join('')}`;
  const bytes = signedBytes({ ...read(meant) });
  const signature = sign(null, bytes, createPrivateKey(privateKey)).toString('base64');
  return `${meant}signature: ${signature}\n`;
}

/** How long an announcement holds, seconds: sign the feed again before. */
const holds = 90 * 86_400;

/** electron-builder's names of the feed's files. */
function platformOf(file: string): NodeJS.Platform {
  if (file.includes('-mac')) return 'darwin';
  return file.includes('-linux') ? 'linux' : 'win32';
}

if (import.meta.main) {
  const key = process.env['CULVERT_UPDATE_SIGNING_KEY'];
  if (key === undefined) throw new Error('CULVERT_UPDATE_SIGNING_KEY is not set.');
  for (const file of process.argv.slice(2)) {
    const purpose = {
      product: readBuildOptions(process.env).appId,
      platform: platformOf(basename(file)),
      channel: updateChannel,
      expires: Math.floor(Date.now() / 1000) + holds,
    };
    writeFileSync(file, signFeed(readFileSync(file, 'utf8'), key, purpose));
  }
}
