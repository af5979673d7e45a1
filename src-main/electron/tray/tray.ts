import { join } from 'node:path';
import type { Menu, MenuItemConstructorOptions, NativeImage, NativeTheme, Tray } from 'electron';
import type { ExportForm } from '#contract/ipc/connections.ts';
import type { App } from '#core/app.ts';
import type { Clock, Shell } from '#core/ports.ts';
import type { BalloonTray, Balloons } from './balloons.ts';
import { syncNote, trayMenu, type TrayEntry } from './tray-menu.ts';
import { menuLabel } from './tray-title.ts';
import { trayWords } from './tray-words.ts';

export interface TrayParts {
  readonly Tray: new (
    image: NativeImage,
  ) => Pick<Tray, 'setContextMenu' | 'setImage' | 'setToolTip' | 'on' | 'destroy'> & BalloonTray;
  /** Shows its balloons with this tray. */
  readonly balloons?: Pick<Balloons, 'attach'> | undefined;
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>;
  readonly nativeImage: { createFromPath(path: string): NativeImage };
  readonly nativeTheme: Pick<
    NativeTheme,
    'on' | 'removeListener' | 'shouldUseDarkColorsForSystemIntegratedUI'
  >;
  readonly platform: NodeJS.Platform;
  /** Folder of the tray's icons. */
  readonly icons: string;
  readonly core: Pick<App, 'tray' | 'onTrayChange' | 'copyFromTray' | 'call'>;
  readonly shell: Pick<Shell, 'notify'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Shows the window at this page, or at its current one for an empty path. */
  show(path: string): void;
  quit(): void;
}

/**
 * The tray. Its menu copies connections without a window and without a network, and its icon shows
 * what needs attention. It is drawn again only when its content changes. Returns its removal.
 */
export function createTray(parts: TrayParts): () => void {
  const { Menu, nativeImage, nativeTheme, core, clock, platform } = parts;
  const image = () => nativeImage.createFromPath(join(parts.icons, 'tray', iconName(parts)));
  let drawnIcon = iconName(parts);
  let drawnMenu = '';
  const tray = new parts.Tray(image());
  parts.balloons?.attach(tray);

  const redraw = () => {
    const icon = iconName(parts);
    if (icon !== drawnIcon) tray.setImage(image());
    drawnIcon = icon;

    const state = core.tray();
    const entries = trayMenu(state, clock.now());
    const language = state.settings.resolvedLanguage;
    const tip =
      state.signedIn && !state.locked
        ? `Culvert — ${syncNote(state, trayWords[language], language)}`
        : 'Culvert';
    const model = JSON.stringify([entries, tip]);
    if (model === drawnMenu) return;
    drawnMenu = model;
    tray.setContextMenu(Menu.buildFromTemplate(entries.map((entry) => menuItem(entry, parts))));
    tray.setToolTip(tip);
  };

  // macOS opens the menu at a click by itself; elsewhere only the secondary button does.
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

function menuItem(entry: TrayEntry, parts: TrayParts): MenuItemConstructorOptions {
  if (entry.kind === 'separator') return { type: 'separator' };
  const label = menuLabel(entry.label);
  switch (entry.kind) {
    case 'note':
      return { label, enabled: false };
    case 'menu':
      return { label, submenu: entry.entries.map((child) => menuItem(child, parts)) };
    case 'copy':
      return { label, click: () => void copy(entry.key, entry.form, entry.label, parts) };
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
        click: () => void parts.core.call('sync.pause', { paused: !entry.paused }),
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

/** Copies and notifies: the menu is closed by then, so there is no other sign of it. */
async function copy(
  key: string,
  form: ExportForm,
  title: string,
  { core, shell, clock }: TrayParts,
): Promise<void> {
  const result = await core.copyFromTray(key, form);
  const language = core.tray().settings.resolvedLanguage;
  const words = trayWords[language];
  if (!result.ok) {
    shell.notify(words.notCopied, words.notCopiedWhy);
    return;
  }
  const { clearsAt } = result.value;
  const left = clearsAt === null ? undefined : duration(clearsAt - clock.now(), language);
  shell.notify(words.copied(title), words.onClipboard(form, left));
}

/** Milliseconds as whole seconds in words. */
function duration(ms: number, language: string): string {
  const style = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, style).format(Math.max(0, Math.round(ms / 1000)));
}

/** macOS colours a template image itself; elsewhere the background of the system's bar decides. */
function iconName({ core, nativeTheme, platform }: TrayParts): string {
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
  const background = nativeTheme.shouldUseDarkColorsForSystemIntegratedUI ? 'dark' : 'light';
  return `${background}/tray${dot}.png`;
}
