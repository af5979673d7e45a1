import jsQR from 'jsqr';
import type { QrRows } from '#contract/ipc/secrets.ts';

/** What a scanner sees of a code, three pixels a module. This one cannot read a code of 109 modules. */
export function scanned(rows: QrRows): string | undefined {
  const [quiet, scale] = [4, 3];
  const side = (rows.length + 2 * quiet) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4);
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [at % side, Math.floor(at / side)].map((n) => Math.floor(n / scale) - quiet);
    pixels.fill(rows[y ?? 0]?.[x ?? 0] === '1' ? 0 : 255, at * 4, at * 4 + 3);
    pixels[at * 4 + 3] = 255;
  }
  return jsQR(pixels, side, side)?.data;
}
