import { encode } from 'uqr';
import { fileExtensions } from '#contract/connections/form-choices.ts';
import type { ConnectionRecord, LeavingForm } from '#contract/ipc/connections.ts';
import type { QrRows } from '#contract/ipc/secrets.ts';
import { shownTitle } from '#contract/protocol-names.ts';
import { plainFileName } from './file-name.ts';

/** How long a revealed secret may stay on screen, milliseconds. */
export const revealFor = 30_000;

/** Names that Windows reserves for devices, whatever follows after a dot. */
const reserved = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i;

/** The longest title in a file name: bytes, of which file systems take 255, and characters. */
const longestStem = { bytes: 180, characters: 80 };

/** The title without what a system forbids; a `.conf` has 15 plain characters at most. */
export function fileName(record: ConnectionRecord, form: LeavingForm): string {
  const plain = plainFileName(shownTitle(record), ' ').replaceAll(/\s+/g, ' ');
  const tunnel = plain.replaceAll(/[^A-Za-z0-9_=+.-]+/g, '-').replaceAll(/^-+|(?<!-)-+$/g, '');
  const stem = form === 'awg' ? tunnel : shortened(plain);
  const safe = stem === '' || reserved.test(stem) ? record.key.replaceAll(':', '-') : stem;
  return `${form === 'awg' ? safe.slice(0, 15) : safe}${fileExtensions[form] ?? '.txt'}`;
}

/** As much of a title as a file name may have, in whole code points. */
function shortened(title: string): string {
  let bytes = 0;
  const characters = Array.from(title).slice(0, longestStem.characters);
  const end = characters.findIndex((character) => {
    bytes += Buffer.byteLength(character);
    return bytes > longestStem.bytes;
  });
  return (end < 0 ? characters : characters.slice(0, end)).join('');
}

/** QR codes of one size, a string a row; none when a text is too long for any. */
export function qrCodes(...texts: readonly string[]): QrRows[] {
  if (texts.some((text) => Buffer.byteLength(text) > 2953)) return [];
  const codes = texts.map((text) => encode(text, { ecc: 'L', border: 0 }));
  const minVersion = Math.max(...codes.map(({ version }) => version));
  return texts.map((text) => {
    const { data } = encode(text, { ecc: 'L', border: 0, minVersion });
    return data.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
  });
}
