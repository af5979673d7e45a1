import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { eventually } from '#test/renderer/eventually.ts';
import type { MainProcess } from './main-process.ts';
import { hasFocus, rowOf, inWindow } from './in-window.ts';

const panel = (page: Page) => page.locator('[data-batch-panel]');
const titleOf = (main: MainProcess, id: string) =>
  main.account.configs.find((config) => `config:${String(config.id)}` === id)?.title;

/** Presses a key until this has the focus. */
async function pressUntil(page: Page, key: string, target: Locator): Promise<void> {
  const isReached = hasFocus(target);
  await target.waitFor();
  for (let n = 0; n < 40 && !(await isReached()); n += 1) await page.keyboard.press(key);
  expect(await isReached(), await target.innerText()).toBe(true);
}

/** Reaches a button by Tab, and presses it. */
async function pressButton(page: Page, name: string): Promise<void> {
  await pressUntil(page, 'Tab', page.getByRole('button', { name, exact: true }).first());
  await page.keyboard.press('Enter');
}

describe('bulk changes', () => {
  test('opens the editor of a subscription with the selected that it can hold, and sends nothing unsaved; is begun, stopped, opened again, tried again and undone by the keyboard alone', () =>
    inWindow({ setup: { unanswered: ['configs.setTitle'] } }, async (page, main) => {
      const [subscription] = main.account.subscriptions;
      const items = JSON.stringify(subscription?.items);
      await rowOf(page, 'Desktop').click({ modifiers: ['Control'] });
      await page.keyboard.press('ControlOrMeta+a');
      await page.getByRole('button', { name: `Add to “${subscription?.title ?? ''}”` }).click();
      const editor = page.locator('[data-bundle-editor]');
      await editor.getByText(/^Cannot be in a subscription: \d/).waitFor();
      expect(JSON.stringify(subscription?.items)).toBe(items);
      await page.getByRole('button', { name: 'Remove what no longer works' }).click();
      await page.getByRole('button', { name: 'Save the subscription' }).click();
      await expect
        .poll(() => subscription?.items.map(({ item_reference_id: id }) => `config:${String(id)}`))
        .toEqual(expect.arrayContaining([main.keyOf('Desktop'), main.keyOf('Camera')]));

      main.send('app.navigate', { path: '/connections' });
      await page.keyboard.press('Escape');
      const before = ['Phone', 'Router', 'Мамин планшет'];
      const ids = before.map((title) => main.keyOf(title));
      const titles = () => ids.map((id) => titleOf(main, id));
      const said = (words: string) =>
        eventually(main, () => page.getByText(words, { exact: true }).first().isVisible()).toBe(
          true,
        );

      await pressUntil(page, 'Tab', page.getByRole('grid'));
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await pressButton(page, 'Rename…');
      await pressUntil(page, 'Tab', panel(page).getByLabel('Title'));
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('Office {n}');
      await panel(page).getByText('Office 3').waitFor();
      await pressButton(page, 'Rename 3');

      await panel(page).getByText('0 of 3.').waitFor();
      await pressButton(page, 'Stop after this one');
      await panel(page).getByText('0 of 3. Stopping after this one.').waitFor();
      await main.release();
      await said('Renamed 1 of 3. You stopped it.');
      expect(titles()).toEqual(['Office 1', before[1], before[2]]);

      await page.keyboard.press('Escape');
      await panel(page).waitFor({ state: 'detached' });
      await page.keyboard.press('ControlOrMeta+k');
      await page.locator('input[role=combobox]:focus').waitFor();
      await page.keyboard.type('bulk changes');
      await page.getByRole('option', { name: 'bulk changes' }).first().waitFor();
      await page.keyboard.press('Enter');
      await said('Renamed 1 of 3. You stopped it.');

      main.service.setFaults(['configs.setTitle:400']);
      await pressButton(page, 'Continue with 2');
      await pressButton(page, 'Rename 2');
      await said('Renamed 0 of 2, 2 failed.');
      main.service.setFaults([]);
      await pressButton(page, 'Try 2 again');
      await pressButton(page, 'Rename 2');
      await said('Renamed 2.');
      expect(titles()).toEqual(['Office 1', 'Office 2', 'Office 3']);

      await pressButton(page, 'Undo 2');
      await panel(page).getByRole('heading', { name: 'Undo renaming' }).waitFor();
      await eventually(main, titles).toEqual(['Office 1', before[1], before[2]]);
    }));
});
