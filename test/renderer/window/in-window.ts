import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { MainProcess } from './main-process.ts';
import { sharedBrowser, type OpenOptions } from './window.ts';

/**
 * Opens the window on these options, does something in it and closes it; any error in the window's
 * console fails the test.
 */
export async function inWindow(
  options: OpenOptions,
  act: (page: Page, main: MainProcess, rested: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const browser = await sharedBrowser();
  const { page, main, complaints, rested, close } = await browser.open(options);
  try {
    await rested();
    await act(page, main, rested);
  } finally {
    // Also where it fails: a page that stays open slows the tests after it down.
    await close();
  }
  expect(complaints).toEqual({ violations: [], errors: [], outside: [] });
}

/** Whether this has the keyboard. */
export const hasFocus = (control: Locator) => (): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement);

/** The row of the connection that is called so, in the first rows of the list. */
export const rowOf = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });
