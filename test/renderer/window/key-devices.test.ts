import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inWindow } from './in-window.ts';
import type { MainProcess, Setup } from './main-process.ts';

const laptop = 'Ноутбук, дом';
const devices = (page: Page) => page.locator('[data-key-devices]');
const detailOf = (main: MainProcess) => main.ask('connections.get', { key: main.keyOf(laptop) });

/** The laptop's key is on a phone. */
const onPhone: Setup = {
  before: async (main) => {
    await main.ask('connections.setDevices', { key: main.keyOf(laptop), devices: ['Phone'] });
  },
};

test('the devices that a key is on are named by the toast after another copy, which leads to what to take in its place', () =>
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
