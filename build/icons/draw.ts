import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';

/**
 * Draws every icon from the one mark: `node build/icons/draw.ts`. The drawings are committed, as SVG
 * to read and as PNG to show, so that a build needs no browser.
 */
const folder = import.meta.dirname;

/** The paths of the mark, in a square of 24. */
const mark = [...readFileSync(join(folder, 'mark.svg'), 'utf8').matchAll(/<path [^>]+>/g)]
  .map(([path]) => path)
  .join('');

const ink = { light: '#3f3f46', dark: '#fafafa', template: '#000000' } as const;
const teal = { top: '#14827a', bottom: '#0b5a56' } as const;

type Dot = 'none' | 'offline' | 'expiring';

/** As in the window: red is offline, amber expires. A ring and a disc tell them apart without colour. */
const dotColours = {
  offline: { light: '#dc2626', dark: '#f87171', template: ink.template },
  expiring: { light: '#d97706', dark: '#fbbf24', template: ink.template },
} as const;

/** The corner that the dot takes, cut free of the mark on any ground. */
const corner =
  '<mask id="free"><rect width="24" height="24" fill="#fff"/>' +
  '<path d="M13 19a6 6 0 0 1 6-6h5v11H13z" fill="#000"/></mask>';

function trayDrawing(dot: Dot, ground: keyof typeof ink): string {
  if (dot === 'none') return svg(24, strokes(ink[ground]));
  const colour = dotColours[dot][ground];
  const shape = {
    offline: `<circle cx="19" cy="19" r="3.25" stroke="${colour}" stroke-width="2"/>`,
    expiring: `<circle cx="19" cy="19" r="4.25" fill="${colour}"/>`,
  }[dot];
  return svg(24, `${corner}<g mask="url(#free)">${strokes(ink[ground])}</g>${shape}`);
}

function appDrawing(): string {
  return svg(
    512,
    [
      '<linearGradient id="g" x2="0" y2="1">',
      `<stop stop-color="${teal.top}"/><stop offset="1" stop-color="${teal.bottom}"/>`,
      '</linearGradient>',
      `<rect x="32" y="32" width="448" height="448" rx="104" fill="url(#g)"/>`,
      `<g transform="translate(112 118) scale(12)">${strokes('#ffffff')}</g>`,
    ].join(''),
  );
}

function strokes(colour: string): string {
  const style = 'stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round"';
  return `<g stroke="${colour}" ${style}>${mark}</g>`;
}

function svg(size: number, content: string): string {
  const box = `viewBox="0 0 ${String(size)} ${String(size)}" fill="none"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${content}</svg>\n`;
}

async function draw(page: Page, name: string, drawing: string, size: number): Promise<void> {
  await page.setViewportSize({ width: size, height: size });
  const fit = `width:${String(size)}px;height:${String(size)}px`;
  await page.setContent(`<style>*{margin:0}svg{display:block;${fit}}</style>${drawing}`);
  await page.screenshot({ path: join(folder, `${name}.png`), omitBackground: true });
}

mkdirSync(join(folder, 'svg'), { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env['CULVERT_CHROMIUM'] ?? '/usr/bin/chromium',
});
const page = await browser.newPage();
for (const dot of ['none', 'offline', 'expiring'] as const) {
  const base = dot === 'none' ? 'tray' : `tray-${dot}`;
  for (const ground of ['template', 'light', 'dark'] as const) {
    const drawing = trayDrawing(dot, ground);
    const name = ground === 'template' ? `${base}Template` : `${base}-${ground}`;
    const size = ground === 'template' ? 16 : 24;
    writeFileSync(join(folder, 'svg', `${name}.svg`), drawing);
    await draw(page, name, drawing, size);
    await draw(page, `${name}@2x`, drawing, size * 2);
  }
}
writeFileSync(join(folder, 'svg', 'app.svg'), appDrawing());
await draw(page, 'app', appDrawing(), 512);
await draw(page, 'app@2x', appDrawing(), 1024);
await browser.close();
