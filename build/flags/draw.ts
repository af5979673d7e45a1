import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { drawingsHash, drawnFlags } from './drawn-flags.ts';

/**
 * Draws every flag into one picture: `node build/flags/draw.ts`. One picture is read once and drawn
 * by copying pixels, where each SVG file would be a document of its own in the window. It is
 * committed, so that a build needs no browser.
 */
const folder = join(import.meta.dirname, '../../src-renderer/flags');

/** Pixels of a flag: it is shown at 20, on screens of up to three times as many. */
const size = 60;
const columns = 16;

const flags = drawnFlags();
const codes = [...flags.keys()].join(' ');

/** As text: Node knows no document. WebP of quality 1 loses nothing. */
const drawing = `(async () => {
  const [size, columns] = [${String(size)}, ${String(columns)}];
  const drawings = ${JSON.stringify([...flags.values()])};
  const canvas = document.createElement('canvas');
  canvas.width = columns * size;
  canvas.height = Math.ceil(drawings.length / columns) * size;
  const context = canvas.getContext('2d');
  for (const [n, drawing] of drawings.entries()) {
    const image = new Image(size, size);
    image.src = 'data:image/svg+xml,' + encodeURIComponent(drawing);
    await image.decode();
    context.drawImage(image, (n % columns) * size, Math.floor(n / columns) * size, size, size);
  }
  return canvas.toDataURL('image/webp', 1).split(',')[1];
})()`;

const browser = await chromium.launch({
  executablePath: process.env['CULVERT_CHROMIUM'] ?? '/usr/bin/chromium',
});
const page = await browser.newPage();
const picture = Buffer.from(await page.evaluate<string>(drawing), 'base64');
await browser.close();
writeFileSync(join(folder, 'flags.webp'), picture);
const index = { codes, columns, drawings: drawingsHash(flags) };
writeFileSync(join(folder, 'flags.json'), `${JSON.stringify(index, null, 2)}\n`);
