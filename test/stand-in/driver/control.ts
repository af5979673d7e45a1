import { setImmediate as nextTask } from 'node:timers/promises';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Records } from '#test/stand-in/electron/machine.ts';
import type { BoxKey, OpenBox } from '#test/stand-in/electron/message-boxes.ts';
import type { SeenItem } from '#test/stand-in/electron/menus.ts';
import type { SaveAnswer } from '#test/stand-in/electron/system.ts';
import type { FromProgram, ToProgram } from './messages.ts';
import { createNetworkSwitch } from '#test/stand-in/process/network-switch.cjs';
import type { StandIn } from './stand-in.ts';

/** A window, as it can be seen from outside. */
interface SeenWindow {
  readonly title: string;
  readonly visible: boolean;
  readonly focused: boolean;
}

/** What a driver may do to the machine, and see of it. Values are copied on their way. */
export interface Controls {
  readonly trayItems: () => readonly SeenItem[];
  readonly chooseTray: (label: string) => void;
  readonly clipboardText: () => string;
  readonly writeClipboard: (text: string) => Promise<void>;
  readonly records: () => Records;
  readonly answerSave: (answer: SaveAnswer) => void;
  readonly answerOpen: (path: string | null) => void;
  /** The message box that is open. */
  readonly openBox: () => OpenBox | undefined;
  readonly pressInBox: (key: BoxKey) => void;
  readonly setOnline: (online: boolean) => void;
  readonly suspend: () => void;
  readonly resume: () => void;
  readonly windows: () => readonly SeenWindow[];
  /** The user presses keys that are registered for the whole machine. */
  readonly pressShortcut: (accelerator: string) => void;
  readonly focusElsewhere: () => void;
  readonly closeWindow: () => void;
  readonly openWindow: () => void;
  readonly throwInMain: (text: string) => void;
  /** Advances the time by which purchases wait and give up, milliseconds. */
  readonly advancePurchases: (ms: number) => void;
  /** Puts the computer's clock ahead of the true time, or behind it, milliseconds. */
  readonly setClock: (aheadMs: number) => void;
  /** Writes a snapshot of the main process's memory into a file, after collecting garbage. */
  readonly writeHeapSnapshot: (path: string) => Promise<void>;
  readonly quit: () => void;
}

/** The same, from another process. */
export type RemoteControls = {
  readonly [Name in keyof Controls]: (
    ...values: Parameters<Controls[Name]>
  ) => Promise<Awaited<ReturnType<Controls[Name]>>>;
};

const systemNow = Date.now.bind(Date);

/** V8's own function, which only a context that is made after the flag has. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

function createControls(standIn: StandIn): Controls {
  const setOnline = createNetworkSwitch();
  const tray = () => {
    const there = standIn.tray();
    if (there === undefined) throw new Error('there is no tray');
    return there;
  };
  return {
    trayItems: () => tray().menu?.seen ?? [],
    chooseTray: (label) => {
      tray().menu?.choose(label);
    },
    clipboardText: () => standIn.clipboard.content().get('text/plain') ?? '',
    writeClipboard: (text) => standIn.clipboard.writeText(text),
    records: () => standIn.records,
    answerSave: (answer) => {
      standIn.dialogs.answerSave(answer);
    },
    answerOpen: (path) => {
      standIn.dialogs.answerOpen(path);
    },
    openBox: () => standIn.dialogs.messageBoxes.openBox(),
    pressInBox: (key) => {
      standIn.dialogs.messageBoxes.press(key);
    },
    setOnline,
    suspend: () => {
      standIn.powerMonitor.emit('suspend');
    },
    resume: () => {
      standIn.powerMonitor.emit('resume');
    },
    windows: () =>
      standIn.windows().map((window) => ({
        title: window.options.title ?? '',
        visible: window.isVisible(),
        focused: window.isFocused(),
      })),
    pressShortcut: (accelerator) => {
      standIn.shortcuts.press(accelerator);
    },
    focusElsewhere: () => {
      standIn.focusElsewhere();
    },
    closeWindow: () => {
      for (const window of standIn.windows()) {
        if (!window.isDestroyed()) window.close();
      }
    },
    openWindow: () => {
      standIn.app.emit('second-instance', {}, [], '', undefined);
    },
    throwInMain: (text) => {
      setImmediate(() => {
        throw new Error(text);
      });
    },
    advancePurchases: (ms) => {
      const key = Symbol.for('culvert.advance-purchases');
      const advance = Reflect.get(globalThis, key) as ((ms: number) => void) | undefined;
      if (advance === undefined) throw new Error('the clock cannot be advanced');
      advance(ms);
    },
    setClock: (aheadMs) => {
      Date.now = () => systemNow() + aheadMs;
    },
    writeHeapSnapshot: async (path) => {
      // A task holds what it looked at until it ends, and a finalizer until the next collection.
      for (let n = 0; n < 3; n += 1) {
        collectGarbage();
        await nextTask();
      }
      // V8 writes the first 1,024 characters of a text otherwise.
      setFlagsFromString('--heap-snapshot-string-limit=100000000');
      writeHeapSnapshot(path);
    },
    quit: () => {
      standIn.app.quit();
    },
  };
}

/** Lets the process that forked this one use the controls. */
export function answerDriver(standIn: StandIn): void {
  const controls = createControls(standIn);
  const say = (message: FromProgram) => process.send?.(message);

  process.on('message', (message: ToProgram) => {
    if (message.kind !== 'ask') return;
    const { id, what, values } = message;
    const control = controls[what as keyof Controls] as (...values: unknown[]) => unknown;
    Promise.resolve()
      .then(() => control(...values))
      .then(
        (value) => say({ kind: 'answer', id, value }),
        (error: unknown) => say({ kind: 'answer', id, error: String(error) }),
      );
  });
  // A program whose driver is gone has nobody left to close it.
  process.once('disconnect', () => {
    process.exit(1);
  });
  say({ kind: 'up' });
}
