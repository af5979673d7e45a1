import type { Page } from 'playwright-core';
import type { Scene } from './scene.ts';

const field = (page: Page) => page.getByRole('combobox');

/** In the quick copy window, what becomes of asking for the first connection as a QR code. */
async function showQr(page: Page): Promise<void> {
  await page.getByRole('option').first().waitFor();
  await field(page).press('Tab');
  await page.getByRole('option').last().click();
  await page.locator('[data-code]').waitFor();
}

/** The quick copy window in its states, its settings, and the menu and QR code of a row. */
export const quickScenes: readonly Scene[] = [
  {
    name: 'connections-row-menu',
    act: async (page) => {
      await page.getByRole('row').nth(2).click({ button: 'right' });
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'connections-row-qr',
    act: async (page) => {
      await page.getByRole('row').nth(2).click({ button: 'right' });
      await page.getByRole('menuitem', { name: /QR/ }).click();
      await page.getByRole('img', { name: /QR/ }).waitFor();
    },
  },
  {
    name: 'connections-row-qr-dense',
    fake: { qrText: 'x'.repeat(2600) },
    act: async (page) => {
      await page.getByRole('row').nth(2).click({ button: 'right' });
      await page.getByRole('menuitem', { name: /QR/ }).click();
      await page.getByRole('img', { name: /QR/ }).waitFor();
    },
  },
  { name: 'quick-qr-dense', quick: true, fake: { qrText: 'x'.repeat(2600) }, act: showQr },
  { name: 'quick', quick: true },
  { name: 'quick-search', quick: true, act: (page) => field(page).fill('ams') },
  {
    name: 'quick-forms',
    quick: true,
    act: async (page) => {
      await page.getByRole('option').first().waitFor();
      await field(page).press('Tab');
      await field(page).press('ArrowDown');
    },
  },
  {
    name: 'quick-qr',
    quick: true,
    act: showQr,
  },
  { name: 'quick-nothing', quick: true, act: (page) => field(page).fill('zzzz') },
  {
    name: 'quick-offline',
    quick: true,
    fake: {
      sync: {
        network: 'offline',
        offlineSince: Date.now() - 3_600_000,
        refreshedAt: Date.now() - 3_600_000,
      },
    },
  },
  { name: 'quick-empty', quick: true, fake: { count: 0 } },
  {
    name: 'quick-signed-out',
    quick: true,
    fake: { session: { status: 'signed-out', account: null, accounts: [] } },
  },
  { name: 'quick-opening', quick: true, fake: { silent: ['quick.find'] } },
  {
    name: 'quick-removed',
    quick: true,
    fake: { commands: ['PostUp = true'] },
    act: async (page) => {
      await page.getByRole('option').first().waitFor();
      await field(page).press('Enter');
      await page.getByRole('status').waitFor();
    },
  },
  {
    name: 'settings-jump-list',
    act: async (page) => {
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'platform', { get: () => 'Win32' });
        window.fake.emit('app.navigate', { path: '/settings' });
      });
      const row = page.getByRole('switch', { name: /taskbar|панели задач/ });
      await row.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-quick-taken',
    path: '/settings',
    fake: { shortcut: { state: 'taken' } },
    act: (page) => page.getByRole('alert').scrollIntoViewIfNeeded(),
  },
  {
    name: 'settings-quick-choosing',
    path: '/settings',
    fake: { shortcut: { state: 'portal' } },
    act: (page) => page.getByRole('button', { name: /^(Change|Изменить)/ }).click(),
  },
];
