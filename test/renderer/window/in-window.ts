import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { MainProcess } from './main-process.ts';
import { openBrowser, type OpenOptions } from './window.ts';

/**
 * The browser of one test file. What it answers with opens the window on these options, does
 * something in it and closes it; any error in the window's console fails the test.
 */
export function useWindow() {
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    browser = await openBrowser(inject('fakeIpc'));
  }, 180_000);

  afterAll(() => browser.close());

  return async (options: OpenOptions, act: (page: Page) => Promise<void>): Promise<void> => {
    const { page, complaints, rested, close } = await browser.open({
      ...options,
      fake: { pollEvery: 0, ...options.fake },
    });
    await rested();
    await act(page);
    await close();
    expect(complaints).toEqual({ violations: [], errors: [], outside: [] });
  };
}

/**
 * The browser of one test file. What it answers with opens the window on this setup, does something
 * in it and closes it; any error in the window's console fails the test.
 */
export function useRealWindow() {
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  beforeAll(async () => {
    browser = await openBrowser(inject('fakeIpc'));
  }, 180_000);

  afterAll(() => browser.close());

  return async (
    options: Omit<OpenOptions, 'fake'>,
    act: (page: Page, main: MainProcess) => Promise<void>,
  ): Promise<void> => {
    const { page, main, complaints, rested, close } = await browser.open(options);
    await rested();
    await act(page, main);
    await close();
    expect(complaints).toEqual({ violations: [], errors: [], outside: [] });
  };
}

/** The calls of the window to main under this name, in order. */
export function calls(page: Page, name: string): Promise<unknown[]> {
  return page.evaluate(
    (searched) => window.fake.calls.filter((one) => one.name === searched).map((one) => one.input),
    name,
  );
}
