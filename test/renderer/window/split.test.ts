// @vitest-environment node
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useWindow } from './in-window.ts';
import { sampled } from '#test/simulator/deep.ts';

const inWindow = useWindow();
describe('a wide window', () => {
  const columns = (page: Page) =>
    page.evaluate(() => {
      const lefts = [
        ...document.querySelectorAll('article section:not(article section section)'),
      ].map((one) => Math.round(one.getBoundingClientRect().left));
      return new Set(lefts).size;
    });

  test.each(
    sampled(
      [
        [1280, 1],
        [1600, 2],
        [1920, 2],
      ],
      1,
    ),
  )('a window of %i px shows a connection in %i column(s)', (width, count) =>
    inWindow({ width, height: 1000 }, async (page) => {
      await page.getByRole('article').getByRole('region', { name: 'Renewal' }).waitFor();
      await expect.poll(() => columns(page)).toBe(count);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }),
  );
});
