import { join } from 'node:path';
import type { Menu, NativeImage, Tray } from 'electron';
import type { Clock } from '#core/kernel/ports.ts';
import { menuItem, type MenuParts } from './menu-items.ts';
import { syncNote, trayMenu } from './tray-menu.ts';
import { texts } from '#electron/texts.ts';

interface TrayParts extends MenuParts {
  readonly Tray: new (
    image: NativeImage,
  ) => Pick<Tray, 'setContextMenu' | 'setImage' | 'setTitle' | 'setToolTip' | 'on'>;
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>;
  readonly nativeImage: { createFromPath(path: string): NativeImage };
  readonly platform: NodeJS.Platform;
  readonly icons: string;
  readonly clock: Pick<Clock, 'now' | 'after'>;
}

/** How long words stand beside the icon, milliseconds. */
const wordsShown = 4000;

/** Copies without a window or a network; drawn again only when its content changes. */
export function createTray(parts: TrayParts): void {
  const { nativeImage, core, clock, platform } = parts;
  const image = () => nativeImage.createFromPath(join(parts.icons, 'tray', iconName(parts)));
  let drawnIcon = iconName(parts);
  let drawnMenu = '';
  let isOpen = false;
  const tray = new parts.Tray(image());

  const showBesideIcon = (text: string) => {
    if (platform !== 'darwin') return;
    tray.setTitle(text);
    clock.after(wordsShown, () => tray.setTitle(''));
  };

  /** There another menu would close the one that the user is reading. */
  const redrawWhenClosed = (menu: Pick<Menu, 'on'>) => {
    menu.on('menu-will-show', () => {
      isOpen = true;
    });
    menu.on('menu-will-close', () => {
      isOpen = false;
      // The line that was chosen is told after this.
      clock.after(0, () => redraw());
    });
  };

  const redraw = () => {
    const icon = iconName(parts);
    if (icon !== drawnIcon) tray.setImage(image());
    drawnIcon = icon;

    const state = core.tray();
    const entries = trayMenu(state, clock.now());
    const say = texts[state.settings.resolvedLanguage];
    const tip = state.signedIn && !state.locked ? `Culvert — ${syncNote(state, say)}` : 'Culvert';
    const model = JSON.stringify([entries, tip]);
    if (model === drawnMenu || isOpen) return;
    drawnMenu = model;
    const menu = parts.Menu.buildFromTemplate(
      entries.map((entry) => menuItem(entry, { ...parts, showBesideIcon })),
    );
    if (platform === 'darwin') redrawWhenClosed(menu);
    tray.setContextMenu(menu);
    tray.setToolTip(tip);
  };

  // macOS opens the menu at a click by itself; elsewhere only the secondary button does.
  if (platform !== 'darwin') {
    tray.on('click', () => parts.show(''));
  }
  redraw();
  core.onTrayChange(redraw);
}

/** macOS colours a template image itself; elsewhere one drawing reads on every bar. */
function iconName({ core, platform }: TrayParts): string {
  const { signedIn, locked, sync, expiring } = core.tray();
  const dot =
    !signedIn || locked
      ? ''
      : sync.network === 'offline'
        ? '-offline'
        : expiring.length > 0
          ? '-expiring'
          : '';
  if (platform === 'darwin') return `template/tray${dot}Template.png`;
  return `tray${dot}.${platform === 'win32' ? 'ico' : 'png'}`;
}
