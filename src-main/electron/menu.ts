import type { Menu, MenuItemConstructorOptions } from 'electron';
import { menuLabels, type MenuRole, type MenuLabels } from './menu-labels.ts';
import type { Language } from './tray/tray-labels.ts';

type MenuModule = Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu'>;

/**
 * Keeps Electron from setting its default menu, whose lines are English, reload the page and open the
 * developer tools. Call it before Electron is ready.
 */
export function preventDefaultMenu(menu: Pick<MenuModule, 'setApplicationMenu'>): void {
  menu.setApplicationMenu(null);
}

/**
 * The application menu of macOS, which has no Cmd+C, Cmd+W and Cmd+Q without one. Elsewhere Chromium
 * brings the editing keys itself, `zoom.ts` those for zooming, and the window has no menu bar.
 */
export function setApplicationMenu(
  menu: MenuModule,
  platform: NodeJS.Platform,
  language: Language,
): void {
  if (platform !== 'darwin') return;
  menu.setApplicationMenu(menu.buildFromTemplate(applicationMenu(menuLabels[language])));
}

function applicationMenu({ roles, ...words }: MenuLabels): MenuItemConstructorOptions[] {
  const lines = (...items: readonly (MenuRole | undefined)[]): MenuItemConstructorOptions[] =>
    items.map((role) =>
      role === undefined ? { type: 'separator' } : { role, label: roles[role] },
    );
  const separator = undefined;
  return [
    {
      label: 'Culvert',
      submenu: lines(
        'about',
        separator,
        'services',
        separator,
        'hide',
        'hideOthers',
        'unhide',
        separator,
        'quit',
      ),
    },
    { label: words.file, submenu: lines('close') },
    {
      label: words.edit,
      submenu: lines('undo', 'redo', separator, 'cut', 'copy', 'paste', 'selectAll'),
    },
    {
      label: words.view,
      submenu: lines('resetZoom', 'zoomIn', 'zoomOut', separator, 'togglefullscreen'),
    },
    {
      label: words.window,
      role: 'window',
      submenu: lines('minimize', 'zoom', separator, 'front'),
    },
  ];
}
