import type { Page } from 'playwright-core';
import type { BatchRequest } from '#contract/ipc/batches.ts';
import type { MainProcess } from '#test/renderer/window/main-process.ts';
import type { Scene } from './scene.ts';

/** Selects all connections and opens the menu of their actions. */
async function openMenu(page: Page): Promise<void> {
  await page
    .getByRole('row')
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('ControlOrMeta+a');
  const more = { name: /^(What else|Что ещё)/ };
  await page.getByRole('toolbar').last().getByRole('button', more).click();
}

/** Chooses a line of the menu for the selected, by its words in either language. */
async function choose(page: Page, name: RegExp): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name }).click();
  await page.locator('[data-batch-panel]').waitFor();
}

const lines = {
  rename: /^(Rename|Переименовать)/,
  renew: /^(Renew|Продлить)/,
  autoOn: /^(Turn on|Включить)/,
  delete: /^(Delete|Удалить)/,
} as const;

const rich = (main: MainProcess): Promise<void> => {
  main.service.setBalance({ balance: 60_000 });
  return Promise.resolve();
};

/** Begins a batch, and lets so much time pass. */
async function begin(main: MainProcess, request: BatchRequest, ms: number): Promise<string> {
  await main.advance(61_000);
  const { count, sum } = await main.ask('batches.plan', { request });
  const { id } = await main.ask('batches.start', { request, count, sum });
  await main.advance(ms);
  return id;
}

const configKeys = (main: MainProcess): string[] =>
  main.account.configs.map(({ id }) => `config:${String(id)}`);

const titles = (main: MainProcess): BatchRequest => ({
  action: 'rename',
  titles: configKeys(main).map((key, at) => ({ key, title: `Office ${String(at + 1)}` })),
});

/** Many at once: what will happen, and what did. */
export const batchScenes: readonly Scene[] = [
  {
    name: 'batch-menu',
    act: async (page) => {
      await openMenu(page);
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'batch-rename', act: (page) => choose(page, lines.rename) },
  { name: 'batch-renew', setup: { before: rich }, act: (page) => choose(page, lines.renew) },
  { name: 'batch-renew-insufficient', act: (page) => choose(page, lines.renew) },
  { name: 'batch-auto-renewal', act: (page) => choose(page, lines.autoOn) },
  { name: 'batch-delete', act: (page) => choose(page, lines.delete) },
  {
    name: 'batch-plan-failed',
    setup: { faults: ['configs.tariffs:503'] },
    act: (page) => choose(page, lines.renew),
  },
  {
    name: 'batch-offline',
    act: async (page, main) => {
      await main.goOffline();
      await choose(page, lines.renew);
    },
  },
  { name: 'batches-empty', path: '/batches' },
  {
    name: 'batches-running',
    path: '/batches',
    setup: { before: (main) => begin(main, titles(main), 4000) },
  },
  {
    name: 'batches-failures',
    path: '/batches',
    setup: {
      before: async (main) => {
        main.service.setFaults(['configs.setTitle:500:0.5']);
        await begin(main, titles(main), 1000);
        for (let n = 0; n < 40; n += 1) await main.advance(2000);
        main.service.setFaults([]);
      },
    },
  },
  {
    name: 'batch-devices',
    path: '/devices',
    act: async (page) => {
      await page.getByRole('checkbox').nth(1).click();
      await page
        .getByRole('checkbox')
        .nth(4)
        .click({ modifiers: ['Shift'] });
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: /^(Block|Заблокировать)…/ })
        .click();
      await page.locator('[data-batch-item]').first().waitFor();
    },
  },
  {
    name: 'batches-finding-out',
    path: '/batches',
    setup: {
      before: async (main) => {
        await rich(main);
        main.service.setFaults(['configs.renew:drop-after']);
        await begin(main, { action: 'renew', keys: configKeys(main), days: 30 }, 3000);
      },
    },
  },
];
