import type { Menu, MenuItemConstructorOptions } from 'electron';
import { trayWords, type Language } from './tray/tray-words.ts';

/**
 * The application menu, for its shortcuts above all: without one, macOS has no Cmd+C and no Cmd+Q.
 * Elsewhere Chromium brings the editing keys itself, and the window has no menu bar.
 */
export function setApplicationMenu(
  menu: Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu'>,
  platform: NodeJS.Platform,
  language: Language,
): void {
  if (platform !== 'darwin') {
    menu.setApplicationMenu(null);
    return;
  }
  const words = trayWords[language];
  const template: MenuItemConstructorOptions[] = [
    { role: 'appMenu' },
    { label: words.edit, role: 'editMenu' },
    { label: words.window, role: 'windowMenu' },
  ];
  menu.setApplicationMenu(menu.buildFromTemplate(template));
}
