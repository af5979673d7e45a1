import type { MenuItemConstructorOptions } from 'electron';
import { exportForms, type ExportForm } from '#contract/ipc/connections.ts';
import type { App } from '#core/app/app.ts';
import type { Clock, Shell } from '#core/kernel/ports.ts';
import type { TrayEntry } from './tray-menu.ts';
import { keyOnDevices, texts } from '#electron/texts.ts';
import { menuLabel } from './tray-title.ts';

/** What the lines of the system's menus act on. */
export interface MenuParts {
  readonly core: Pick<App, 'tray' | 'copyFromTray' | 'call'>;
  readonly shell: Pick<Shell, 'notify'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Shows a few words beside the tray's icon for a moment, where the system has room for them. */
  readonly showBesideIcon?: (text: string) => void;
  /** Shows the window at this page, or at its current one for an empty path. */
  show(path: string): void;
  quit(): void;
}

/** A line as Electron makes it of a template. */
export function menuItem(entry: TrayEntry, parts: MenuParts): MenuItemConstructorOptions {
  if (entry.kind === 'separator') return { type: 'separator' };
  const label = menuLabel(entry.label);
  switch (entry.kind) {
    case 'note':
      return { label, enabled: false };
    case 'menu':
      return { label, submenu: entry.entries.map((child) => menuItem(child, parts)) };
    case 'copy':
      return { label, click: () => void copyAndTell(entry, parts) };
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
    case 'lock':
      return { label, click: () => void parts.core.call('session.lock', {}) };
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
export async function copyAndTell(
  {
    key,
    form,
    label,
  }: { readonly key: string; readonly form?: ExportForm; readonly label: string },
  {
    core,
    shell,
    clock,
    showBesideIcon,
  }: Pick<MenuParts, 'core' | 'shell' | 'clock' | 'showBesideIcon'>,
): Promise<void> {
  const tell = (title: string, body: string) => {
    shell.notify(title, body, undefined, () => showBesideIcon?.(title));
  };
  const result = await core.copyFromTray(key, form);
  const language = core.tray().settings.resolvedLanguage;
  const say = texts[language];
  if (!result.ok) {
    tell(say('copied.not'), say('copied.notWhy'));
    return;
  }
  const { clearsAt, client, missed, onDevices = [] } = result.value;
  const copied = exportForms.find((each) => each === result.value.form) ?? 'url';
  const what = client === undefined ? say(`copied.form.${copied}`) : say('copied.for', { client });
  const body =
    clearsAt === null
      ? say('copied.stays', { what })
      : say('copied.leaves', { what, duration: duration(clearsAt - clock.now(), language) });
  const elsewhere = keyOnDevices(onDevices, say);
  tell(
    say('copied.title', { title: label }),
    [body, missed && say('copied.missed', { client: missed }), elsewhere].filter(Boolean).join(' '),
  );
}

/** Milliseconds as whole seconds in words. */
function duration(ms: number, language: string): string {
  const style = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, style).format(Math.max(0, Math.round(ms / 1000)));
}
