import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { serverPage } from '#test/renderer/scenes/scene.ts';
import { hasFocus, rowOf, sharedWindow } from './in-window.ts';

const menu = (page: Page) => page.getByRole('menu');
const line = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });

const inShared = sharedWindow();

describe('the menu of a row', () => {
  test('opens the renewal of a configuration in a window that was narrowed unused, and buys nothing', () =>
    inShared({ width: 940 }, async (page, main) => {
      await rowOf(page, 'Router').click({ button: 'right' });
      await line(page, 'Renew…').click();
      const button = page.getByRole('article').getByRole('button', { name: 'Renew…' });
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
      await expect.poll(hasFocus(button)).toBe(true);
      await page.getByRole('article').getByRole('heading', { name: 'Router' }).waitFor();
      await page.getByRole('article').locator('form button[type=submit]').waitFor();
      expect(main.callsOf('purchases.submit')).toEqual([]);
      // Asked for once: another visit finds it closed.
      for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
      await rowOf(page, 'Phone').click();
      await page.keyboard.press('Escape');
      await rowOf(page, 'Router').click();
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    }));

  test('opens for the current row by its keys; copies each form of the row that is pointed at, saves, draws, hands over, favours and renames; leads to the renewal of what a connection runs on, and buys nothing', () =>
    inShared({}, async (page, main) => {
      await rowOf(page, 'Phone').click();
      for (const keys of ['Shift+F10', 'ContextMenu']) {
        await page.keyboard.press(keys);
        await menu(page).waitFor();
        expect(await menu(page).textContent()).toContain('Phone');
        await page.keyboard.press('Escape');
        await menu(page).waitFor({ state: 'detached' });
        // The keyboard is in the list again.
        await expect.poll(hasFocus(page.getByRole('grid'))).toBe(true);
      }

      const key = main.keyOf('Ноутбук, дом');
      const choose = async (name: string | RegExp) => {
        await rowOf(page, 'Ноутбук, дом').click({ button: 'right' });
        await line(page, name).click();
        await menu(page).waitFor({ state: 'detached' });
      };
      await choose('Copy AmneziaWG config');
      await expect
        .poll(() => main.callsOf('secrets.copy'))
        .toEqual([{ of: 'connection', key, form: 'awg' }]);
      await choose('Save .conf');
      await expect.poll(() => main.callsOf('connections.save')).toEqual([{ key, form: 'awg' }]);
      await choose('QR code');
      await page.getByRole('dialog').getByRole('img').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await choose('Open in a client');
      await expect.poll(() => main.callsOf('secrets.open')).toMatchObject([{ key }]);
      await choose(/favourites$/);
      await expect
        .poll(() => main.callsOf('connections.setFavourites'))
        .toMatchObject([{ keys: [key] }]);

      await rowOf(page, 'Router').click({ button: 'right' });
      await line(page, 'Rename').click();
      const field = page.getByRole('article').getByRole('textbox', { name: 'Title' });
      await field.waitFor();
      await expect.poll(hasFocus(field)).toBe(true);
      await page.keyboard.type('Attic');
      await page.keyboard.press('Enter');
      await expect
        .poll(() => main.callsOf('connections.setTitle'))
        .toEqual([{ key: main.keyOf('Attic'), title: 'Attic' }]);
      await rowOf(page, 'Attic').waitFor();

      for (const [title, word, path] of [
        ['Вся семья', 'Renew the server…', serverPage(0)(main)],
        ['Белый на планшет', 'Renew…', '/paid-options/1'],
      ] as const) {
        main.send('app.navigate', { path: '/connections' });
        await page.getByRole('searchbox').fill(title);
        await rowOf(page, title).click({ button: 'right' });
        await line(page, word).click();
        const button = page.getByRole('article').getByRole('button', { name: 'Renew…' });
        await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
        expect(await page.evaluate(() => location.hash)).toContain(`#${path}`);
      }
      expect(main.callsOf('purchases.submit')).toEqual([]);
    }));
});
