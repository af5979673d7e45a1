import { randomBytes } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/transport/content-coding.ts';
import { failureOf } from './servers.ts';

const mebibyte = 1024 * 1024;
const text = Buffer.from('{"status":true}');

describe('a coded body', () => {
  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    [' GZip ', gzipSync],
  ] as const)('is decoded from %j', async (coding, encode) => {
    expect(Buffer.from(await decodeBody(encode(text), coding, mebibyte))).toEqual(text);
  });

  it.each(['', ' ', 'identity', 'Identity'])(
    'is returned unchanged where its coding is %j',
    async (coding) => {
      expect(await decodeBody(text, coding, 1)).toBe(text);
    },
  );

  it('may be empty, whatever its coding', async () => {
    const empty = new Uint8Array();
    expect(await decodeBody(empty, 'gzip', mebibyte)).toBe(empty);
  });

  it.each([
    ['a coding that was not offered', gzipSync(text), 'deflate'],
    ['two codings', gzipSync(text), 'gzip, br'],
    ['a body that is not coded so', text, 'gzip'],
    ['a body that is not coded so', text, 'br'],
    ['half a body', gzipSync(randomBytes(100)).subarray(0, 60), 'gzip'],
  ])('is incomplete: %s', async (_, body, coding) => {
    expect(await failureOf(decodeBody(body, coding, mebibyte))).toEqual({
      reason: 'cut',
      sent: true,
    });
  });
});

describe('a compressed body', () => {
  const tooLarge = { reason: 'too-large', sent: true };
  const most = 8 * mebibyte;
  /** Two hundred times its coding is about 2.2 MiB, or 2.6 MiB with more zeros. */
  const noise = randomBytes(10_000);

  it('is decoded up to a mebibyte whatever its ratio, and refused for one byte more', async () => {
    expect(await decodeBody(gzipSync(Buffer.alloc(mebibyte)), 'gzip', most)).toHaveLength(mebibyte);
    const longer = gzipSync(Buffer.alloc(mebibyte + 1));
    expect(await failureOf(decodeBody(longer, 'gzip', most))).toEqual(tooLarge);
  });

  it('is decoded beyond a mebibyte only at a ratio under two hundred', async () => {
    const honest = gzipSync(Buffer.concat([noise, Buffer.alloc(1.5 * mebibyte)]));
    expect((await decodeBody(honest, 'gzip', most)).byteLength).toBeGreaterThan(mebibyte);
    const bomb = gzipSync(Buffer.concat([noise, Buffer.alloc(4 * mebibyte)]));
    expect(await failureOf(decodeBody(bomb, 'gzip', most))).toEqual(tooLarge);
  });

  it('is refused at any ratio when it decompresses to more than its request takes', async () => {
    const body = randomBytes(1000);
    expect(await decodeBody(gzipSync(body), 'gzip', 1000)).toHaveLength(1000);
    expect(await failureOf(decodeBody(gzipSync(body), 'gzip', 999))).toEqual(tooLarge);
  });
});
