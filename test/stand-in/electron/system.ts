import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { MessageBoxOptions } from 'electron';
import { wantReady, type Machine } from './machine.ts';
import { createMessageBoxes, type MessageBoxes } from './message-boxes.ts';

export interface StandInImage {
  readonly path: string;
  isEmpty(): boolean;
  getSize(): { readonly width: number; readonly height: number };
}

export function createNativeImage() {
  return {
    createFromPath: (path: string): StandInImage => ({
      path,
      isEmpty: () => !existsSync(path),
      getSize: () => (path.endsWith('.png') && existsSync(path) ? sizeOfPng(path) : noSize),
    }),
  };
}

const noSize = { width: 0, height: 0 };

/** The size that is in a picture's header. */
function sizeOfPng(path: string): { width: number; height: number } {
  const header = readFileSync(path).subarray(16, 24);
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
}

/** Makes the `Notification` class: what is shown is written down. */
export function createNotificationClass(machine: Machine) {
  return class Notification extends EventEmitter {
    readonly #shown: { title: string; body: string };

    constructor({ title = '', body = '' }: { title?: string; body?: string }) {
      wantReady(machine, 'Cannot create Notification before app is ready');
      super();
      this.#shown = { title, body };
    }

    static isSupported(): boolean {
      return true;
    }

    show(): void {
      machine.records.notifications.push(this.#shown);
      this.emit('show', {});
    }
  };
}

/** Where to save what a dialog asks about; `null` refuses. */
export type SaveAnswer = string | null;

export interface Dialogs {
  /** Answers the next dialog for saving; those that come unasked-for are refused. */
  answerSave(answer: SaveAnswer): void;
  /** Answers the next dialog for opening a file; those that come unasked-for are refused. */
  answerOpen(answer: string | null): void;
  readonly messageBoxes: MessageBoxes;
}

/** Makes `dialog`; `accept` takes suggestions and agrees, for a user, who cannot be shown the system's. */
export function createDialogModule(machine: Machine, accept: boolean) {
  const { records } = machine;
  const ready = () => {
    wantReady(machine, 'dialog module can only be used after app is ready');
  };
  const answers: SaveAnswer[] = [];
  const opens: (string | null)[] = [];
  const { showMessageBox, messageBoxes } = createMessageBoxes(accept);
  const dialogs: Dialogs = {
    messageBoxes,
    answerSave: (answer) => void answers.push(answer),
    answerOpen: (answer) => void opens.push(answer),
  };
  return {
    dialogs,
    dialog: {
      showMessageBox: (...values: Parameters<typeof showMessageBox> | [MessageBoxOptions]) => {
        ready();
        const options = values.at(-1) as MessageBoxOptions;
        // An error box needs no answer, and may be open over a question.
        if (options.type !== 'error') {
          return showMessageBox(...(values as Parameters<typeof showMessageBox>));
        }
        const { message, detail = '' } = options;
        records.errorBoxes.push({ title: message, content: detail });
        process.stderr.write(`${message}: ${detail}\n`);
        return Promise.resolve({ response: 0, checkboxChecked: false });
      },
      showSaveDialog: (...values: unknown[]) => {
        ready();
        const { defaultPath = '' } = values.at(-1) as { defaultPath?: string };
        const answer = answers.shift() ?? (accept ? defaultPath : null);
        return Promise.resolve({ canceled: answer === null, filePath: answer ?? '' });
      },
      showOpenDialog: (..._values: unknown[]) => {
        ready();
        const path = opens.shift() ?? null;
        return Promise.resolve({ canceled: path === null, filePaths: path === null ? [] : [path] });
      },
      showErrorBox: (title: string, content: string) => {
        records.errorBoxes.push({ title, content });
        process.stderr.write(`${title}: ${content}\n`);
      },
    },
  };
}

/** Makes `nativeTheme` of a system whose theme is light. */
export function createNativeTheme(machine: Machine) {
  let source: 'system' | 'light' | 'dark' = 'system';
  const events = new EventEmitter();
  Object.defineProperties(events, {
    themeSource: {
      get: () => source,
      set: (next: typeof source) => {
        source = next;
        machine.dark = source === 'dark';
        machine.signals.emit('theme');
        events.emit('updated');
      },
    },
    shouldUseDarkColors: { get: () => machine.dark },
  });
  return events as EventEmitter & {
    themeSource: typeof source;
    readonly shouldUseDarkColors: boolean;
  };
}

/** Makes `powerMonitor`; its events are emitted by the test driver. */
export function createPowerMonitor() {
  return Object.assign(new EventEmitter(), {
    // As on many a desktop on Wayland.
    getSystemIdleTime: () => 0,
  });
}

/** Makes `screen`: one display with a bar at its top. */
export function createScreen(machine: Pick<Machine, 'ready'>) {
  const ready = () => {
    wantReady(machine, "The 'screen' module can't be used before the app 'ready' event");
  };
  const display = {
    id: 1,
    bounds: { x: 0, y: 0, width: 1920, height: 1080 },
    workArea: { x: 0, y: 32, width: 1920, height: 1048 },
    scaleFactor: 1,
  };
  return Object.assign(new EventEmitter(), {
    getAllDisplays: () => {
      ready();
      return [display];
    },
    getPrimaryDisplay: () => {
      ready();
      return display;
    },
    getCursorScreenPoint: () => {
      ready();
      return { x: 960, y: 540 };
    },
    getDisplayNearestPoint: () => {
      ready();
      return display;
    },
  });
}

/** The keys that are registered for the whole machine, by this program and by others. */
export interface Shortcuts {
  /** The user presses these keys, with any window focused. */
  press(accelerator: string): void;
  /** Another program takes these keys first. */
  occupy(accelerator: string): void;
  /** The other program gives them up. */
  vacate(accelerator: string): void;
  registered(): readonly string[];
}

/** Makes `globalShortcut`; a desktop on Wayland sends keys that were given up until the program ends. */
export function createGlobalShortcut(machine: Pick<Machine, 'ready'>, viaPortal = false) {
  const ready = () => {
    wantReady(machine, 'globalShortcut cannot be used before the app is ready');
  };
  const own = new Map<string, () => void>();
  /** What a press of keys calls. */
  const bound = new Map<string, () => void>();
  const occupied = new Set<string>();
  let suspended = false;
  const shortcuts: Shortcuts = {
    press: (accelerator) => {
      // A portal knows nothing of it.
      const run = suspended && !viaPortal ? undefined : bound.get(accelerator);
      if (run === undefined) throw new Error(`nothing is registered for ${accelerator}`);
      run();
    },
    occupy: (accelerator) => void occupied.add(accelerator),
    vacate: (accelerator) => void occupied.delete(accelerator),
    registered: () => [...own.keys()],
  };
  return {
    shortcuts,
    globalShortcut: {
      register: (accelerator: string, run: () => void) => {
        ready();
        if (occupied.has(accelerator) || own.has(accelerator) || suspended) return false;
        own.set(accelerator, run);
        bound.set(accelerator, run);
        return true;
      },
      isRegistered: (accelerator: string) => {
        ready();
        return own.has(accelerator);
      },
      unregister: (accelerator: string) => {
        ready();
        own.delete(accelerator);
        if (!viaPortal) bound.delete(accelerator);
      },
      unregisterAll: () => {
        ready();
        own.clear();
        if (!viaPortal) bound.clear();
      },
      isSuspended: () => suspended,
      setSuspended: (now: boolean) => {
        suspended = now;
      },
    },
  };
}

/** Makes `shell`: what would open elsewhere is written down. */
export function createShellModule({ records }: Machine) {
  return {
    openExternal: (address: string) => {
      records.openedElsewhere.push(address);
      return Promise.resolve();
    },
  };
}
