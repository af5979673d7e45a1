import type { Page } from 'playwright-core';
import type { MainProcess } from '#test/renderer/window/main-process.ts';
import type { Scene } from './scene.ts';

const passphrase = 'river candle orbit mosaic thunder';

/** Saves a backup of everything, and takes away what the first account has of it. */
async function backUp(main: MainProcess): Promise<void> {
  const keys = main.account.configs.slice(0, 2).map(({ id }) => `config:${String(id)}`);
  await main.ask('connections.setFavourites', { keys, favourite: true });
  await main.ask('connections.setNote', { key: keys[0] ?? '', note: 'for Anna' });
  await main.ask('backup.save', { passphrase, keys: true, secrets: true });
  await main.ask('connections.setFavourites', { keys, favourite: false });
  main.machine.shell.selectedFile = main.machine.shell.savedBytes;
}

const openFile = async (page: Page, typed: string): Promise<void> => {
  await page.getByRole('button', { name: /^(Open a file|Открыть файл)/ }).click();
  await page.locator('input[type=password]').fill(typed);
  await page.keyboard.press('Enter');
};

/** Saving a backup, and restoring one. */
export const backupScenes: readonly Scene[] = [
  { name: 'backup', path: '/backup' },
  {
    name: 'backup-save',
    path: '/backup',
    act: async (page) => {
      await page.getByRole('button', { name: /^(Save…|Сохранить…)/ }).click();
      await page.locator('input[type=password]').first().fill('qwerty2026');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'backup-wrong-passphrase',
    path: '/backup',
    setup: { before: backUp },
    act: async (page) => {
      await openFile(page, 'another one');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'backup-summary',
    path: '/backup',
    setup: { before: backUp },
    act: async (page) => {
      await openFile(page, passphrase);
      await page.getByRole('button', { name: /^(Restore|Восстановить)$/ }).waitFor();
    },
  },
];
