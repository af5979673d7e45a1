import type { Scene } from './scene.ts';

/** The settings in their states. */
export const settingsScenes: readonly Scene[] = [
  { name: 'settings', path: '/settings' },
  {
    name: 'settings-notifications',
    path: '/settings',
    fake: { settings: { notifyExpiring: false } },
    act: (page) => page.getByRole('switch').last().scrollIntoViewIfNeeded(),
  },
  {
    name: 'settings-about',
    path: '/settings',
    fake: { failures: { 'settings.saveDiagnostics': { kind: 'file', reason: 'no-space' } } },
    act: async (page) => {
      await page.getByRole('button', { name: /^(Save diag|Сохранить диаг)/ }).click();
      await page.getByRole('alert').scrollIntoViewIfNeeded();
    },
  },
];
