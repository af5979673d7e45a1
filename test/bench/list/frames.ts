import type { Page } from 'playwright-core';

/** What the window showed while something went on. */
export interface Frames {
  /** Milliseconds from frame to frame, ascending. */
  readonly times: readonly number[];
  /** Frames in which part of the list had no row. */
  readonly blank: number;
}

/** Records every frame until it is stopped. Source text, because Node's types have no document. */
const watch = `(() => {
  const seen = { running: true, times: [], blank: 0 };
  window.seenFrames = seen;
  const scroller = document.querySelector('[role=grid]');
  let last = performance.now();
  const frame = (now) => {
    seen.times.push(now - last);
    last = now;
    // Two looks at the layout a frame: looking at every row would cost more than drawing them.
    const rows = scroller.querySelector('[role=rowgroup]')?.children ?? [];
    const box = scroller.getBoundingClientRect();
    const all = Number(scroller.getAttribute('aria-rowcount'));
    const top = rows[0]?.getBoundingClientRect().top ?? Infinity;
    const bottom = rows[rows.length - 1]?.getBoundingClientRect().bottom ?? -Infinity;
    const fills = all > rows.length || bottom - top >= box.height;
    if (all > 0 && (rows.length === 0 || (fills && (top > box.top + 1 || bottom < box.bottom - 1)))) {
      seen.blank += 1;
    }
    if (seen.running) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})()`;

/** Watches every frame of the list until `act` is over. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(watch);
  await act();
  const seen = await page.evaluate<Frames>(
    `(window.seenFrames.running = false, { times: window.seenFrames.times, blank: window.seenFrames.blank })`,
  );
  return { blank: seen.blank, times: seen.times.slice(1).sort((one, other) => one - other) };
}

/** Milliseconds from frame to frame of a page on which nothing is and nothing happens, the median. */
export async function emptyFrame(page: Page): Promise<number> {
  const times = await page.evaluate<number[]>(`new Promise((resolve) => {
    const times = [];
    let last = performance.now();
    const frame = (now) => {
      times.push(now - last);
      last = now;
      if (times.length < 60) requestAnimationFrame(frame);
      else resolve(times.slice(1));
    };
    requestAnimationFrame(frame);
  })`);
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? NaN;
}

/** Types words into the search and takes them away again, at the pace of a quick typist. */
export async function search(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('');
  await page.getByRole('searchbox').pressSequentially('example de', { delay: 60 });
  for (let n = 0; n < 10; n += 1) await page.keyboard.press('Backspace', { delay: 40 });
}

/** Turns the wheel, then drags the scrollbar from one end to the other. */
export async function scroll(page: Page): Promise<void> {
  await page.locator('[role=grid]').hover();
  for (let n = 0; n < 60; n += 1) {
    await page.mouse.wheel(0, 260);
    await page.waitForTimeout(16);
  }
  for (let n = 0; n <= 40; n += 1) {
    await page.evaluate(`(() => {
      const grid = document.querySelector('[role=grid]');
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * ${String(n / 40)};
    })()`);
    await page.waitForTimeout(30);
  }
  await page.evaluate(`void (document.querySelector('[role=grid]').scrollTop = 0)`);
}
