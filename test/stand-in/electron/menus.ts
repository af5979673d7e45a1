import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';
import { destroyedText, wantReady, type Machine } from './machine.ts';
import type { StandInImage } from './system.ts';

/** A menu's line as a user sees it. */
export interface SeenItem {
  readonly label: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly checked: boolean;
  readonly items: readonly SeenItem[];
}

/** What a line with a role does to the page that has the focus. */
type MenuAction = (role: string) => void;

export interface StandInMenu extends EventEmitter {
  readonly seen: readonly SeenItem[];
  /** Shows it where the mouse is, until a line is selected. */
  popup(options?: object): void;
  /** Chooses the first line that says `label`, in submenus too. Fails when none does, or it is dim. */
  choose(label: string): void;
}

/**
 * Makes `Menu`, which keeps the application's own menu and the one that is popped up. Where the program
 * sets no menu before Electron is ready, there is Electron's default one.
 */
export function createMenuModule(act: MenuAction = () => undefined) {
  let applicationMenu: StandInMenu | null | undefined;
  let poppedUp: StandInMenu | undefined;
  const createMenu = (template: readonly MenuItemConstructorOptions[]): StandInMenu => {
    const menu = buildMenu(template, act);
    const made: StandInMenu = Object.assign(new EventEmitter(), {
      ...menu,
      choose: (label: string) => {
        if (poppedUp === made) poppedUp = undefined;
        menu.choose(label);
      },
      popup: () => {
        poppedUp = made;
      },
    });
    return made;
  };
  return {
    /** For the stand-in: the menu at the mouse. */
    poppedUp: () => poppedUp,
    setDefaultMenu: () => {
      applicationMenu ??= applicationMenu === null ? null : createMenu([{ label: 'File' }]);
    },
    buildFromTemplate: createMenu,
    setApplicationMenu: (menu: StandInMenu | null) => {
      applicationMenu = menu;
    },
    getApplicationMenu: () => applicationMenu ?? null,
  };
}

function buildMenu(
  template: readonly MenuItemConstructorOptions[],
  act: MenuAction,
): Pick<StandInMenu, 'seen' | 'choose'> {
  const clicks = new Map<SeenItem, () => void>();
  const seen = template.map((line) => seenItem(line, clicks, act));
  return {
    seen,
    choose: (label) => {
      const selected = [...clicks.keys()].find((item) => item.label === label && item.enabled);
      if (selected === undefined) throw new Error(`no line of the menu to choose says "${label}"`);
      clicks.get(selected)?.();
    },
  };
}

function seenItem(
  line: MenuItemConstructorOptions,
  clicks: Map<SeenItem, () => void>,
  act: MenuAction,
): SeenItem {
  const submenu = Array.isArray(line.submenu) ? line.submenu : [];
  const item: SeenItem = {
    // One `&` makes a mnemonic and is not seen; two are one.
    label: (line.label ?? line.role ?? '').replace(/&(&?)/g, '$1'),
    type: line.type ?? (submenu.length > 0 ? 'submenu' : 'normal'),
    enabled: line.enabled ?? true,
    checked: line.checked ?? false,
    items: submenu.map((one) => seenItem(one, clicks, act)),
  };
  const { click, role } = line;
  if (role !== undefined && item.type === 'normal') {
    clicks.set(item, () => {
      act(role);
    });
  }
  if (click !== undefined) {
    clicks.set(item, () => {
      Reflect.apply(click, undefined, [item, undefined, {}]);
    });
  }
  return item;
}

export interface StandInTray {
  readonly menu: StandInMenu | undefined;
  readonly image: StandInImage;
  readonly toolTip: string;
  emit(event: string): boolean;
}

/** The greatest height with which every system's bar shows an icon whole, in its own points. */
const highestIcon = 24;

function fitting(image: StandInImage): StandInImage {
  const { height } = image.getSize();
  if (height > highestIcon) throw new Error(`a tray icon of ${String(height)} points is cut off`);
  return image;
}

/** Makes the `Tray` class, and returns the current tray. */
export function createTrayClass(machine: Pick<Machine, 'ready'>) {
  const trays = new Set<Tray>();

  class Tray extends EventEmitter {
    menu: StandInMenu | undefined;
    image: StandInImage;
    toolTip = '';

    constructor(image: StandInImage) {
      wantReady(machine, 'Cannot create Tray before app is ready');
      super();
      this.image = fitting(image);
      trays.add(this);
    }

    setContextMenu(menu: StandInMenu): void {
      this.#requireAlive();
      this.menu = menu;
    }

    setImage(image: StandInImage): void {
      this.#requireAlive();
      this.image = fitting(image);
    }

    setToolTip(toolTip: string): void {
      this.#requireAlive();
      this.toolTip = toolTip;
    }

    isDestroyed(): boolean {
      return !trays.has(this);
    }

    destroy(): void {
      trays.delete(this);
    }

    #requireAlive(): void {
      if (this.isDestroyed()) throw new TypeError(destroyedText);
    }
  }

  return { Tray, current: (): StandInTray | undefined => [...trays].at(-1) };
}
