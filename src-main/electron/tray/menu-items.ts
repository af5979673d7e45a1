import type { MenuItemConstructorOptions } from 'electron';
import { exportForms } from '#contract/ipc/connections.ts';
import type { Copied } from '#contract/ipc/secrets.ts';
import type { App } from '#core/app/app.ts';
import type { Clock, Shell } from '#core/kernel/ports.ts';
import { connectionPath, findPath } from '#core/connections/connection.ts';
import { wholeMs, type TrayEntry } from './tray-menu.ts';
import { keyOnDevices, texts, type Say, type TextKey } from '#electron/texts.ts';
import type { QuickHost } from '#electron/quick/quick-window.ts';
import { menuLabel, menuTitle } from './tray-title.ts';

export interface MenuParts {
  readonly core: App;
  readonly shell: Pick<Shell, 'notify'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly quick: Pick<QuickHost, 'show'>;
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
    case 'working':
      return { label, click: () => void copyWorkingAndTell(parts) };
    case 'check':
      return { label, click: () => void checkAndTell(parts) };
    case 'show':
      return { label, click: () => parts.show(entry.path) };
    case 'quick':
      return { label, click: () => parts.quick.show() };
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
      return { label, click: () => parts.quit() };
  }
}

type Telling = Omit<MenuParts, 'quick' | 'quit'>;

/** Copies and notifies: the menu is closed by then, so there is no other sign of it. */
async function copyAndTell(
  { key, form, label }: Extract<TrayEntry, { readonly kind: 'copy' }>,
  parts: Telling,
): Promise<void> {
  const result = await parts.core.copyFromTray(key, form);
  if (result.ok) tellCopied(label, result.value, parts, key);
  else tellNotCopied('copied.notWhy', parts);
}

/** The same for one that works, which is looked for where none is known. */
async function copyWorkingAndTell(parts: Telling): Promise<void> {
  const result = await parts.core.copyWorking();
  if (result.ok) {
    const { title, ms } = result.value;
    const speed = sayOf(parts)('tray.check.answers', { ms: wholeMs(ms) });
    tellCopied(`${title} · ${speed}`, result.value, parts);
  } else if (result.failure.kind === 'declined') parts.show(findPath);
  else {
    const none = result.failure.reason === 'none-works';
    tellNotCopied(none ? 'copied.none' : 'copied.notWhy', parts);
  }
}

async function checkAndTell({ core, shell }: Telling): Promise<void> {
  const result = await core.checkFavourites();
  if (!result.ok) return;
  const { answered, total } = result.value;
  const numbers = { n: String(answered), total: String(total) };
  shell.notify(sayOf({ core })('copied.checked', numbers), '');
}

/** For a click on the notification of one that does not work: copies one that does, or says why. */
function insteadOf(key: string, parts: Telling): () => void {
  const { core, show } = parts;
  const of = core.accountId();
  return () => {
    // In another account the page is about something else.
    if (core.accountId() !== of) show('');
    else if (core.tray().working) void copyWorkingAndTell(parts);
    else show(connectionPath(key));
  };
}

function sayOf({ core }: Pick<Telling, 'core'>): Say {
  return texts[core.tray().settings.resolvedLanguage];
}

function tellNotCopied(why: TextKey, parts: Telling): void {
  const say = sayOf(parts);
  notify(say('copied.not'), say(why), parts);
}

function notify(title: string, body: string, parts: Telling, onClick?: () => void): void {
  parts.shell.notify(title, body, onClick, () => parts.showBesideIcon?.(title));
}

function tellCopied(label: string, value: Copied, parts: Telling, key = ''): void {
  const { clearsAt, client, fails, missed, onDevices = [] } = value;
  const { working, settings } = parts.core.tray();
  const say = texts[settings.resolvedLanguage];
  const copied = exportForms.find((each) => each === value.form) ?? 'url';
  const what = client === undefined ? say(`copied.form.${copied}`) : say('copied.for', { client });
  const body =
    clearsAt === null
      ? say('copied.stays', { what })
      : say('copied.leaves', { what, duration: duration(clearsAt - parts.clock.now(), say) });
  const click = working ? 'stoppedHereText' : 'downText';
  const other = menuTitle(working?.title ?? '', '');
  const sentences = [
    fails && say(`copied.${fails}`),
    body,
    missed && say('copied.missed', { client: missed }),
    keyOnDevices(onDevices, say),
    fails && say(`notification.${click}`, { other }),
  ];
  const text = sentences.filter(Boolean).join(' ');
  notify(say('copied.title', { title: label }), text, parts, fails && insteadOf(key, parts));
}

/** Milliseconds as whole seconds in words. */
function duration(ms: number, { language }: Say): string {
  const style = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, style).format(Math.max(0, Math.round(ms / 1000)));
}
