import type { MainProcess } from '#test/renderer/window/main-process.ts';
import type { Scene } from './scene.ts';
import { fill, key, press, see, steps } from './steps.ts';

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

const openFile = (typed: string) =>
  steps(press(/^(Open a file|Открыть файл)/), fill('input[type=password]', typed), key('Enter'));

/** Saving a backup, and restoring one. */
export const backupScenes: readonly Scene[] = [
  { name: 'backup', path: '/backup' },
  {
    name: 'backup-save',
    path: '/backup',
    act: steps(
      press(/^(Save…|Сохранить…)/),
      fill('input[type=password]', 'qwerty2026'),
      key('Enter'),
      see('[role=alert]'),
    ),
  },
  {
    name: 'backup-wrong-passphrase',
    path: '/backup',
    setup: { before: backUp },
    act: steps(openFile('another one'), see('[role=alert]')),
  },
  {
    name: 'backup-summary',
    path: '/backup',
    setup: { before: backUp },
    act: steps(openFile(passphrase), (page) =>
      page.getByRole('button', { name: /^(Restore|Восстановить)$/ }).waitFor(),
    ),
  },
];
