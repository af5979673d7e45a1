import type { App as ElectronApp, JumpListCategory, JumpListItem } from 'electron';
import { ConnectionKey } from '#contract/ipc/connections.ts';
import type { App } from '#core/app/app.ts';
import type { TrayConnection, TrayState } from '#core/tray/tray-state.ts';
import type { Log } from '#core/kernel/ports.ts';
import { copyKeyIn, copyKeySwitch, copyWorkingKey } from './copy-key.ts';
import { copyAndTell, copyWorkingAndTell, type MenuParts } from './menu-items.ts';
import { menuTitle } from './tray-title.ts';
import { texts } from '#electron/texts.ts';
import { portableFile } from '#electron/launch-command.ts';

/** As many as Windows shows at first. */
const most = 10;

interface JumpListParts extends Pick<MenuParts, 'shell' | 'clock' | 'show'> {
  readonly app: Pick<ElectronApp, 'setJumpList' | 'getJumpListSettings'>;
  readonly core: MenuParts['core'] & Pick<App, 'onTrayChange'>;
  readonly log: Log;
  /** The file that a line starts, absolute. */
  readonly executable: string;
}

interface JumpList {
  /** Copies what a second start names. */
  readonly copy: (argv: readonly string[]) => void;
  /** Empties it, since nothing answers its lines when the program has ended. */
  readonly release: () => void;
}

/**
 * The jump list of the taskbar's button on Windows: favourites and recents by title, where the
 * user wants them there. Windows stores the titles on its disk, so they are there only while an
 * account is open, and none is stored before the user has agreed.
 */
export function createJumpList(parts: JumpListParts): JumpList {
  const { app, core, log } = parts;
  /** Lines that the user took out: a category with one of them is not shown at all. */
  const removed = new Set<string>();
  let drawn: string | undefined;

  function set(categories: readonly JumpListCategory[]): void {
    const model = JSON.stringify(categories);
    if (model === drawn) return;
    drawn = model;
    for (const { args } of app.getJumpListSettings().removedItems) removed.add(args ?? '');
    const left = categories.map(({ items = [], ...category }) => ({
      ...category,
      items: items.filter(({ args = '' }) => !removed.has(args)),
    }));
    const result = app.setJumpList(left.filter(({ items }) => items.length > 0));
    if (result !== 'ok') log.write('warn', 'jump-list.not-set', { result });
  }

  const redraw = () => {
    set(categoriesOf(core.tray(), parts.executable));
  };
  redraw();
  const unlisten = core.onTrayChange(redraw);
  return {
    copy: (argv) => {
      const named = copyKeyIn(argv);
      if (named === copyWorkingKey) void copyWorkingAndTell(parts);
      const { success, data: key } = ConnectionKey.safeParse(named);
      if (!success) return;
      const { favourites, recents, settings } = core.tray();
      const one = [...favourites, ...recents].find((each) => each.key === key);
      const untitled = texts[settings.resolvedLanguage]('tray.untitled');
      void copyAndTell({ key, label: menuTitle(one?.title ?? '', untitled) }, parts);
    },
    release: () => {
      unlisten();
      set([]);
    },
  };
}

function categoriesOf(state: TrayState, executable: string): JumpListCategory[] {
  const { signedIn, locked, settings } = state;
  if (!signedIn || locked || !settings.jumpList || settings.trayShows === 'none') return [];
  const say = texts[settings.resolvedLanguage];
  const favourites = state.favourites.slice(0, most);
  const known = new Set(state.favourites.map(({ key }) => key));
  const recents = state.recents.filter(({ key }) => !known.has(key));
  const line = (title: string, key: string): JumpListItem => ({
    type: 'task',
    title,
    program: executable,
    args: `${copyKeySwitch}${key}`,
    iconPath: executable,
    iconIndex: 0,
  });
  const item = ({ key, title }: TrayConnection) =>
    line(menuTitle(title, say('tray.untitled')), key);
  const { working, search } = state;
  const categories: JumpListCategory[] = [
    { type: 'custom', name: say('tray.favourites'), items: favourites.map(item) },
    {
      type: 'custom',
      name: say('tray.recents'),
      items: recents.slice(0, most - favourites.length).map(item),
    },
    {
      type: 'tasks',
      items: working || search ? [line(say('tray.find'), copyWorkingKey)] : [],
    },
  ];
  return categories.filter(({ items = [] }) => items.length > 0);
}

/** The file that stays where it is: the portable program runs from a folder that it removes. */
export function jumpListExecutable(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  { isPackaged, executable }: { readonly isPackaged: boolean; readonly executable: string },
): string | undefined {
  if (platform !== 'win32' || !isPackaged) return undefined;
  return portableFile(environment) === undefined ? executable : undefined;
}
