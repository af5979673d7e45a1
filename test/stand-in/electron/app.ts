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
  /** Tells each window that the session ends. */
  readonly endSession: () => void;
  /** Called just before Electron is ready. */
  readonly onLaunching?: () => void;
  /** Ends what the stand-in started, and the process. */
  readonly exit: (code: number) => void;
}

/** Electron's `app`, as far as Culvert uses it. */
export class StandInApp extends EventEmitter {
  readonly isPackaged = process.env['STAND_IN_PACKAGED'] === '1';
  readonly name: string;
  readonly commandLine: CommandLine;
  readonly #options: AppOptions;
  #exiting = false;
  readonly #version: string;
  readonly #locale = Intl.DateTimeFormat().resolvedOptions().locale;
  readonly #paths: Map<string, string>;
  readonly #readiness = Promise.withResolvers<undefined>();
  #quitting = false;

  constructor(options: AppOptions) {
    super();
    const { machine, main } = options;
    const { name, version } = packageOf(main);
    this.#options = options;
    this.name = name;
    this.#version = version;
    this.commandLine = machine.commandLine;
    this.#paths = systemPaths(name);
    machine.signals.on('window-closed', (left: number) => {
      if (left > 0 || this.#quitting) return;
      // Electron quits by itself only where there is no listener.
      if (!this.emit('window-all-closed')) this.quit();
    });
    machine.signals.on('window-created', (window: { webContents: object }) => {
      this.emit('web-contents-created', {}, window.webContents);
      this.emit('browser-window-created', {}, window);
    });
  }

  getName(): string {
    return this.name;
  }

  getVersion(): string {
    return this.#version;
  }

  getPath(which: string): string {
    const path = this.#paths.get(which);
    if (path === undefined) throw new Error(`Failed to get '${which}' path`);
    if (which === 'userData') mkdirSync(path, { recursive: true });
    return path;
  }

  setPath(which: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    this.#paths.set(which, path);
  }

  getLocale(): string {
    return this.#locale;
  }

  getPreferredSystemLanguages(): string[] {
    return [this.#locale];
  }

  isReady(): boolean {
    return this.#options.machine.ready;
  }

  whenReady(): Promise<void> {
    return this.#readiness.promise;
  }

  enableSandbox(): void {
    if (this.isReady()) {
      throw new Error('app.enableSandbox() can only be called before app is ready');
    }
    this.commandLine.removeSwitch('no-sandbox');
    this.commandLine.appendSwitch('enable-sandbox');
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    return claimLock(this.getPath('userData'), additionalData, (argv, folder, data) => {
      this.emit('second-instance', {}, argv, folder, data);
    });
  }

  setLoginItemSettings(settings: object): void {
    this.#options.machine.records.loginItems.push(settings);
  }

  /** No program is installed. */
  getApplicationNameForProtocol(): string {
    return '';
  }

  /** What calls it goes on, and windows close after it; before it is ready, it ends at once. */
  quit(): void {
    if (this.#quitting) return;
    const before = preventable({});
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    this.#quitting = true;
    this.#later(() => {
      const will = preventable({});
      if (this.#options.closeWindows()) this.emit('will-quit', will);
      else will.preventDefault();
      this.#quitting = false;
      if (!will.defaultPrevented) this.exit(0);
    });
  }

  /** A listener that throws is shown in a box, behind which the program never ends. */
  exit(code = 0): void {
    if (this.#exiting) return;
    this.#exiting = true;
    this.#later(() => {
      this.emit('quit', {}, code);
      this.#options.exit(code);
    });
  }

  #later(run: () => void): void {
    if (this.isReady()) setImmediate(run);
    else run();
  }

  /** The user logs off from Windows: no event of a quit comes, and the process ends right after. */
  logOff(): void {
    this.#exiting = true;
    this.#options.endSession();
    this.#options.exit(0);
  }

  /** For the stand-in: where the profile is, whether or not it is there. */
  get profile(): string {
    return this.#paths.get('userData') ?? '';
  }

  /** For the stand-in: the moment from which windows can be made. */
  becomeReady(): void {
    const { machine, onLaunching } = this.#options;
    onLaunching?.();
    machine.ready = true;
    this.#readiness.resolve(undefined);
    this.emit('ready', {}, {});
  }
}

function systemPaths(name: string): Map<string, string> {
  const appData = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return new Map([
    ['home', homedir()],
    ['temp', tmpdir()],
    ['appData', appData],
    ['userData', join(appData, name)],
    ['downloads', join(homedir(), 'Downloads')],
    ['exe', process.execPath],
  ]);
}

export function createApp(options: AppOptions): StandInApp {
  return new StandInApp(options);
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
