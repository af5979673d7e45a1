import { encode } from 'uqr';
import type { ConnectionRecord, LeavingForm, QrRows } from '#contract/ipc/connections.ts';
import { protocolName } from '#contract/protocol-names.ts';
import { plainFileName } from './file-name.ts';

/** How long a revealed secret may stay on screen, milliseconds. */
export const revealFor = 30_000;

const extensions: Readonly<Record<LeavingForm, string>> = {
  url: 'txt',
  'proxy-url': 'txt',
  awg: 'conf',
  xray: 'json',
  'sing-box': 'json',
  mihomo: 'yaml',
};

/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A file name for saving a connection: its title without what any of the three systems forbids.
 * WireGuard takes a tunnel's name from the file and allows it 15 plain characters, so a `.conf` is
 * reduced to these where that leaves anything.
 */
export function fileName(record: ConnectionRecord, form: LeavingForm): string {
  const plain = plainFileName(labelOf(record), ' ').replaceAll(/\s+/g, ' ');
  const tunnel = plain.replaceAll(/[^A-Za-z0-9_=+.-]+/g, '-').replaceAll(/^-+|(?<!-)-+$/g, '');
  const stem = form === 'awg' ? tunnel.slice(0, 15) : firstCharacters(plain, 80);
  const safe = stem === '' || reserved.test(stem) ? record.key.replaceAll(':', '-') : stem;
  return `${safe}.${extensions[form]}`;
}

/** A name for a connection where it is not among others: its title, or what it is and where. */
export function labelOf({ title, protocol, place }: ConnectionRecord): string {
  return title.trim() || `${protocolName(protocol)} ${place}`.trim();
}

/** The first `count` code points, so that no surrogate pair is cut. */
function firstCharacters(text: string, count: number): string {
  return Array.from(text).slice(0, count).join('');
}

/**
 * The texts as QR codes of one size, one string a row with `1` for dark, no quiet zone; none when one
 * of them is longer than any code holds.
 */
export function qrCodes(...texts: readonly string[]): QrRows[] {
  if (texts.some((text) => Buffer.byteLength(text) > 2953)) return [];
  const codes = texts.map((text) => encode(text, { ecc: 'L', border: 0 }));
  const minVersion = Math.max(...codes.map(({ version }) => version));
  return texts.map((text) => {
    const { data } = encode(text, { ecc: 'L', border: 0, minVersion });
    return data.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
  });
}
