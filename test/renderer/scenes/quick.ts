import type { Page } from 'playwright-core';
import type { QuickShortcut } from '#contract/ipc/quick.ts';
import type { Setup } from '#test/renderer/window/main-process.ts';
import { lengthenLinks, ownNothing } from '#test/renderer/window/account.ts';
import { checkUntilOver } from './checks.ts';
import { offline, type Scene } from './scene.ts';

const field = (page: Page) => page.getByRole('combobox');

/** In the quick copy window, what becomes of asking for the first connection as a QR code. */
async function showQr(page: Page): Promise<void> {
  await page.getByRole('option').first().waitFor();
  await field(page).press('Tab');
  await page.getByRole('option').last().click();
  await page.locator('[data-code]').waitFor();
}

const shortcutIs = (state: QuickShortcut['state']): Setup => ({
  machine: ({ quickWindow }) => {
    quickWindow.shortcut = () => ({
      state,
      keys: 'Control+Shift+Space',
      usual: 'Control+Shift+Space',
      command: 'culvert --quick',
    });
  },
});

/** The quick copy window in its states, its settings, and the menu and QR code of a row. */
export const quickScenes: readonly Scene[] = [
  {
    name: 'connections-row-menu',
    act: async (page) => {
      await page.getByRole('row').nth(2).click({ button: 'right' });
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'quick-qr-dense', quick: true, setup: { service: lengthenLinks }, act: showQr },
  { name: 'quick', quick: true },
  {
    name: 'quick-fails',
    quick: true,
    setup: {
      before: (main) => checkUntilOver(main, ['Phone', 'Desktop', 'Travel', 'Guest']),
    },
    act: async (page) => {
      await field(page).fill('Phone');
      await field(page).press('Enter');
      await page.getByRole('status').waitFor();
    },
  },
  { name: 'quick-search', quick: true, act: (page) => field(page).fill('germ') },
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
    ...offline,
  },
  { name: 'quick-empty', quick: true, setup: { service: ownNothing } },
  {
    name: 'quick-signed-out',
    quick: true,
    setup: { signedOut: true },
  },
  { name: 'quick-opening', quick: true, setup: { commands: { 'quick.find': 'never' } } },
  {
    name: 'settings-quick-choosing',
    path: '/settings',
    setup: shortcutIs('portal'),
    act: (page) => page.getByRole('button', { name: /^(Change|Изменить)/ }).click(),
  },
];
