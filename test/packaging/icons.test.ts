import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  icns,
  icnsSizes,
  ico,
  icoSizes,
  linuxSizes,
  trayIcoSizes,
} from '#build/icons/containers.ts';

const folder = new URL('../../build/icons/', import.meta.url);
const icon = (name: string): Buffer => readFileSync(new URL(name, folder));

/** The side of a square PNG, from the head that every PNG has. */
function side(png: Buffer): number {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(png.readUInt32BE(16)).toBe(png.readUInt32BE(20));
  return png.readUInt32BE(16);
}

describe.each([
  ['the Windows icon', 'app.ico', icoSizes],
  ['the Windows icon of the tray', 'tray/tray.ico', trayIcoSizes],
])('%s', (_what, name, sizes) => {
  const file = icon(name);
  const pictures = Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index;
    const [length, offset] = [file.readUInt32LE(entry + 8), file.readUInt32LE(entry + 12)];
    return { said: file.readUInt8(entry) || 256, png: file.subarray(offset, offset + length) };
  });

  it('contains every size that Windows shows, at its offset', () => {
    expect(pictures.map(({ said }) => said)).toEqual(sizes);
    expect(pictures.map(({ png }) => side(png))).toEqual(sizes);
  });
});

describe('the macOS icon', () => {
  it('contains every type, from 16 to 1024 pixels', () => {
    const file = icon('app.icns');
    expect(file.toString('latin1', 0, 4)).toBe('icns');
    expect(file.readUInt32BE(4)).toBe(file.length);
    const sides: number[] = [];
    for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
      sides.push(side(file.subarray(at + 8)));
    }
    expect(sides).toEqual(icnsSizes);
  });
});

describe('the Linux icons', () => {
  it.each(linuxSizes)('have %i pixels', (size) => {
    expect(side(icon(`linux/${String(size)}x${String(size)}.png`))).toBe(size);
  });
});

describe('an icon with a missing size', () => {
  it('is not written', () => {
    expect(() => ico(new Map())).toThrow('no picture of 16 pixels');
    expect(() => icns(new Map([[16, Buffer.from('x')]]))).toThrow('no picture of 32 pixels');
  });
});
