import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { TransportError } from '#core/kernel/ports.ts';

/** The codings that Culvert offers to take, as the header `accept-encoding`. */
export const acceptedCodings = 'gzip, br';

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
]);

/** Up to this size a body is decoded whatever its ratio, bytes. */
const anyRatioBytes = 1024 * 1024;
/** How many times larger than its coding a longer body may become; real lists reach about 50. */
const largestRatio = 200;

/**
 * The body without its content encoding. Decompression stops at `maxBytes`, and beyond a mebibyte at
 * `largestRatio`, so that a small body cannot fill the memory. A coding not offered, or a body that is not
 * what its coding says, has not arrived whole. Fails with a `TransportError`: `too-large` or `cut`, sent.
 */
export async function decodeBody(
  body: Uint8Array,
  coding: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const name = coding.trim().toLowerCase();
  if (body.byteLength === 0 || name === '' || name === 'identity') return body;
  const decode = decoders.get(name);
  if (decode === undefined) throw new TransportError('cut', true);
  try {
    const byRatio = Math.max(anyRatioBytes, body.byteLength * largestRatio);
    return await decode(body, { maxOutputLength: Math.min(maxBytes, byRatio) });
  } catch (error) {
    // Node reports only a body that is too long as a `RangeError`.
    throw new TransportError(error instanceof RangeError ? 'too-large' : 'cut', true);
  }
}
