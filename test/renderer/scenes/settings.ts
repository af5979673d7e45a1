import type { Scene } from './scene.ts';

/** The settings in their states. */
export const settingsScenes: readonly Scene[] = [
  { name: 'settings', path: '/settings' },
  {
    name: 'settings-notifications',
    path: '/settings',
    setup: { settings: { notifyTerms: false } },
    act: (page) =>
      page.getByRole('switch', { name: /^(Servers and|Серверы и)/ }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'settings-about',
    path: '/settings',
    setup: { machine: (machine) => (machine.shell.refuses = 'ENOSPC') },
    act: async (page) => {
      await page.getByRole('button', { name: /^(Save diag|Сохранить диаг)/ }).click();
      await page.getByRole('alert').scrollIntoViewIfNeeded();
    },
  },
];
