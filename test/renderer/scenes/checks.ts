import type { Page } from 'playwright-core';
import type { CheckProgress } from '#contract/ipc/checks.ts';
import { ProbeFault } from '#core/kernel/ports.ts';
import type { MainProcess } from '#test/renderer/window/main-process.ts';
import { connectionPage, offline, type Scene } from './scene.ts';

/** By place, because scenes run in both languages. */
async function checkShown(page: Page): Promise<void> {
  await page.locator('[data-check-shown]').click();
}

/** Two configurations are being checked, whose servers never answer. */
async function checkWithoutAnswer(main: MainProcess): Promise<void> {
  main.sockets.connect = () => new Promise(() => undefined);
  const keys = ['Phone', 'Desktop'].map((title) => main.keyOf(title));
  await main.ask('checks.start', { keys, interrupting: false });
}

/** These configurations were checked. */
export async function checkUntilOver(main: MainProcess, titles: readonly string[]): Promise<void> {
  const over = new Promise<void>((resolve) => {
    main.listen((event, progress) => {
      if (event === 'checks.changed' && !(progress as CheckProgress).running) resolve();
    });
  });
  const keys = titles.map((title) => main.keyOf(title));
  await main.ask('checks.start', { keys, interrupting: false });
  await over;
}

/** The network cuts off every connection. */
export function cutEverything(main: MainProcess): void {
  main.sockets.connect = () => Promise.reject(new ProbeFault('reset'));
}

/** Checks the connection whose page is open; it fails, and what to do about it is shown. */
async function checkOne(page: Page): Promise<void> {
  await page.locator('[data-check-one]').click();
  await openNext(page);
}

/** Opens what else helps. */
async function openNext(page: Page): Promise<void> {
  await page.locator('summary', { hasText: /Not working|Не работает/ }).click();
  await page.locator('[data-next-working]').scrollIntoViewIfNeeded();
}

/** Checks the connection whose page is open; it fails, and how to change it is looked for. */
async function planRepair(page: Page): Promise<void> {
  await page.locator('[data-check-one]').click();
  await page.locator('[data-repair-plan]').click();
  await page.locator('[data-repair-start]').scrollIntoViewIfNeeded();
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
    name: 'checks-networks',
    path: '/settings',
    setup: { before: (main) => checkUntilOver(main, ['Guest', 'Phone']) },
    act: async (page) => {
      await page.locator('summary').last().click();
      await page.locator('[data-networks] li').scrollIntoViewIfNeeded();
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
  { name: 'repair-planned', path: connectionPage('Phone'), act: planRepair },
  {
    name: 'repair-failed',
    path: connectionPage('Phone'),
    act: async (page, main) => {
      await planRepair(page);
      cutEverything(main);
      await page.locator('[data-repair-start]').click();
      const over = page.locator('[data-repair] [data-batch-item]').last();
      while (!/cut|Обрыв/.test((await over.textContent()) ?? '')) await main.advance(1000);
    },
  },
  { name: 'next-offered', path: connectionPage('Phone'), act: checkOne },
  {
    name: 'next-offline',
    path: connectionPage('Phone'),
    setup: {
      ...offline.setup,
      ago: 37 * 60_000,
      before: (main) => checkUntilOver(main, ['Desktop', 'Travel', 'Guest']),
    },
    act: async (page, main) => {
      await offline.act(page, main);
      await openNext(page);
    },
  },
  {
    name: 'checks-elsewhere',
    path: connectionPage('Guest'),
    setup: {
      before: async (main) => {
        await checkUntilOver(main, ['Desktop', 'Travel', 'Guest', 'Phone']);
        main.machine.systemNetwork.name = 'in a café';
        main.show();
      },
    },
    act: async (page) => {
      await page.locator('[data-check-one]').scrollIntoViewIfNeeded();
    },
  },
];
