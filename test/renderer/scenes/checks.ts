import type { Page } from 'playwright-core';
import type { Scene } from './scene.ts';

/** By place, because scenes run in both languages. */
async function checkShown(page: Page): Promise<void> {
  await page.locator('[data-check-shown]').click();
}

/** Checks of connections from here. */
export const checkScenes: readonly Scene[] = [
  {
    name: 'checks-first',
    fake: { unexplained: true },
    act: async (page) => {
      await checkShown(page);
      await page.locator('[data-checks] form').waitFor();
    },
  },
  {
    name: 'checks-done',
    act: async (page) => {
      await checkShown(page);
      await page.locator('.row .check').first().waitFor();
      await page.getByRole('row').filter({ hasText: 'Phone' }).first().click();
      await page.getByRole('article').waitFor();
    },
  },
  {
    name: 'checks-interrupt',
    act: async (page) => {
      await page.getByRole('row').filter({ hasText: 'Router' }).first().click();
      await page.locator('[data-check-one]').click();
      await page.locator('article form').first().waitFor();
    },
  },
];
