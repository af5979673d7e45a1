import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { MainProcess, Setup } from './main-process.ts';
import { noComplaints, sharedBrowser, type OpenOptions, type OpenWindow } from './window.ts';

type Act = (page: Page, main: MainProcess, rested: () => Promise<void>) => Promise<void>;

/** Opens the window, does something in it and closes it; an error in its console fails the test. */
export async function inWindow(options: OpenOptions, act: Act): Promise<void> {
  const browser = await sharedBrowser();
  const { page, main, complaints, rested, close } = await browser.open(options);
  try {
    await rested();
    await act(page, main, rested);
  } finally {
    // Also where it fails: a page that stays open slows the tests after it down.
    await close();
  }
  expect(complaints).toEqual(noComplaints);
}

/**
 * One window for the tests of a file or block, as opening one costs what a test does. Each begins on its
 * page, in its size, with an empty search and no call of main.
 */
export function sharedWindow(
  setup: Setup = {},
): (options: Pick<OpenOptions, 'path' | 'width' | 'height'>, act: Act) => Promise<void> {
  let opened: OpenWindow | undefined;
  beforeAll(async () => {
    const browser = await sharedBrowser();
    opened = await browser.open({ setup: { limits: 'endpoint', ...setup } });
    await opened.rested();
  });
  afterAll(() => opened?.close());

  return async ({ path = '/connections', width = 1280, height = 800 }, act) => {
    if (opened === undefined) throw new Error('The window is not open.');
    const { page, main, complaints, rested } = opened;
    await page.setViewportSize({ width, height });
    // At once: a page that is being left takes its search with it.
    await page.evaluate(() => {
      const search = document.querySelector<HTMLInputElement>('[type=search]');
      if (search !== null && search.value !== '') {
        search.value = '';
        search.dispatchEvent(new Event('input'));
      }
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    // What the one before has opened.
    for (let n = 0; n < 2; n += 1) await page.keyboard.press('Escape');
    main.send('app.navigate', { path: typeof path === 'string' ? path : path(main) });
    await rested();
    main.calls.length = 0;
    await act(page, main, rested);
    expect(complaints).toEqual(noComplaints);
  };
}

/** Whether this has the keyboard. */
export const hasFocus = (control: Locator) => (): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement);

/** The row of the connection that is called so, in the first rows of the list. */
export const rowOf = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });
