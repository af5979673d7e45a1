import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { icns, icnsSizes, ico, icoSizes, linuxSizes, trayIcoSizes } from './containers.ts';

/**
 * Draws every icon from the one mark: `node build/icons/draw.ts`. The drawings are committed, as SVG
 * to read and as PNG to show, so that a build needs no browser.
 */
const folder = import.meta.dirname;

/** The paths of the mark, in a square of 24. */
const mark = [...readFileSync(join(folder, 'mark.svg'), 'utf8').matchAll(/<path [^>]+>/g)]
  .map(([path]) => path)
  .join('');

const teal = { top: '#14827a', bottom: '#0b5a56' } as const;

type Dot = 'none' | 'offline' | 'expiring';

/** As in the window: red is offline, amber expires. A ring and a disc tell them apart without colour. */
const dotColours = { offline: '#dc2626', expiring: '#d97706' } as const;

/** The corner that the dot takes, cut free of the mark on any ground. */
const corner =
  '<mask id="free"><rect width="24" height="24" fill="#fff"/>' +
  '<path d="M13 19a6 6 0 0 1 6-6h5v11H13z" fill="#000"/></mask>';

/**
 * The tray's icon: for macOS a template, which it colours itself. Elsewhere nobody says reliably what
 * colour the bar has, so the mark stands on its own ground, which reads on any.
 */
function trayDrawing(dot: Dot, isTemplate: boolean): string {
  const drawn = isTemplate
    ? strokes('#000000')
    : `${ground}<rect width="24" height="24" rx="5.25" fill="url(#g)"/>` +
      `<g transform="translate(3.6 3.9) scale(0.7)">${strokes('#ffffff', 2.9)}</g>`;
  if (dot === 'none') return svg(24, drawn);
  const colour = isTemplate ? '#000000' : dotColours[dot];
  const shape = {
    offline: `<circle cx="19" cy="19" r="3.25" stroke="${colour}" stroke-width="2"/>`,
    expiring: `<circle cx="19" cy="19" r="4.25" fill="${colour}"/>`,
  }[dot];
  return svg(24, `${corner}<g mask="url(#free)">${drawn}</g>${shape}`);
}

const ground = [
  '<linearGradient id="g" x2="0" y2="1">',
  `<stop stop-color="${teal.top}"/><stop offset="1" stop-color="${teal.bottom}"/>`,
  '</linearGradient>',
].join('');

/** The mark on its ground. Where there are few pixels it takes all of them, and is bolder. */
function appDrawing(size: number): string {
  const drawn =
    size <= 48
      ? [
          '<rect width="512" height="512" rx="112" fill="url(#g)"/>',
          `<g transform="translate(76 83) scale(15)">${strokes('#ffffff', 2.75)}</g>`,
        ]
      : [
          '<rect x="32" y="32" width="448" height="448" rx="104" fill="url(#g)"/>',
          `<g transform="translate(112 118) scale(12)">${strokes('#ffffff')}</g>`,
        ];
  return svg(512, [ground, ...drawn].join(''));
}

function strokes(colour: string, width = 2.25): string {
  const style = `stroke-width="${String(width)}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<g stroke="${colour}" ${style}>${mark}</g>`;
}

function svg(size: number, content: string): string {
  const box = `viewBox="0 0 ${String(size)} ${String(size)}" fill="none"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${content}</svg>\n`;
}

async function png(page: Page, drawing: string, size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  const fit = `width:${String(size)}px;height:${String(size)}px`;
  await page.setContent(`<style>*{margin:0}svg{display:block;${fit}}</style>${drawing}`);
  return await page.screenshot({ omitBackground: true });
}

async function draw(page: Page, name: string, drawing: string, size: number): Promise<void> {
  writeFileSync(join(folder, `${name}.png`), await png(page, drawing, size));
}

const browser = await chromium.launch({
  executablePath: process.env['CULVERT_CHROMIUM'] ?? '/usr/bin/chromium',
});
const page = await browser.newPage();
for (const place of ['tray/template', 'svg/tray/template']) {
  mkdirSync(join(folder, place), { recursive: true });
}
for (const dot of ['none', 'offline', 'expiring'] as const) {
  const base = `tray${dot === 'none' ? '' : `-${dot}`}`;
  for (const isTemplate of [true, false]) {
    const drawing = trayDrawing(dot, isTemplate);
    // macOS knows a template by the end of its name.
    const name = join('tray', isTemplate ? `template/${base}Template` : base);
    const size = isTemplate ? 16 : 24;
    writeFileSync(join(folder, 'svg', `${name}.svg`), drawing);
    await draw(page, name, drawing, size);
    await draw(page, `${name}@2x`, drawing, size * 2);
    if (isTemplate) continue;
    const pictures = new Map<number, Buffer>();
    for (const side of trayIcoSizes) pictures.set(side, await png(page, drawing, side));
    writeFileSync(join(folder, `${name}.ico`), ico(pictures, trayIcoSizes));
  }
}
writeFileSync(join(folder, 'svg', 'app.svg'), appDrawing(512));
await draw(page, 'app', appDrawing(512), 512);
await draw(page, 'app@2x', appDrawing(1024), 1024);

/** What the installers of the three systems take. */
const sizes = [...new Set([...icoSizes, ...icnsSizes, ...linuxSizes])];
const apps = new Map<number, Buffer>();
for (const size of sizes) apps.set(size, await png(page, appDrawing(size), size));
writeFileSync(join(folder, 'app.ico'), ico(apps));
writeFileSync(join(folder, 'app.icns'), icns(apps));
mkdirSync(join(folder, 'linux'), { recursive: true });
for (const size of linuxSizes) {
  const name = `${String(size)}x${String(size)}.png`;
  writeFileSync(join(folder, 'linux', name), apps.get(size) ?? '');
}
await browser.close();
