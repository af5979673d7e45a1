import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { TransportError } from '#core/ports.ts';

/** The codings that Culvert offers to take, as the header `accept-encoding`. */
export const acceptedCodings = 'gzip, br';

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
]);

/** A body of this size is decoded at any ratio, bytes. */
const anyRatioBytes = 1024 * 1024;
/** How many times larger than its coding a longer body may be; lists of one kind reach about 50. */
const largestRatio = 200;

/**
 * The body without its content encoding. It stops inflating at `maxBytes`, so that a small body
 * which unfolds into gigabytes costs no more than the largest honest one, and over a mebibyte at a
 * ratio that no honest body has. A coding that was not
 * offered, or a body that is not what its coding says, counts as not having arrived whole.
 *
 * Fails with a `TransportError`: `too-large` or `cut`, sent.
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
    // Of all that is wrong with a body, only its size is a `RangeError` of Node's.
    throw new TransportError(error instanceof RangeError ? 'too-large' : 'cut', true);
  }
}
