import type { Menu, MenuItemConstructorOptions } from 'electron';
import type { Language } from '#contract/constants.ts';
import { texts, type Say, type TextKey } from './texts.ts';

/** The roles of Electron's that the menu uses; Electron's own labels are English. */
type MenuRole =
  Extract<TextKey, `menu.role.${string}`> extends `menu.role.${infer Role}` ? Role : never;

type MenuModule = Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu'>;

/** Electron's default menu is English and opens developer tools. Before it is ready. */
export function preventDefaultMenu(menu: Pick<MenuModule, 'setApplicationMenu'>): void {
  menu.setApplicationMenu(null);
}

/** macOS has no Cmd+C, Cmd+W and Cmd+Q without one; elsewhere there is no menu bar. */
export function setApplicationMenu(
  menu: MenuModule,
  platform: NodeJS.Platform,
  language: Language,
  lock: () => void,
): void {
  if (platform !== 'darwin') return;
  menu.setApplicationMenu(menu.buildFromTemplate(applicationMenu(texts[language], lock)));
}

function applicationMenu(say: Say, lock: () => void): MenuItemConstructorOptions[] {
  const lines = (...items: readonly (MenuRole | undefined)[]): MenuItemConstructorOptions[] =>
    items.map((role) =>
      role === undefined ? { type: 'separator' } : { role, label: say(`menu.role.${role}`) },
    );
  const separator = undefined;
  return [
    {
      label: 'Culvert',
      submenu: [
        ...lines('about', separator),
        { label: say('tray.lock'), click: lock },
        ...lines(
          separator,
          'services',
          separator,
          'hide',
          'hideOthers',
          'unhide',
          separator,
          'quit',
        ),
      ],
    },
    { label: say('menu.file'), submenu: lines('close') },
    {
      label: say('menu.edit'),
      submenu: lines('undo', 'redo', separator, 'cut', 'copy', 'paste', 'selectAll'),
    },
    {
      label: say('menu.view'),
      submenu: lines('resetZoom', 'zoomIn', 'zoomOut', separator, 'togglefullscreen'),
    },
    {
      label: say('menu.window'),
      role: 'window',
      submenu: lines('minimize', 'zoom', separator, 'front'),
    },
  ];
}
