import { isAbsolute, win32 } from 'node:path';
import type { App, JumpListCategory, JumpListItem } from 'electron';
import type { SeenItem, StandInMenu } from './menus.ts';

/** The Dock of macOS: shows the menu that was set last, and asks the program for nothing else. */
export function createDock() {
  let menu: StandInMenu | undefined;
  return {
    setMenu: (next: StandInMenu): void => {
      if (typeof next !== 'object' || !('seen' in next)) throw new TypeError('Invalid Menu');
      menu = next;
    },
    /** For a test: what a person sees. */
    seen: (): readonly SeenItem[] => menu?.seen ?? [],
    choose: (label: string): void => menu?.choose(label),
  };
}

/** The longest description with which Windows shows a line. */
const longestDescription = 260;

/**
 * The jump list of Windows, which keeps it on its disk: what is set stays when the program has ended.
 * A line that the person took out may not come back with the next list: its whole category is left
 * out then.
 */
export function createJumpLists({ allowed = true } = {}) {
  /** `null` is the list that Windows makes by itself, of recent files. */
  let shown: readonly JumpListCategory[] | null = null;
  let removed: JumpListItem[] = [];

  const isShown = (item: JumpListItem): boolean => {
    if (item.type !== 'task') return false;
    const { program = '', title = '', description = '' } = item;
    if (!isAbsolute(program) && !win32.isAbsolute(program)) return false;
    return title !== '' && description.length <= longestDescription;
  };

  const setJumpList: App['setJumpList'] = (categories) => {
    const before = removed;
    removed = [];
    if (categories === null) {
      shown = null;
      return 'ok';
    }
    let result: ReturnType<App['setJumpList']> = 'ok';
    shown = categories.flatMap(({ items = [], ...category }) => {
      const isCustom = category.type === 'custom';
      if (isCustom && category.name === undefined) throw new TypeError('A category needs a name');
      if (isCustom && !allowed) result = 'customCategoryAccessDeniedError';
      if (isCustom && items.some(({ type }) => type === 'separator')) {
        result = 'invalidSeparatorError';
      }
      const added = items.filter(isShown);
      if (added.length < items.length && result === 'ok') result = 'error';
      const isTaken = items.some(({ args }) => before.some((one) => one.args === args));
      if ((isCustom && (!allowed || isTaken)) || added.length === 0) return [];
      return [{ ...category, items: added }];
    });
    return result;
  };

  return {
    setJumpList,
    getJumpListSettings: (): ReturnType<App['getJumpListSettings']> => ({
      minItems: 10,
      removedItems: [...removed],
    }),
    /** For a test: what a person sees, and `null` for the list of Windows' own. */
    shown: () => shown,
    /** The person takes a line out. */
    remove: (title: string): void => {
      removed.push(...lines().filter((item) => item.title === title));
      shown = (shown ?? []).map((category) => ({
        ...category,
        items: (category.items ?? []).filter((item) => item.title !== title),
      }));
    },
    /** The arguments of the start that a line makes, as a program gets them. */
    choose: (title: string): readonly string[] => {
      const item = lines().find((one) => one.title === title);
      if (item === undefined) throw new Error(`no line of the jump list says "${title}"`);
      return [item.program ?? '', ...(item.args ?? '').split(' ')];
    },
  };

  function lines(): JumpListItem[] {
    return (shown ?? []).flatMap(({ items = [] }) => items);
  }
}
