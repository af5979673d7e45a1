import type { Page } from 'playwright-core';

/** Runs in the page: leaves the section and comes back, and times it from the click to the rows. */
const comeBack = `(async () => {
  const until = (there) => new Promise((resolve) => {
    const look = () => (there() ? resolve() : setTimeout(look));
    look();
  });
  const rows = () => document.querySelectorAll('[role=grid] [role=row]').length;
  document.querySelector('a[href="#/settings"]').click();
  await until(() => rows() === 0 && document.querySelector('main h1') !== null);
  await new Promise((resolve) => requestIdleCallback(resolve));
  const began = performance.now();
  document.querySelector('a[href="#/connections"]').click();
  await until(() => rows() > 5);
  // Until their places on the screen are known.
  document.querySelector('[role=grid] [role=row]').getBoundingClientRect();
  return performance.now() - began;
})()`;

/** Milliseconds from the click on the section to its first rows. */
export async function timeToRows(page: Page): Promise<number> {
  return await page.evaluate<number>(comeBack);
}
