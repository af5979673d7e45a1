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
