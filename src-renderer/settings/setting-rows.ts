import type { MessageKey } from '#renderer/locales/messages.ts';
import { isMac } from '#renderer/lib/platform.ts';

/** The rows of the settings by their sections, for the palette. */
export const settingRows = (): readonly { section: MessageKey; rows: readonly MessageKey[] }[] => [
  { section: 'settings.appearance', rows: ['settings.language', 'settings.theme'] },
  {
    section: 'settings.copying',
    rows: ['settings.clear', 'settings.app.paste', 'settings.app.scan', 'settings.keyDevices'],
  },
  { section: 'settings.lock', rows: ['settings.lockMinutes', 'passphrase.label'] },
  {
    section: 'settings.quick',
    rows: [
      'settings.quickKeys',
      isMac() ? 'settings.dockShows' : 'settings.trayShows',
      'settings.closeToTray',
      'settings.start',
    ],
  },
  {
    section: 'settings.notifications',
    rows: ['settings.notifyMoney', 'settings.notifyTerms', 'settings.notifyMachines'],
  },
  {
    section: 'settings.network',
    rows: [
      'network.proxy',
      'network.authority',
      'check.ways.onNetworkChange',
      'check.ways.hourly',
      'check.ways.history',
    ],
  },
];
