import type { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { createApp, type StandInApp } from '#test/stand-in/electron/app.ts';
import { createCommandLine } from '#test/stand-in/electron/command-line.ts';
import { createBrowserWindowClass } from '#test/stand-in/electron/window/browser-window.ts';
import { createClipboardModule, type ClipboardContent } from '#test/stand-in/electron/clipboard.ts';
import { createIpcMain } from '#test/stand-in/electron/ipc-main.ts';
import { createMachine, type Machine, type Records } from '#test/stand-in/electron/machine.ts';
import {
  createMenuModule,
  createTrayClass,
  type StandInMenu,
  type StandInTray,
} from '#test/stand-in/electron/menus.ts';
import {
  createSession,
  makeSession,
  type StandInSession,
} from '#test/stand-in/electron/window/session.ts';
import {
  createDialogModule,
  createGlobalShortcut,
  createNativeImage,
  createNativeTheme,
  createNotificationClass,
  createPowerMonitor,
  createScreen,
  createShellModule,
  type Dialogs,
  type Shortcuts,
} from '#test/stand-in/electron/system.ts';
import { createUtilityProcessModule } from '#test/stand-in/electron/utility-process.ts';
import type { Engine } from '#test/stand-in/engine/engine.ts';
import type { Imitated } from '#test/stand-in/imitated.ts';
import type { SystemClipboard } from '#test/stand-in/system-clipboard.ts';

interface StandInOptions {
  readonly engine: Engine;
  /** The program's built main file. */
  readonly main: string;
  /** A user looks at the windows: dialogs for saving take their own suggestion. */
  readonly attended: boolean;
  /** The program's own arguments, which Chromium reads as well. */
  readonly args?: readonly string[];
  /** Whether the system's administrator runs it, for whom Chromium has no sandbox. */
  readonly asRoot?: boolean;
  readonly systemClipboard?: SystemClipboard;
  readonly exit: (code: number) => void;
}

/** A window, as far as a user or a test has to do with it. */
interface StandInWindow {
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents: Pick<EventEmitter, 'removeAllListeners'> & {
    getURL(): string;
    readonly zoomLevel: number;
  };
  loadURL(address: string): Promise<void>;
  isVisible(): boolean;
  isFocused(): boolean;
  isDestroyed(): boolean;
  close(): void;
  isFullScreen(): boolean;
  setFullScreen(full: boolean): void;
  getBounds(): Rectangle;
  setBounds(bounds: Partial<Rectangle>): void;
}

/** The module `electron`, and the hands on the machine that it believes in. */
export interface StandIn {
  readonly electron: object;
  readonly app: StandInApp;
  readonly records: Records;
  readonly dialogs: Dialogs;
  readonly powerMonitor: EventEmitter;
  /** Whether anything was requested of Electron's default session. */
  usesDefaultSession(): boolean;
  readonly shortcuts: Shortcuts;
  /** The user goes to a window of another program. */
  focusElsewhere(): void;
  tray(): StandInTray | undefined;
  /** The menu at the mouse. */
  contextMenu(): StandInMenu | undefined;
  applicationMenu(): StandInMenu | null;
  clipboard: {
    content(): ClipboardContent;
    writeText(text: string): Promise<void>;
  };
  windows(): readonly StandInWindow[];
}

/**
 * Provides the parts of `electron` that Culvert's main process uses, on plain Node: windows are pages
 * of an engine, everything else is written down and can be driven.
 */
export function createStandIn(options: StandInOptions): StandIn {
  const { asRoot = false, args = [] } = options;
  const commandLine = createCommandLine(args);
  if (asRoot && !commandLine.hasSwitch('no-sandbox')) {
    throw new Error('Running as root without --no-sandbox is not supported.');
  }
  const machine = createMachine({
    engine: options.engine,
    defaultSession: createSession(),
    commandLine,
    asRoot,
  });
  const { ipcMain, receive } = createIpcMain();
  const { Tray, current } = createTrayClass(machine);
  const { clipboard, ClipboardItem, content } = createClipboardModule(options.systemClipboard);
  const { dialog, dialogs } = createDialogModule(machine, options.attended);
  const powerMonitor = createPowerMonitor();
  const { globalShortcut, shortcuts } = createGlobalShortcut(machine);
  const BrowserWindow = createBrowserWindowClass(machine, receive);
  const Menu = createMenuModule((role) => {
    const focused = BrowserWindow.getFocusedWindow();
    focused?.webContents.edit(role, clipboard).catch(() => undefined);
  });
  const app = createApp({
    machine,
    main: options.main,
    exit: options.exit,
    onLaunching: Menu.setDefaultMenu,
    closeWindows: () => {
      // One may close another.
      for (const window of BrowserWindow.getAllWindows()) {
        if (!window.isDestroyed()) window.close();
      }
      return BrowserWindow.getAllWindows().length === 0;
    },
    endSession: () => {
      for (const window of BrowserWindow.getAllWindows()) {
        window.emit('session-end', { reasons: ['logoff'] });
      }
    },
  });

  const sessions = new SessionModule(machine, app);

  // The window that a user has closed is gone for good, and no tray is there to bring it back.
  machine.signals.on('closed-by-user', (window: StandInWindow) => {
    if (options.attended) app.quit();
    else window.close();
  });

  const electron = {
    app,
    BrowserWindow,
    ClipboardItem,
    Menu,
    Notification: createNotificationClass(machine),
    Tray,
    clipboard,
    dialog,
    globalShortcut,
    ipcMain,
    nativeImage: createNativeImage(),
    nativeTheme: createNativeTheme(machine),
    powerMonitor,
    protocol: {
      handle: (...values: Parameters<StandInSession['protocol']['handle']>) => {
        sessions.defaultSession.protocol.handle(...values);
      },
      registerSchemesAsPrivileged: (list: readonly { scheme: string }[]) => {
        registerSchemes(machine, list);
      },
    },
    screen: createScreen(machine),
    session: sessions,
    shell: createShellModule(machine),
    utilityProcess: createUtilityProcessModule(machine),
  } satisfies Imitated;

  return {
    electron,
    app,
    records: machine.records,
    dialogs,
    powerMonitor,
    shortcuts,
    focusElsewhere: () => {
      machine.signals.emit('focus-elsewhere');
    },
    usesDefaultSession: () =>
      sessions.isDefaultUsed ||
      BrowserWindow.getAllWindows().some(
        ({ webContents }) => webContents.session === machine.defaultSession,
      ),
    tray: current,
    contextMenu: Menu.poppedUp,
    applicationMenu: Menu.getApplicationMenu,
    clipboard: { content, writeText: clipboard.writeText },
    windows: () => BrowserWindow.getAllWindows(),
  };
}

/** The module `session`. */
class SessionModule {
  readonly #machine: Machine;
  readonly #app: StandInApp;
  readonly #partitions = new Map<string, StandInSession>();
  /** Whether anything was requested of the default session. */
  isDefaultUsed = false;

  constructor(machine: Machine, app: StandInApp) {
    this.#machine = machine;
    this.#app = app;
  }

  get defaultSession(): StandInSession {
    this.#requireReady();
    this.isDefaultUsed = true;
    return this.#machine.defaultSession;
  }

  readonly fromPartition = (partition: string): StandInSession => {
    this.#requireReady();
    const known = this.#partitions.get(partition) ?? this.#create(partition);
    this.#partitions.set(partition, known);
    return known;
  };

  #create(partition: string): StandInSession {
    return makeSession(
      partition,
      (session) => this.#app.emit('session-created', session),
      (to) => this.#machine.records.networkAttempts.push({ kind: 'dictionary', to }),
    );
  }

  #requireReady(): void {
    if (!this.#machine.ready) {
      throw new TypeError('Session can only be received when app is ready');
    }
  }
}

function registerSchemes(machine: Machine, list: readonly { scheme: string }[]): void {
  if (machine.ready) {
    throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
  }
  for (const { scheme } of list) machine.schemes.add(scheme);
}
