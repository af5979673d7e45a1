// @vitest-environment node
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { calls, useWindow } from './in-window.ts';

const inWindow = useWindow();
const menu = (page: Page) => page.getByRole('menu');
const line = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });

/** The row of the connection that is called so, in the first rows of the list. */
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const keyOf = (page: Page, title: string) =>
  page.evaluate((name) => window.fake.all().find((one) => one.title === name)?.key, title);

describe('the menu of a row', () => {
  test('copies each form of the row that is pointed at, whichever is current', () =>
    inWindow({}, async (page) => {
      await rowOf(page, 'Router').click({ button: 'right' });
      await line(page, 'Copy WireGuard config').click();
      await expect
        .poll(() => calls(page, 'connections.copy'))
        .toEqual([{ key: await keyOf(page, 'Router'), form: 'awg' }]);
      await menu(page).waitFor({ state: 'detached' });
    }));

  test.each(['Shift+F10', 'ContextMenu'])('opens for the current row with %s', (keys) =>
    inWindow({}, async (page) => {
      await rowOf(page, 'Phone').click();
      await page.keyboard.press(keys);
      await menu(page).waitFor();
      expect(await menu(page).textContent()).toContain('Phone');
      await page.keyboard.press('Escape');
      await menu(page).waitFor({ state: 'detached' });
      // The keyboard is in the list again.
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')))
        .toBe('grid');
    }),
  );

  test('saves, draws, hands over and favours', () =>
    inWindow({}, async (page) => {
      const key = await keyOf(page, 'Router');
      const choose = async (name: string | RegExp) => {
        await rowOf(page, 'Router').click({ button: 'right' });
        await line(page, name).click();
        await menu(page).waitFor({ state: 'detached' });
      };
      await choose('Save .conf');
      await expect.poll(() => calls(page, 'connections.save')).toEqual([{ key, form: 'awg' }]);
      await choose('QR code');
      await page.getByRole('dialog').getByRole('img').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await choose('Open in a client');
      await expect.poll(() => calls(page, 'connections.open')).toEqual([{ key }]);
      await choose(/favourites$/);
      await expect.poll(() => calls(page, 'connections.setFavourite')).toMatchObject([{ key }]);
    }));
});
