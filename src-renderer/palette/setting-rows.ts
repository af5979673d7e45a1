import type { MessageKey } from '#renderer/locales/messages.ts';
import { isMac } from '#renderer/lib/platform.ts';

/** The rows of the settings with their sections, for the palette. */
export const settingRows = (): readonly (readonly [MessageKey, MessageKey])[] => [
  ['settings.language', 'settings.appearance'],
  ['settings.theme', 'settings.appearance'],
  ['settings.quickKeys', 'settings.quick'],
  ['settings.start', 'settings.quick'],
  [isMac() ? 'settings.dockShows' : 'settings.trayShows', 'settings.quick'],
  ['settings.closeToTray', 'settings.quick'],
  ['settings.app.paste', 'settings.copying'],
  ['settings.app.scan', 'settings.copying'],
  ['settings.clear', 'settings.copying'],
  ['settings.keyDevices', 'settings.copying'],
  ['settings.lockMinutes', 'settings.lock'],
  ['passphrase.label', 'settings.lock'],
  ['settings.notifyMoney', 'settings.notifications'],
  ['settings.notifyTerms', 'settings.notifications'],
  ['settings.notifyMachines', 'settings.notifications'],
  ['network.proxy', 'settings.network'],
  ['network.authority', 'settings.network'],
  ['check.ways.onNetworkChange', 'settings.network'],
  ['check.ways.hourly', 'settings.network'],
  ['check.ways.history', 'settings.network'],
];
