import type { Dock, Menu } from 'electron';
import { menuItem, type MenuParts } from './menu-items.ts';
import { namedConnections } from './tray-menu.ts';

interface DockParts extends MenuParts {
  readonly dock: Pick<Dock, 'setMenu'>;
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>;
}

/** As the tray's menu names them. macOS stores nothing of it. */
export function createDockMenu(parts: DockParts): void {
  const { dock, Menu, core } = parts;
  let drawn = '[]';
  const redraw = () => {
    const entries = namedConnections(core.tray());
    const model = JSON.stringify(entries);
    if (model === drawn) return;
    drawn = model;
    dock.setMenu(Menu.buildFromTemplate(entries.map((entry) => menuItem(entry, parts))));
  };
  redraw();
  core.onTrayChange(redraw);
}
