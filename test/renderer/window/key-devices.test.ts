// @vitest-environment node
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chooseMore, connectionPage } from '#test/renderer/scenes/scene.ts';
import { useWindow } from './in-window.ts';
import type { MainProcess, Setup } from './main-process.ts';

const inWindow = useWindow();
const laptop = 'Ноутбук, дом';
const devices = (page: Page) => page.locator('[data-key-devices]');
const detailOf = (main: MainProcess) => main.ask('connections.get', { key: main.keyOf(laptop) });

/** The laptop's key is on a phone. */
const onPhone: Setup = {
  before: async (main) => {
    await main.ask('connections.setDevices', { key: main.keyOf(laptop), devices: ['Phone'] });
  },
};

describe('the devices that a key is on', () => {
  test('are what the user chooses or types, and takes away; a note is written beside them, and the search then shows it in the row', () =>
    inWindow({ path: connectionPage(laptop) }, async (page, main) => {
      await chooseMore(page, '[data-devices-open]');
      await devices(page).getByRole('button', { name: 'Router', exact: true }).click();
      await devices(page).getByText('This connection’s key is on').waitFor();
      await devices(page).getByRole('button', { name: 'Add' }).click();
      await devices(page).getByRole('button', { name: 'Other…' }).click();
      await page.keyboard.type('Anna’s tablet');
      await page.keyboard.press('Enter');
      await expect
        .poll(async () => (await detailOf(main)).onDevices)
        .toEqual(['Router', 'Anna’s tablet']);
      await devices(page).getByRole('button', { name: 'Not on “Router” any more' }).click();
      await expect.poll(async () => (await detailOf(main)).onDevices).toEqual(['Anna’s tablet']);

      await chooseMore(page, '[data-note-open]');
      await page.getByRole('textbox', { name: 'Note' }).waitFor();
      await page.keyboard.type('For Anna, until May');
      await page.keyboard.press('Control+Enter');
      await page.locator('[data-note]').getByText('For Anna, until May').waitFor();
      await page.getByRole('searchbox').fill('anna');
      const found = page.getByRole('row').filter({ hasText: 'For Anna' });
      await found.waitFor();
      expect(await found.locator('mark').textContent()).toBe('Anna');
    }));

  test('are named by the toast after another copy, which leads to what to take in its place', () =>
    inWindow({ setup: onPhone }, async (page, main) => {
      const row = page.getByRole('row').filter({ hasText: laptop }).first();
      await row.hover();
      await row.getByRole('button', { name: 'Copy' }).click();
      const toast = page.locator('[data-toast]');
      await toast.getByText('This connection’s key is on “Phone”: two devices').waitFor();
      const named = toast.locator('bdi');
      expect(await named.evaluate((own) => own.scrollWidth <= own.clientWidth)).toBe(true);
      await toast.getByRole('link', { name: 'Another key' }).click();
      await devices(page)
        .getByRole('link', { name: /^Unused: / })
        .click();
      const { spare = '' } = await detailOf(main);
      const { title } = await main.ask('connections.get', { key: spare });
      await page.getByRole('article').getByRole('heading', { name: title }).first().waitFor();
    }));

  test('are asked for after a second copy, unless the setting is off', () =>
    inWindow({ path: connectionPage(laptop) }, async (page, main) => {
      const copy = page.locator('article [data-copy]');
      const copied = (count: number) =>
        expect.poll(() => main.callsOf('secrets.copy').length).toBe(count);
      await copy.click();
      await copied(1);
      await expect.poll(async () => (await detailOf(main)).lastCopy?.way).toBe('copied');
      await main.idle();
      expect(await devices(page).count()).toBe(0);
      // A second one before the page has read of the first one is the first that it knows.
      const question = devices(page).getByText('Which device is this connection’s key on?');
      await expect
        .poll(async () => {
          await main.advance(1000);
          await copy.click();
          await main.idle();
          return question.count();
        })
        .toBe(1);
      await main.ask('settings.set', { keyDevices: false });
      await devices(page).waitFor({ state: 'detached' });
    }));
});
