// @vitest-environment node
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buy } from '#test/renderer/scenes/purchases-made.ts';
import type { MainProcess } from './main-process.ts';
import { useWindow } from './in-window.ts';

const inWindow = useWindow();
const path = '/purchases';
const buyKey = (main: MainProcess) => buy(main, 'configs.create', { as_key: true });

test('a secret that was neither shown nor copied is given up by no single press', () =>
  inWindow({ path, setup: { before: buyKey } }, async (page, main) => {
    const saved = page.getByRole('button', { name: 'I have saved it' });
    await saved.click();
    await page.getByText('It was neither shown nor copied').waitFor();
    expect(main.callsOf('purchases.markSaved')).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(() => main.machine.clipboard.text).not.toBe('');
    await saved.click();
    await expect.poll(() => main.callsOf('purchases.markSaved')).toHaveLength(1);
  }));

test('an API key that was shown in a dialog of main can be marked as saved at once', () =>
  inWindow(
    { path, setup: { before: (main) => buy(main, 'apiKeys.create', { name: 'Router' }) } },
    async (page, main) => {
      await page.getByRole('button', { name: 'Show the key' }).click();
      await expect.poll(() => main.callsOf('purchases.showKey')).toHaveLength(1);
      await page.getByRole('button', { name: 'I have saved it' }).click();
      await expect.poll(() => main.callsOf('purchases.markSaved')).toHaveLength(1);
    },
  ));

test('purchases that are over are a line each, told apart by name and duration', () =>
  inWindow(
    {
      path,
      setup: {
        before: async (main) => {
          main.service.setBalance({ balance: 20_000 });
          for (const [title, tariff_id] of [
            ['Work MacBook', 10_101],
            ['Steam Deck', 10_102],
          ] as const) {
            const config_id = Number(main.keyOf(title).split(':')[1]);
            await main.ask('purchases.submit', {
              ticket: randomUUID(),
              endpoint: 'configs.renew',
              input: { path: { config_id }, body: { tariff_id } },
            });
          }
        },
      },
    },
    async (page) => {
      const lines = page.getByRole('region', { name: 'Closed' }).getByRole('button');
      await expect.poll(() => lines.count()).toBe(2);
      expect(await lines.first().textContent()).toMatch(/^Renewed “Steam Deck” · 90 days/);
      expect(await lines.last().textContent()).toMatch(/^Renewed “Work MacBook” · 30 days/);
      expect(await page.locator('[data-entry]').count()).toBe(0);
      await lines.first().click();
      await page.locator('[data-entry=done]').waitFor();
    },
  ));
