import { inflateSync } from 'node:zlib';

/**
 * How AmneziaVPN reads what it scans and what is pasted into it, told again from its sources
 * (`client/core/controllers/selfhosted/importController.cpp`, and `client/ui/controllers/` before): it
 * knows nothing of how Culvert writes.
 */
export class AmneziaVpnScanner {
  #parts = new Map<number, Buffer>();
  #count = 0;

  /** How many parts it has, and of how many. */
  get progress(): string {
    return `${String(this.#parts.size)}/${String(this.#count)}`;
  }

  /** Takes the text of one QR code; answers the server as soon as it has all of it. */
  scan(code: string): unknown {
    const bytes = fromBase64Url(code);
    const isPart = bytes.length >= 2 && bytes.readInt16BE(0) === 1984;
    if (!isPart) return serverOf(bytes);
    const count = bytes.readUInt8(2);
    if (this.#count !== count) this.#parts = new Map();
    this.#count = count;
    const length = bytes.readUInt32BE(4);
    const part = bytes.subarray(8, 8 + length);
    if (part.length !== length) throw new Error('A part is shorter than it says.');
    this.#parts.set(bytes.readUInt8(3), part);
    if (this.#parts.size !== count) return undefined;
    const parts = Array.from({ length: count }, (_, n) => this.#parts.get(n) ?? Buffer.alloc(0));
    return serverOf(Buffer.concat(parts));
  }
}

/** What is pasted: a link, of which the mark is dropped wherever it is. */
export function pasteIntoAmneziaVpn(text: string): unknown {
  return serverOf(fromBase64Url(text.replaceAll('vpn://', '')));
}

/** Plain JSON, or JSON as Qt compresses it. */
function serverOf(bytes: Buffer): unknown {
  return objectOf(bytes.toString()) ?? objectOf(uncompressed(bytes).toString());
}

/** As `qUncompress`: the length that is expected, then zlib's stream. */
function uncompressed(bytes: Buffer): Buffer {
  const inflated = inflateSync(bytes.subarray(4));
  if (inflated.length !== bytes.readUInt32BE(0)) throw new Error('Another length than it says.');
  return inflated;
}

function objectOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}

/** Qt's decoder of the alphabet of URLs, with no padding: another character is an error of ours. */
function fromBase64Url(text: string): Buffer {
  if (!/^[\w-]*$/.test(text)) throw new Error('Not the alphabet of URLs.');
  return Buffer.from(text, 'base64url');
}
