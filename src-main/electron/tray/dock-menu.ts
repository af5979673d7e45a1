import type { Dock, Menu } from 'electron';
import type { App } from '#core/app/app.ts';
import { menuItem, type MenuParts } from './menu-items.ts';
import { namedConnections } from './tray-menu.ts';

interface DockParts extends MenuParts {
  readonly dock: Pick<Dock, 'setMenu'>;
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>;
  readonly core: MenuParts['core'] & Pick<App, 'onTrayChange'>;
}

/**
 * The menu of the Dock's icon on macOS: the favourites and recents that the tray's menu names, to copy
 * them. macOS asks for it each time and stores nothing of it. Returns the removal of its listener.
 */
export function createDockMenu(parts: DockParts): () => void {
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
  return core.onTrayChange(redraw);
}
