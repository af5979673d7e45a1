import type { Page } from 'playwright-core';
import type { MainProcess } from '#test/renderer/window/main-process.ts';
import type { Scene } from './scene.ts';

/** By place, because scenes run in both languages. */
async function checkShown(page: Page): Promise<void> {
  await page.locator('[data-check-shown]').click();
}

/** Two configurations are being checked, whose servers never answer. */
export async function checkWithoutAnswer(main: MainProcess): Promise<void> {
  main.sockets.connect = () => new Promise(() => undefined);
  const keys = ['Phone', 'Desktop'].map((title) => main.keyOf(title));
  await main.ask('checks.start', { keys, interrupting: false });
}

/** Checks of connections from here. */
export const checkScenes: readonly Scene[] = [
  {
    name: 'checks-running',
    setup: { before: checkWithoutAnswer },
    act: async (page) => {
      await page.locator('[data-checks]').waitFor();
    },
  },
  {
    name: 'checks-failed',
    act: async (page) => {
      await checkShown(page);
      await page.locator('[role=row] [data-check]').first().waitFor();
      await page.getByRole('searchbox').fill('Офис');
      await page
        .getByRole('row')
        .filter({ hasText: /Connection cut|Обрыв связи/ })
        .first()
        .click();
      await page.getByRole('article').waitFor();
    },
  },
  {
    name: 'checks-sorted',
    act: async (page) => {
      await checkShown(page);
      await page.locator('[role=row] [data-check]').first().waitFor();
      await page.getByRole('button', { name: /^(Sort|Сорт|Поряд)/ }).click();
    },
  },
  {
    name: 'checks-choices',
    path: '/settings',
    setup: {
      settings: {
        checkResolver: 'cloudflare',
        checkAddress: { host: 'www.example.com', port: 443 },
      },
    },
    act: async (page) => {
      await page.locator('[data-check-choices]').scrollIntoViewIfNeeded();
      await page.locator('[data-check-choices]').evaluate('(element) => element.scrollIntoView()');
    },
  },
  {
    name: 'checks-first',
    setup: { settings: { checksExplained: false } },
    act: async (page) => {
      await checkShown(page);
      await page.locator('[data-checks] form').waitFor();
    },
  },
  {
    name: 'checks-done',
    act: async (page) => {
      await checkShown(page);
      await page.locator('[role=row] [data-check]').first().waitFor();
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
