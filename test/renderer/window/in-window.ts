import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { MainProcess } from './main-process.ts';
import { openBrowser, type OpenOptions } from './window.ts';

/**
 * The browser of one test file. What it answers with opens the window on these options, does
 * something in it and closes it; any error in the window's console fails the test.
 */
export function useWindow() {
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    browser = await openBrowser();
  }, 180_000);

  afterAll(() => browser.close());

  return async (
    options: OpenOptions,
    act: (page: Page, main: MainProcess) => Promise<void>,
  ): Promise<void> => {
    const { page, main, complaints, rested, close } = await browser.open(options);
    try {
      await rested();
      await act(page, main);
    } finally {
      // Also where it fails: a page that stays open slows the tests after it down.
      await close();
    }
    expect(complaints).toEqual({ violations: [], errors: [], outside: [] });
  };
}
