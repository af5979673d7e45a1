import { join } from 'node:path';
import type { Menu, MenuItemConstructorOptions, NativeImage, NativeTheme, Tray } from 'electron';
import type { ExportForm } from '#contract/ipc/connections.ts';
import type { App } from '#core/app.ts';
import type { Clock, Shell } from '#core/ports.ts';
import { syncNote, trayMenu, type TrayEntry } from './tray-menu.ts';
import { menuLabel } from './tray-title.ts';
import { trayWords } from './tray-words.ts';

export interface TrayParts {
  readonly Tray: new (
    image: NativeImage,
  ) => Pick<Tray, 'setContextMenu' | 'setImage' | 'setToolTip' | 'on' | 'destroy'>;
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>;
  readonly nativeImage: { createFromPath(path: string): NativeImage };
  readonly nativeTheme: Pick<
    NativeTheme,
    'on' | 'removeListener' | 'shouldUseDarkColorsForSystemIntegratedUI'
  >;
  readonly platform: NodeJS.Platform;
  /** Folder of the tray's drawings. */
  readonly icons: string;
  readonly core: Pick<App, 'tray' | 'onTrayChange' | 'copyFromTray' | 'call'>;
  readonly shell: Pick<Shell, 'notify'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Shows the window at a page, or where it was for an empty path. */
  show(path: string): void;
  quit(): void;
}

/**
 * The tray: its menu copies connections with no window and no network, its picture tells when
 * something needs an eye. It is redrawn only when it would look different. Returns its removal.
 */
export function createTray(parts: TrayParts): () => void {
  const { Menu, nativeImage, nativeTheme, core, shell, clock, platform } = parts;
  const picture = () => nativeImage.createFromPath(join(parts.icons, 'tray', iconName()));
  let drawnIcon = iconName();
  let drawnMenu = '';
  const tray = new parts.Tray(picture());

  const redraw = () => {
    const icon = iconName();
    if (icon !== drawnIcon) tray.setImage(picture());
    drawnIcon = icon;

    const state = core.tray();
    const entries = trayMenu(state, clock.now());
    const language = state.settings.resolvedLanguage;
    const tip = state.signedIn
      ? `Culvert — ${syncNote(state, trayWords[language], language)}`
      : 'Culvert';
    const model = JSON.stringify([entries, tip]);
    if (model === drawnMenu) return;
    drawnMenu = model;
    tray.setContextMenu(Menu.buildFromTemplate(entries.map(menuItem)));
    tray.setToolTip(tip);
  };

  function menuItem(entry: TrayEntry): MenuItemConstructorOptions {
    if (entry.kind === 'separator') return { type: 'separator' };
    const label = menuLabel(entry.label);
    switch (entry.kind) {
      case 'note':
        return { label, enabled: false };
      case 'menu':
        return { label, submenu: entry.entries.map(menuItem) };
      case 'copy':
        return { label, click: () => void copy(entry.key, entry.form, entry.label) };
      case 'show':
        return {
          label,
          click: () => {
            parts.show(entry.path);
          },
        };
      case 'pause':
        return {
          label,
          type: 'checkbox',
          checked: entry.paused,
          click: () => void core.call('sync.pause', { paused: !entry.paused }),
        };
      case 'quit':
        return {
          label,
          click: () => {
            parts.quit();
          },
        };
    }
  }

  /** Copies, and says so: there is no other sign of it, for the menu is gone by then. */
  async function copy(key: string, form: ExportForm, title: string): Promise<void> {
    const result = await core.copyFromTray(key, form);
    const language = core.tray().settings.resolvedLanguage;
    const words = trayWords[language];
    if (!result.ok) {
      shell.notify(words.notCopied, words.notCopiedWhy);
      return;
    }
    const { clearsAt } = result.value;
    shell.notify(words.copied(title), words.onClipboard(form, untilThen(clearsAt, language)));
  }

  function untilThen(clearsAt: number | null, language: string): string | undefined {
    if (clearsAt === null) return undefined;
    const seconds = Math.max(0, Math.round((clearsAt - clock.now()) / 1000));
    const style = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const;
    return new Intl.NumberFormat(language, style).format(seconds);
  }

  /** macOS inks a template image itself; elsewhere the ground of the system's bar decides. */
  function iconName(): string {
    const { signedIn, sync, expiring } = core.tray();
    const dot = !signedIn
      ? ''
      : sync.network === 'offline'
        ? '-offline'
        : expiring.length > 0
          ? '-expiring'
          : '';
    if (platform === 'darwin') return `template/tray${dot}Template.png`;
    const ground = nativeTheme.shouldUseDarkColorsForSystemIntegratedUI ? 'dark' : 'light';
    return `${ground}/tray${dot}.png`;
  }

  // macOS opens the menu at a click by itself; elsewhere that is the secondary button's.
  if (platform !== 'darwin') {
    tray.on('click', () => {
      parts.show('');
    });
  }
  redraw();
  const unlisten = core.onTrayChange(redraw);
  nativeTheme.on('updated', redraw);
  return () => {
    unlisten();
    nativeTheme.removeListener('updated', redraw);
    tray.destroy();
  };
}
