import type { Page } from 'playwright-core';
import type { BatchRequest } from '#contract/ipc/batches.ts';
import type { MainProcess } from '#test/renderer/window/main-process.ts';
import type { Scene } from './scene.ts';
import { click, see, steps } from './steps.ts';

/** Selects all connections, and opens the menu of their actions. */
async function openActions(page: Page): Promise<void> {
  await page
    .getByRole('row')
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('button', { name: /^(What else|Что ещё)/ }).click();
}

/** Chooses what to do with the selected, by its words in either language. */
const choose = (name: RegExp) =>
  steps(
    openActions,
    (page) => page.locator('[role=menuitem]', { hasText: name }).click(),
    see('[data-batch-panel]'),
  );

const renew = choose(/^(Renew|Продлить)/);

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
    act: steps(openActions, see('[role=menu]')),
  },
  { name: 'batch-rename', act: choose(/^(Rename|Переименовать)/) },
  { name: 'batch-renew', setup: { before: rich }, act: renew },
  { name: 'batch-renew-insufficient', act: renew },
  { name: 'batch-auto-renewal', act: choose(/^(Turn on|Включить)/) },
  { name: 'batch-delete', act: choose(/^(Delete|Удалить)/) },
  {
    name: 'batch-plan-failed',
    setup: { faults: ['configs.tariffs:503'] },
    act: renew,
  },
  { name: 'batch-offline', act: steps((_, main) => main.goOffline(), renew) },
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
    act: steps(
      (page) => page.getByRole('checkbox').nth(1).click(),
      (page) => page.getByRole('checkbox').nth(2).click(),
      click(
        '[role=toolbar] button:has-text("Block…"), [role=toolbar] button:has-text("Заблокировать…")',
      ),
      see('[data-batch-item]'),
    ),
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
