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
    /** For a test: what a user sees. */
    seen: (): readonly SeenItem[] => menu?.seen ?? [],
    choose: (label: string): void => menu?.choose(label),
  };
}

/** The longest description with which Windows shows a line. */
const longestDescription = 260;

type JumpListResult = ReturnType<App['setJumpList']>;

/** Whether Windows shows a line as it is. */
function isShown(item: JumpListItem): boolean {
  if (item.type !== 'task') return false;
  const { program = '', title = '', description = '' } = item;
  if (!isAbsolute(program) && !win32.isAbsolute(program)) return false;
  return title !== '' && description.length <= longestDescription;
}

/** What Windows reports of a category: `before` is its report of those before it. */
function reportOn(
  { type, name, items = [] }: JumpListCategory,
  allowed: boolean,
  before: JumpListResult,
): JumpListResult {
  if (type === 'custom') {
    if (name === undefined) throw new TypeError('A category needs a name');
    if (items.some((item) => item.type === 'separator')) return 'invalidSeparatorError';
    if (!allowed) return 'customCategoryAccessDeniedError';
  }
  return before === 'ok' && !items.every(isShown) ? 'error' : before;
}

/**
 * The jump list of Windows, which keeps it on its disk: what is set stays when the program has ended.
 * A line that the user took out may not come back with the next list: its whole category is left
 * out then.
 */
class JumpLists {
  readonly #allowed: boolean;
  /** `null` is the list that Windows makes by itself, of recent files. */
  #shown: readonly JumpListCategory[] | null = null;
  #removed: JumpListItem[] = [];

  constructor(allowed: boolean) {
    this.#allowed = allowed;
  }

  setJumpList(categories: JumpListCategory[] | null): JumpListResult {
    const removed = this.#removed;
    this.#removed = [];
    if (categories === null) {
      this.#shown = null;
      return 'ok';
    }
    let result: JumpListResult = 'ok';
    for (const category of categories) result = reportOn(category, this.#allowed, result);
    this.#shown = categories.flatMap(({ items = [], ...category }) => {
      const added = items.filter(isShown);
      const isTaken = items.some(({ args }) => removed.some((one) => one.args === args));
      const isRefused = category.type === 'custom' && (!this.#allowed || isTaken);
      return isRefused || added.length === 0 ? [] : [{ ...category, items: added }];
    });
    return result;
  }

  getJumpListSettings(): ReturnType<App['getJumpListSettings']> {
    return { minItems: 10, removedItems: [...this.#removed] };
  }

  /** For a test: what a user sees, and `null` for the list of Windows' own. */
  shown(): readonly JumpListCategory[] | null {
    return this.#shown;
  }

  /** The user takes a line out. */
  remove(title: string): void {
    this.#removed.push(...this.#lines().filter((item) => item.title === title));
    this.#shown = (this.#shown ?? []).map((category) => ({
      ...category,
      items: (category.items ?? []).filter((item) => item.title !== title),
    }));
  }

  /** The arguments of the start that a line makes, as a program gets them. */
  choose(title: string): readonly string[] {
    const item = this.#lines().find((one) => one.title === title);
    if (item === undefined) throw new Error(`no line of the jump list says "${title}"`);
    return [item.program ?? '', ...(item.args ?? '').split(' ')];
  }

  #lines(): JumpListItem[] {
    return (this.#shown ?? []).flatMap(({ items = [] }) => items);
  }
}

export function createJumpLists({ allowed = true } = {}): JumpLists {
  return new JumpLists(allowed);
}
