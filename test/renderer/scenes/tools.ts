import type { Page } from 'playwright-core';
import { addCommands } from '#test/renderer/window/account.ts';
import type { MainProcess } from '#test/renderer/window/main-process.ts';
import { buy } from './purchases-made.ts';
import { offline, unanswered, unreached, type Scene } from './scene.ts';

async function measure(page: Page): Promise<void> {
  await page.locator('table').waitFor();
  await page.locator('button:has-text("Measure"), button:has-text("Измерить")').click();
  await page
    .getByText(/no answer|нет ответа/)
    .first()
    .waitFor();
}

async function toKeys(page: Page): Promise<void> {
  await page.locator('[data-pair]').last().scrollIntoViewIfNeeded();
}

/** Opens the palette and types into it. */
function palette(words = '') {
  return async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+KeyK');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type(words);
    await page.getByRole('option').first().or(page.locator('dialog [role=status]')).waitFor();
  };
}

/** Selects the first rows of the list by keyboard. */
async function pickThree(page: Page): Promise<void> {
  await page.getByRole('row').first().waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('toolbar').waitFor();
}

async function openInClient(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: 'Phone' }).first().click();
  await page
    .locator('article')
    .getByRole('button', { name: /^(Open in|Открыть в)/ })
    .first()
    .click();
}

const makeKeys = (main: MainProcess) => main.ask('tools.makeKeys', {});

/** The palette, the selection in the list, the hand-over to a client, and the tools. */
export const toolScenes: readonly Scene[] = [
  {
    name: 'client-named',
    act: async (page, main) => {
      main.machine.shell.clients.set('awg', 'AmneziaVPN');
      await page.getByRole('row').filter({ hasText: 'Ноутбук, дом' }).first().click();
      await page.getByRole('button', { name: /AmneziaVPN/ }).waitFor();
    },
  },
  { name: 'palette', act: palette() },
  { name: 'palette-found', act: palette('e') },
  { name: 'palette-page', path: '/settings', act: palette('light') },
  { name: 'palette-nothing', act: palette('qqqq') },
  { name: 'picked', act: pickThree },
  {
    name: 'picked-copied',
    act: async (page) => {
      await pickThree(page);
      await page.keyboard.press('Control+KeyC');
      await page.locator('[data-toast]').waitFor();
    },
  },
  {
    name: 'picked-commands',
    setup: { service: addCommands },
    act: async (page) => {
      await pickThree(page);
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: /^(Save to a folder|Сохранить в папку)/ })
        .click();
      await page.getByRole('toolbar').getByRole('group').waitFor();
    },
  },
  {
    name: 'client-handed',
    setup: { machine: ({ shell }) => shell.clients.set('vless', 'Nekoray') },
    act: openInClient,
  },
  {
    name: 'client-nobody',
    act: async (page) => {
      await openInClient(page);
      await page.locator('article').getByRole('alert').waitFor();
    },
  },
  { name: 'help', path: '/help' },
  { name: 'tools', path: '/tools' },
  { name: 'tools-measured', path: '/tools', act: measure },
  { name: 'tools-keys', path: '/tools', setup: { before: makeKeys }, act: toKeys },
  {
    name: 'tools-keys-service',
    path: '/tools',
    setup: {
      before: async (main) => {
        await makeKeys(main);
        await buy(main, 'xray.createKeys');
      },
    },
    act: toKeys,
  },
  { name: 'tools-first', path: '/tools', setup: unreached },
  { name: 'tools-loading', path: '/tools', setup: unanswered },
  { name: 'tools-offline', path: '/tools', ...offline },
];
