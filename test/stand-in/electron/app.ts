import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { CommandLine } from './command-line.ts';
import { claimLock } from './instance-lock.ts';
import { preventable, type Machine } from './machine.ts';

interface AppOptions {
  readonly machine: Machine;
  /** The program's main file; its package is the one that holds it. */
  readonly main: string;
  readonly closeWindows: () => boolean;
  /** Called just before Electron is ready. */
  readonly onLaunching?: () => void;
  /** Ends what the stand-in started, and the process. */
  readonly exit: (code: number) => void;
}

export interface StandInApp extends EventEmitter {
  readonly isPackaged: boolean;
  readonly name: string;
  readonly commandLine: CommandLine;
  getName(): string;
  getVersion(): string;
  getPath(name: string): string;
  setPath(name: string, path: string): void;
  getLocale(): string;
  getPreferredSystemLanguages(): string[];
  isReady(): boolean;
  whenReady(): Promise<void>;
  enableSandbox(): void;
  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean;
  setLoginItemSettings(settings: object): void;
  getApplicationNameForProtocol(url: string): string;
  quit(): void;
  exit(code?: number): void;
  /** For the stand-in: the moment from which windows can be made. */
  becomeReady(): void;
}

export function createApp({
  machine,
  main,
  closeWindows,
  onLaunching,
  exit,
}: AppOptions): StandInApp {
  const { name, version } = packageOf(main);
  const events = new EventEmitter();
  const locale = Intl.DateTimeFormat().resolvedOptions().locale;
  const appData = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  const paths = new Map([
    ['home', homedir()],
    ['temp', tmpdir()],
    ['appData', appData],
    ['userData', join(appData, name)],
    ['downloads', join(homedir(), 'Downloads')],
    ['exe', process.execPath],
  ]);
  let quitting = false;
  let announceReady: () => void = () => undefined;
  const readiness = new Promise<void>((resolve) => {
    announceReady = resolve;
  });

  machine.signals.on('window-closed', (left: number) => {
    if (left > 0 || quitting) return;
    // Electron quits by itself only where nobody listens.
    if (!events.emit('window-all-closed')) app.quit();
  });
  machine.signals.on('window-created', (window: { webContents: object }) => {
    events.emit('web-contents-created', {}, window.webContents);
    events.emit('browser-window-created', {}, window);
  });

  const app: StandInApp = Object.assign(events, {
    isPackaged: process.env['STAND_IN_PACKAGED'] === '1',
    name,
    commandLine: machine.commandLine,
    getName: () => name,
    getVersion: () => version,
    getPath: (which: string) => {
      const path = paths.get(which);
      if (path === undefined) throw new Error(`Failed to get '${which}' path`);
      if (which === 'userData') mkdirSync(path, { recursive: true });
      return path;
    },
    setPath: (which: string, path: string) => {
      if (!isAbsolute(path)) throw new Error('Path must be absolute');
      paths.set(which, path);
    },
    getLocale: () => locale,
    getPreferredSystemLanguages: () => [locale],
    isReady: () => machine.ready,
    whenReady: () => readiness,
    enableSandbox: () => {
      if (machine.ready) {
        throw new Error('app.enableSandbox() can only be called before app is ready');
      }
      machine.commandLine.removeSwitch('no-sandbox');
      machine.commandLine.appendSwitch('enable-sandbox');
    },
    requestSingleInstanceLock: (additionalData?: Record<string, unknown>) =>
      claimLock(app.getPath('userData'), additionalData, (argv, folder, data) => {
        events.emit('second-instance', {}, argv, folder, data);
      }),
    setLoginItemSettings: (settings: object) => {
      machine.records.loginItems.push(settings);
    },
    getApplicationNameForProtocol: (url: string) =>
      machine.clients.get(url.slice(0, url.indexOf(':'))) ?? '',
    quit: () => {
      if (quitting) return;
      const before = preventable({});
      events.emit('before-quit', before);
      if (before.defaultPrevented) return;
      quitting = true;
      if (!closeWindows()) {
        quitting = false;
        return;
      }
      const will = preventable({});
      events.emit('will-quit', will);
      if (!will.defaultPrevented) app.exit(0);
      else quitting = false;
    },
    exit: (code = 0) => {
      events.emit('quit', {}, code);
      exit(code);
    },
    becomeReady: () => {
      onLaunching?.();
      machine.ready = true;
      announceReady();
      events.emit('ready', {}, {});
    },
  });
  return app;
}

function packageOf(main: string): { name: string; version: string } {
  for (let folder = dirname(main); ; folder = dirname(folder)) {
    try {
      const text = readFileSync(join(folder, 'package.json'), 'utf8');
      const { name, version } = JSON.parse(text) as { name?: string; version?: string };
      return { name: name ?? 'app', version: version ?? '0.0.0' };
    } catch {
      if (folder === dirname(folder)) return { name: 'app', version: '0.0.0' };
    }
  }
}
