import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { signedBytes } from '#electron/updates/update-signature.ts';

/**
 * Signs what a feed announces: `node build/packaging/sign-feed.ts dist/latest*.yml`, with the
 * private key (Ed25519, PKCS #8, PEM) in `CULVERT_UPDATE_SIGNING_KEY`. The text is read as the
 * updater reads it, and the signature becomes its last line.
 *
 * @throws when the announcement is signed already, or no checksum stands for a file of it
 */
export function signFeed(text: string, privateKey: string): string {
  const announcement = parseUpdateInfo(text, 'the announcement', new URL('file:///'));
  if ('signature' in announcement) throw new Error('The announcement is signed already.');
  const { files } = announcement as { files?: typeof announcement.files };
  if (files === undefined || files.length === 0 || files.some(({ sha512 }) => sha512 === '')) {
    throw new Error('The announcement names no file with its checksum.');
  }
  const bytes = signedBytes({ ...announcement });
  const signature = sign(null, bytes, createPrivateKey(privateKey)).toString('base64');
  return `${text.trimEnd()}\nsignature: ${signature}\n`;
}

if (import.meta.main) {
  const key = process.env['CULVERT_UPDATE_SIGNING_KEY'];
  if (key === undefined) throw new Error('CULVERT_UPDATE_SIGNING_KEY is not set.');
  for (const file of process.argv.slice(2)) {
    writeFileSync(file, signFeed(readFileSync(file, 'utf8'), key));
  }
}
