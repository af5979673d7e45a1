import type { Page } from 'playwright-core';
import type { Scene } from './scene.ts';

/** Opens the palette and types into it. */
function palette(words = '') {
  return async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+KeyK');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').waitFor();
    await page.keyboard.type(words);
    await dialog.getByRole('option').first().or(dialog.getByRole('status')).waitFor();
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
    .getByRole('button', { name: /^(Open|Открыть)/ })
    .first()
    .click();
}

/** The palette, the selection in the list, and the hand-over to a client. */
export const toolScenes: readonly Scene[] = [
  { name: 'palette', act: palette() },
  { name: 'palette-found', act: palette('e') },
  { name: 'palette-nothing', act: palette('qqqq') },
  { name: 'picked', act: pickThree },
  {
    name: 'client-nobody',
    act: async (page) => {
      await openInClient(page);
      await page.locator('[data-toast]').waitFor();
    },
  },
  { name: 'help', path: '/help' },
];
