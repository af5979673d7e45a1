// @vitest-environment node
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { MainProcess } from './main-process.ts';
import { hasFocus, rowOf, useWindow } from './in-window.ts';
import { withBalance } from './account.ts';

const inWindow = useWindow();
const panel = (page: Page) => page.locator('[data-batch-panel]');
const titleOf = (main: MainProcess, id: string) =>
  main.account.configs.find((config) => `config:${String(config.id)}` === id)?.title;

/** Selects two connections, and chooses what to do with them, by the keyboard alone from there on. */
async function choose(page: Page, what: RegExp): Promise<void> {
  await rowOf(page, 'Phone').click({ modifiers: ['Control'] });
  await rowOf(page, 'Router').click({ modifiers: ['Control'] });
  const more = page.getByRole('button', { name: 'What else to do with the selected' });
  await more.focus();
  await page.keyboard.press('Enter');
  const line = page.getByRole('menuitem', { name: what });
  await line.waitFor();
  await line.press('Enter');
  await panel(page).waitFor();
}

/** Lets the limits of the service pass until this is so. */
const eventually = (main: MainProcess, is: () => boolean | Promise<boolean>) =>
  expect
    .poll(async () => {
      await main.advance(5000);
      return is();
    })
    .toBe(true);

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

describe('many at once', () => {
  test('opens the editor of a subscription with the selected that it can hold, and sends nothing unsaved', () =>
    inWindow({}, async (page, main) => {
      const [subscription] = main.account.subscriptions;
      const before = JSON.stringify(subscription?.items);
      await rowOf(page, 'Desktop').click({ modifiers: ['Control'] });
      await page.keyboard.press('ControlOrMeta+a');
      await page.getByRole('button', { name: 'What else to do with the selected' }).click();
      await page.getByRole('menuitem', { name: `Add to “${subscription?.title ?? ''}”` }).click();
      const editor = page.locator('[data-bundle-editor]');
      await editor.getByText(/^Cannot be in a subscription: \d/).waitFor();
      expect(JSON.stringify(subscription?.items)).toBe(before);
      await page.getByRole('button', { name: 'Remove what no longer works' }).click();
      await page.getByRole('button', { name: 'Save the subscription' }).click();
      await expect
        .poll(() => subscription?.items.map(({ item_reference_id: id }) => `config:${String(id)}`))
        .toEqual(expect.arrayContaining([main.keyOf('Desktop'), main.keyOf('Camera')]));
    }));

  test('shows each price, the sum and what is missing, begins nothing that is not covered, and fills in that top-up', () =>
    inWindow({ setup: withBalance(100) }, async (page, main) => {
      await choose(page, /^Renew/);
      await panel(page).getByText('Together 358 ₽').waitFor();
      await panel(page).getByText('The balance is 258 ₽ short').waitFor();
      const button = panel(page).getByRole('button', { name: 'Renew 2' });
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      await button.press('Enter');
      expect(main.callsOf('batches.start')).toEqual([]);
      await panel(page).getByRole('link', { name: 'Top up the balance' }).press('Enter');
      await panel(page).waitFor({ state: 'detached' });
      const amount = page.getByRole('textbox', { name: 'Amount' });
      await expect.poll(() => amount.inputValue()).toBe('258');
    }));

  test('renews both after one question of main’s, also while its panel is closed', () =>
    inWindow(
      { setup: { ...withBalance(1000), unanswered: ['configs.renew'] } },
      async (page, main) => {
        const { questions } = main.machine.consentDialog;
        questions.length = 0;
        await choose(page, /^Renew/);
        await panel(page).getByRole('button', { name: 'Renew 2' }).press('Enter');
        await panel(page).getByText('It goes on when this is closed.').waitFor();
        await page.keyboard.press('Escape');
        await panel(page).waitFor({ state: 'detached' });
        await main.release();
        await eventually(main, () => main.account.balance === 1000 - 358);
        expect(questions).toMatchObject([
          { kind: 'batch', action: 'renew', count: 2, sum: { amount: 358 } },
        ]);
        await eventually(main, () => page.getByText('Renewed 2.').isVisible());
        await page.getByRole('button', { name: 'Dismiss' }).click();
        await page.getByText('Renewed 2.').waitFor({ state: 'detached' });
        await page.goto(page.url().replace(/#.*/, '#/batches'));
        await page.getByText('Balance: 642 ₽.').waitFor();
        const [first] = await page.locator('[data-batch-item]').allInnerTexts();
        expect(first).toMatch(/^Phone\s+Until \w{3} \d+, \d{4} · 179\s₽\s+Done$/);
      },
    ));

  test('says of each whether it renews itself from now on, and of an unusual period that it has no known price', () =>
    inWindow(
      {
        setup: {
          service: (control) => {
            const phone = control.account().configs.find(({ title }) => title === 'Phone');
            Object.assign(phone ?? {}, { auto_renewal_days: 21 });
          },
        },
      },
      async (page, main) => {
        const items = page.locator('[data-batch-panel] [data-batch-item]');
        await choose(page, /^Turn off/);
        await expect
          .poll(() => items.allInnerTexts())
          .toEqual([
            expect.stringMatching(/^Phone\s+off$/),
            expect.stringMatching(/^Router\s+off$/),
          ]);
        await panel(page).getByRole('button', { name: 'Turn off 2' }).press('Enter');
        await eventually(main, () =>
          panel(page).getByText('Auto-renewal switched: 2.').isVisible(),
        );
        expect(await items.first().innerText()).toMatch(/^Phone\s+off\s+Done$/);
        await panel(page).getByRole('button', { name: 'Undo 2' }).press('Enter');
        await expect
          .poll(() => items.allInnerTexts())
          .toEqual([
            expect.stringMatching(/^Phone\s+on · 21 days\s+price not known$/),
            expect.stringMatching(/^Router\s+on · 30 days\s+179\s₽$/),
          ]);
        await panel(page).getByRole('button', { name: 'Undo 2' }).waitFor();
      },
    ));

  test('is called what it does, also where the rest cannot be planned', () =>
    inWindow({ setup: withBalance(1000) }, async (page, main) => {
      const keys = ['Phone', 'Router'].map((title) => main.keyOf(title));
      const request = { action: 'renew' as const, keys, days: 30 };
      const { count, sum } = await main.ask('batches.plan', { request });
      const { id } = await main.ask('batches.start', { request, count, sum });
      await main.ask('batches.stop', { id });
      await page.goto(page.url().replace(/#.*/, '#/batches'));
      const rest = page.getByRole('button', { name: 'Go on with the last one' });
      await eventually(main, () => rest.isVisible());
      main.service.setFaults(['configs.tariffs:503']);
      await rest.press('Enter');
      await panel(page).getByText('Service error').waitFor();
      await panel(page).getByRole('heading', { name: 'Renewing', exact: true }).waitFor();
      await panel(page).getByRole('button', { name: 'Renew', exact: true }).waitFor();
    }));

  test('says that another one is under way, and can begin when that is over', () =>
    inWindow({}, async (page, main) => {
      main.service.setFaults(['configs.setTitle:429']);
      const [first] = main.account.configs;
      const key = `config:${String(first?.id)}`;
      const request = { action: 'rename' as const, titles: [{ key, title: 'First' }] };
      await main.ask('batches.start', { request, count: 1, sum: null });
      await choose(page, /^Rename/);
      await panel(page).getByText('Another change has to end first.').waitFor();
      const button = panel(page).getByRole('button', { name: 'Rename 2' });
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      main.service.setFaults([]);
      await eventually(main, async () => (await button.getAttribute('aria-disabled')) !== 'true');
    }));

  test('is begun, stopped, opened again, tried again and undone by the keyboard alone', () =>
    inWindow({ setup: { unanswered: ['configs.setTitle'] } }, async (page, main) => {
      const before = ['Phone', 'Router', 'Мамин планшет'];
      const ids = before.map((title) => main.keyOf(title));
      const titles = () => ids.map((id) => titleOf(main, id));
      const said = (words: string) =>
        eventually(main, () => page.getByText(words, { exact: true }).first().isVisible());

      await pressUntil(page, 'Tab', page.getByRole('grid'));
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await pressButton(page, 'What else to do with the selected');
      await pressUntil(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Rename…' }));
      await page.keyboard.press('Enter');
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
      await page.keyboard.type('many at once');
      await page.getByRole('option', { name: 'many at once' }).first().waitFor();
      await page.keyboard.press('Enter');
      await said('Renamed 1 of 3. You stopped it.');

      main.service.setFaults(['configs.setTitle:400']);
      await pressButton(page, 'Go on with the other 2');
      await pressButton(page, 'Rename 2');
      await said('Renamed 0 of 2, 2 failed.');
      main.service.setFaults([]);
      await pressButton(page, 'Try 2 again');
      await pressButton(page, 'Rename 2');
      await said('Renamed 2.');
      expect(titles()).toEqual(['Office 1', 'Office 2', 'Office 3']);

      await pressButton(page, 'Undo 2');
      await panel(page).getByRole('heading', { name: 'Undo: renaming' }).waitFor();
      await eventually(main, () => titles().join() === ['Office 1', before[1], before[2]].join());
    }));

  test('begins by Enter in the pattern, and offers its undo after the panel was closed', () =>
    inWindow({}, async (page, main) => {
      const phone = main.keyOf('Phone');
      await choose(page, /^Rename/);
      await panel(page).getByLabel('Title').fill('Office {n}');
      await panel(page).getByText('Office 2').waitFor();
      await panel(page).getByLabel('Title').press('Enter');
      await eventually(main, () => panel(page).getByText('Renamed 2.').isVisible());
      await page.keyboard.press('Escape');
      await panel(page).waitFor({ state: 'detached' });
      const offered = page.getByRole('region', { name: 'Status' }).getByText('Undo 2');
      await offered.press('Enter');
      await eventually(main, () => titleOf(main, phone) === 'Phone');
      expect(await panel(page).count()).toBe(0);
      // That all was put back is said until the next page.
      await page.getByRole('region', { name: 'Status' }).getByText('Undone: 2').waitFor();
      main.send('app.navigate', { path: '/settings' });
      await page
        .getByRole('region', { name: 'Status' })
        .getByText('Undone: 2')
        .waitFor({ state: 'detached' });
    }));

  test('says of a connection whose place is not known that this keeps its title, and shows the titles in which a part is replaced', () =>
    inWindow({}, async (page) => {
      await rowOf(page, 'Phone').click({ modifiers: ['Control'] });
      await page.keyboard.press('ControlOrMeta+a');
      await page.getByRole('button', { name: 'What else to do with the selected' }).click();
      await page.getByRole('menuitem', { name: /^Rename/ }).click();
      await panel(page).getByText('Its place is not known', { exact: true }).first().waitFor();
      await panel(page).getByText('Find and replace').click();
      await panel(page).getByLabel('Find').last().fill('Ph');
      await panel(page).getByLabel('Replace with').fill('F');
      await panel(page).getByText('Fone').waitFor();
    }));
});
