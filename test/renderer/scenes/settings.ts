import type { Scene } from './scene.ts';
import { press, scrollTo, steps } from './steps.ts';

/** The settings in their states. */
export const settingsScenes: readonly Scene[] = [
  { name: 'settings', path: '/settings' },
  {
    name: 'settings-about',
    path: '/settings',
    setup: { machine: (machine) => (machine.shell.refuses = 'ENOSPC') },
    act: steps(press(/^(Save diag|Сохранить диаг)/), scrollTo('[role=alert]')),
  },
];
