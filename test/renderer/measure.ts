/**
 * Measures the list of 10,000 connections in the built window: the worst frames while searching and
 * scrolling, whether any frame showed a blank row, and how much JavaScript the first screen loads.
 * `node test/renderer/measure.ts [--no-build]`
 */
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { buildWindow, openBrowser } from './window/window.ts';

const { values } = parseArgs({ options: { 'no-build': { type: 'boolean', default: false } } });

interface Frames {
  readonly worst: number;
  readonly median: number;
  readonly over50: number;
  readonly count: number;
  readonly blank: number;
  /** The longest piece of work on the page's one thread, 0 below 50 ms. */
  readonly longestTask: number;
}

/** Watches every frame until `act` is over: how long it took, and whether rows fill the list. */
async function frames(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const seen = { running: true, times: [] as number[], blank: 0, tasks: [] as number[] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
    }).observe({ entryTypes: ['longtask'] });
    const scroller = document.querySelector('[role=grid]');
    let last = performance.now();
    const frame = (now: number): void => {
      seen.times.push(now - last);
      last = now;
      if (scroller?.isConnected === true) {
        const box = scroller.getBoundingClientRect();
        const rows = [...scroller.querySelectorAll('[role=row]')].map((row) =>
          row.getBoundingClientRect(),
        );
        const top = Math.min(...rows.map((row) => row.top));
        const bottom = Math.max(...rows.map((row) => row.bottom));
        const short = rows.length * 52 < box.height;
        if (!short && (top > box.top + 1 || bottom < box.bottom - 1)) seen.blank += 1;
      }
      if (seen.running) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await act();
  return page.evaluate(() => {
    const { seen } = window as unknown as {
      seen: { running: boolean; times: number[]; blank: number; tasks: number[] };
    };
    seen.running = false;
    const times = seen.times.slice(1).sort((a, b) => a - b);
    return {
      worst: Math.round(times.at(-1) ?? 0),
      median: Math.round(times[Math.floor(times.length / 2)] ?? 0),
      over50: times.filter((time) => time > 50).length,
      count: times.length,
      blank: seen.blank,
      longestTask: Math.round(Math.max(0, ...seen.tasks)),
    };
  });
}

const browser = await openBrowser(await buildWindow({ window: !values['no-build'] }));
const { page, close } = await browser.open({ fake: { count: 10_000, latency: 4 } });
const loaded = await page.evaluate(() =>
  performance
    .getEntriesByType('resource')
    .filter((entry) => entry.name.endsWith('.js'))
    .map((entry) => ({
      name: entry.name.replace(/.*\//, ''),
      bytes: (entry as PerformanceResourceTiming).decodedBodySize,
    })),
);
await page.locator('[role=row]').nth(5).waitFor();
const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0);
console.log(
  `first screen: ${String(Math.round(total / 1000))} kB of JavaScript in ${String(loaded.length)} files`,
);
for (const { name, bytes } of loaded)
  console.log(`  ${name} ${String(Math.round(bytes / 1000))} kB`);

// The detail beside the list draws its charts once; what follows is about the list.
await page.waitForTimeout(2500);

console.log(
  'typing a search',
  await frames(page, async () => {
    await page.getByRole('searchbox').click();
    await page.keyboard.type('example москва', { delay: 60 });
    for (let n = 0; n < 14; n += 1) await page.keyboard.press('Backspace', { delay: 40 });
  }),
);
console.log(
  'scrolling by wheel',
  await frames(page, async () => {
    await page.locator('[role=grid]').hover();
    for (let n = 0; n < 80; n += 1) {
      await page.mouse.wheel(0, 260);
      await page.waitForTimeout(16);
    }
  }),
);
console.log(
  'dragging the scrollbar',
  await frames(page, async () => {
    for (let n = 0; n < 40; n += 1) {
      await page.locator('[role=grid]').evaluate((grid, part) => {
        grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * part;
      }, n / 40);
      await page.waitForTimeout(30);
    }
  }),
);
console.log(
  'arrow down held',
  await frames(page, async () => {
    await page.locator('[role=grid]').focus();
    for (let n = 0; n < 60; n += 1) {
      await page.keyboard.press('ArrowDown');
      await page.waitForTimeout(25);
    }
  }),
);
await close();
await browser.close();
