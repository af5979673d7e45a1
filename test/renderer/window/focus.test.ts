import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chooseMore, connectionPage } from '#test/renderer/scenes/scene.ts';
import { buy } from '#test/renderer/scenes/purchases-made.ts';
import { hasFocus, inWindow, sharedWindow } from './in-window.ts';
import { withBalance } from './account.ts';
import { sampled } from '#test/simulator/deep.ts';

/** After what a user does with the keyboard, the focus is on the next sensible control. */

/** The name of what has the focus: its label, its text, or its element where it has neither. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    const name = at?.getAttribute('aria-label') ?? at?.textContent.trim() ?? '';
    return at === null || at === document.body ? 'nothing' : name === '' ? at.tagName : name;
  });

/** Presses Enter on a control. */
async function press(control: Locator): Promise<void> {
  await control.focus();
  await control.page().keyboard.press('Enter');
}

const expectFocus = (page: Page, name: string | RegExp) =>
  expect
    .poll(() => focused(page))
    .toMatch(typeof name === 'string' ? new RegExp(`^${name}$`) : name);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

const inShared = sharedWindow();

test('Ctrl+A in a field marks its text and no rows; in the list the focus goes from what is cleared or dismissed to what is next; a palette that nothing had the focus before leaves it on the page; an API key that it finds takes the keyboard', () =>
  inShared({}, async (page, main) => {
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await press(page.locator('[data-toast]').getByRole('button', { name: 'Dismiss' }));
    await expectFocus(page, 'Connections');

    const search = page.getByRole('searchbox');
    await search.pressSequentially('steam');
    await page.keyboard.press('Control+A');
    expect(
      await search.evaluate((field: HTMLInputElement) => [
        field.selectionStart,
        field.selectionEnd,
      ]),
    ).toEqual([0, 'steam'.length]);
    expect(await page.getByRole('toolbar').count()).toBe(0);
    await press(button(page, 'Clear search'));
    await expectFocus(page, /^Search/);
    await page.getByRole('searchbox').fill('no such connection');
    const clear = page.getByRole('button', { name: 'Clear search' }).last();
    await page.getByText('Nothing matches').waitFor();
    await press(clear);
    await expectFocus(page, /^Search/);

    await button(page, /^Filter/).click();
    for (const name of ['Online', 'Offline']) await page.getByLabel(name).first().check();
    await page.keyboard.press('Escape');
    await press(button(page, 'Remove filter: Online'));
    await expectFocus(page, 'Remove filter: Offline');
    await press(button(page, 'Remove filter: Offline'));
    await expectFocus(page, /^Expiring/);

    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+A');
    await press(button(page, 'Clear the selection'));
    await expectFocus(page, 'Connections');

    await page.evaluate('document.activeElement?.blur()');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(hasFocus(page.getByRole('main'))).toBe(true);

    const name = main.account.keys.at(-1)?.name ?? '';
    await page.keyboard.press('ControlOrMeta+k');
    await page.locator('input[role=combobox]:focus').waitFor();
    await page.keyboard.type(name);
    await page.getByRole('option', { name }).first().waitFor();
    await page.keyboard.press('Enter');
    const row = page.getByRole('listitem', { name, exact: true });
    await expect.poll(hasFocus(row)).toBe(true);
    expect(await row.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(
      await page.evaluate(() => innerHeight),
    );
  }));

test('removing a device gives the focus to the next one; the next page keeps it where it is pressed again, also while it is read and at the end; creating an API key leads to what is said of it, on screen, and saying that it is saved to the keys; marking a notification as read goes to the next one, also where no frame is drawn, and marking all stays where it was pressed', () =>
  inWindow(
    {
      path: '/devices',
      setup: {
        service: (control) => {
          const account = control.account();
          const [device] = account.devices;
          if (device === undefined) throw new Error('The demo account has no device.');
          for (let id = 0; account.devices.length < 120; id += 1)
            account.devices.push({ ...device, id, device_name: `Tablet ${String(id)}` });
        },
        faults: ['devices.list:delay=150', 'apiKeys.create:delay=300'],
      },
    },
    async (page, main) => {
      const second = page.getByRole('listitem', { name: 'Pixel 8', exact: true });
      await press(second.getByRole('button', { name: /^Remove/ }));
      await press(second.getByRole('button', { name: /^Remove/ }).last());
      await second.waitFor({ state: 'detached' });
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('li')?.ariaLabel))
        .toMatch(/^(iPhone Анны|DESKTOP-4F7K2)$/);

      const next = button(page, 'Next page');
      await press(next);
      expect(await focused(page)).toBe('Next page');
      await page.getByText('Page 2 of 2').waitFor();
      await page.keyboard.press('Enter');
      expect(await focused(page)).toBe('Next page');

      main.send('app.navigate', { path: '/account' });
      await page.getByLabel('Name of a new API key').fill('Router');
      await press(button(page, 'Create an API key'));
      expect(await focused(page)).not.toBe('nothing');
      const card = page.locator('[data-id]:focus:has(> [data-entry])');
      await card.waitFor();
      const { y = -1, height = 0 } = (await card.boundingBox()) ?? {};
      expect([y > 0, y + height < 800]).toEqual([true, true]);

      await press(button(page, 'I have saved it'));
      await page.getByText('I have saved it').waitFor({ state: 'detached' });
      await expect.poll(() => focused(page)).not.toBe('nothing');
      const around = () => document.activeElement?.closest('section')?.textContent;
      expect(await page.evaluate(around)).toContain('API keys');

      main.send('app.navigate', { path: '/inbox' });
      const marks = page.getByRole('button', { name: 'Mark as read', exact: true });
      await marks.first().waitFor();
      const before = await marks.count();
      await page.evaluate(() => {
        window.requestAnimationFrame = () => 0;
      });
      await press(marks.first());
      await expect.poll(() => marks.count()).toBe(before - 1);
      expect(await focused(page)).toBe('Mark as read');
      await press(button(page, /^Mark all/));
      await expect.poll(() => marks.count()).toBe(0);
      await expectFocus(page, /^Mark all/);
    },
  ));

test('a notice that leads to the purchases does not put the focus on a button of one; a tab of Money keeps it when it was pressed', () =>
  inWindow(
    { setup: { before: (main) => buy(main, 'configs.create', { as_key: true }, 'drop-after') } },
    async (page) => {
      await press(page.getByRole('region', { name: 'Status' }).getByText('History'));
      await page.locator('[data-entry]').waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
      for (const name of ['Shop', 'Balance', 'History']) {
        const tab = page.locator('main nav').getByRole('link', { name, exact: true });
        await press(tab);
        await expect.poll(() => tab.getAttribute('aria-current')).toBe('page');
        await page.locator('main h1').waitFor();
        await expectFocus(page, name);
      }
    },
  ));

test('a control that goes with a purchase hands the focus to its outcome, not to a link to another page', () =>
  inShared({ path: '/shop/cloud-servers' }, async (page) => {
    await page.locator('[data-place-title]').first().click();
    await press(button(page, /^Buy · /));
    await button(page, /^Buy · /).waitFor({ state: 'detached' });
    const where = await page.evaluate(() => ({
      lost: document.activeElement === document.body,
      inNavigation: document.activeElement?.closest('nav') !== null,
    }));
    expect(where).toEqual({ lost: false, inNavigation: false });
  }));

test.each(sampled([1280, 940], 1))(
  'a renewal comes into view with the button that ends it, and leaves the focus on its outcome, at %i px',
  (width) =>
    inWindow(
      { width, height: 560, path: connectionPage('Phone'), setup: withBalance(1000) },
      async (page) => {
        await press(button(page, 'Renew…'));
        const end = button(page, /^Renew to/);
        const bottom = async () => {
          const { y = NaN, height = NaN } = (await end.boundingBox()) ?? {};
          return y + height;
        };
        await expect.poll(bottom).toBeLessThanOrEqual(560);
        await press(end);
        await page.getByText(/^Renewed until/).waitFor();
        await expectFocus(page, /^Renewed until/);
        const outline = () =>
          getComputedStyle(document.activeElement ?? document.body).outlineStyle;
        expect(await page.evaluate(outline)).toBe('none');
      },
    ),
);

test('a renewal whose answer is lost leaves the focus on what is said of it, and what is saved late where the user went meanwhile', () =>
  inWindow(
    {
      path: connectionPage('Phone'),
      setup: { ...withBalance(1000), unanswered: ['configs.setTitle'] },
    },
    async (page, main) => {
      main.service.setFaults(['configs.renew:drop-before:1:1']);
      await press(button(page, 'Renew…'));
      await press(button(page, /^Renew to/));
      await page
        .getByRole('article')
        .getByText(/^No answer came/)
        .waitFor();
      await expectFocus(page, /No answer came/);

      await chooseMore(page, '[data-rename]');
      const field = page.getByRole('textbox', { name: 'Title' });
      await field.fill('Another phone');
      await page.keyboard.press('Enter');
      await page.getByRole('searchbox').click();
      await main.release();
      await field.waitFor({ state: 'detached' });
      await page.keyboard.type('steam');
      expect(await page.getByRole('searchbox').inputValue()).toBe('steam');
    },
  ));

const walked = [
  '/connections',
  '/connections/config:1001',
  '/devices',
  '/account',
  '/inbox',
  '/settings',
  '/subscriptions',
  '/paid-options/1',
  '/money',
  '/money/history',
  '/backup',
  '/batches',
];

test.each(sampled(walked, 1))(
  'whatever is pressed on %s, the keyboard stays in the window, also after Escape',
  (path) =>
    inShared({ path }, async (page, _main, rested) => {
      const count = await page.locator('main button, main summary').evaluateAll((all) => {
        for (const [n, one] of all.entries()) one.setAttribute('data-walk', String(n));
        return all.length;
      });
      const lost: string[] = [];
      for (let n = 0; n < count; n += 1) {
        const button = page.locator(`[data-walk="${String(n)}"]`);
        if (!(await button.isVisible())) continue;
        const name =
          (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
        for (const key of ['Enter', 'Escape']) {
          if (key === 'Enter') await press(button);
          else await page.keyboard.press(key);
          await rested();
          if ((await focused(page)) === 'nothing') lost.push(`${name.trim()}: ${key}`);
        }
      }
      expect(lost).toEqual([]);
    }),
);
