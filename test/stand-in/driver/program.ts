import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Controls, RemoteControls } from './control.ts';
import { serveEngine } from '#test/stand-in/engine/engine-relay.ts';
import { createContextEngine } from '#test/stand-in/engine/engine.ts';
import type { FromProgram, ToProgram } from './messages.ts';

export interface ProgramOptions {
  /** A Chromium that makes the windows; several programs may share it. */
  readonly browser: Browser;
  /** The built main file. */
  readonly main: string;
  /** Whether Electron says that the program is packaged. */
  readonly packaged?: boolean;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The folder that it is started in. */
  readonly cwd?: string;
  /** A folder that it can read and not write (Linux only). */
  readonly readOnlyFolder?: string;
  /** Called with each window's page before anything is loaded in it. */
  onPage?(page: Page, title: string): void;
}

/** A program on the stand-in, in a process of its own. */
export interface Program {
  readonly controls: RemoteControls;
  /** The process of its main file. */
  readonly pid: number;
  /** The page of the newest main window, or of the newest quick copy window; waits for one to be there. */
  page(which?: 'main' | 'quick'): Promise<Page>;
  /** The exit code, or the signal that ended it. */
  readonly exited: Promise<number | string>;
  /** What it wrote to its standard output and error. */
  output(): string;
  /** Sends it a signal that does not end it, such as `SIGSTOP`. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it as the system does, or by another signal. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Whether this is the window that the program makes beside the one that a user works in. */
export const isQuickTitle = (title: string) => title.endsWith(' quick copy');

const runner = join(import.meta.dirname, '../process/run.ts');

/** The switch that root must pass to Electron, and so to the stand-in. */
export function rootSwitches(): string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/** What to start, and with which environment, for `program` not to be able to write to `folder`. */
export function readingOnly(program: string, folder: string | undefined) {
  if (folder === undefined) return { path: program, env: {} };
  return {
    path: join(import.meta.dirname, 'read-only.sh'),
    env: { READ_ONLY_PROGRAM: program, READ_ONLY_FOLDER: folder },
  };
}

/** Starts a program. Resolves when its main file has been run; fails with its output if it ends. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const pages = createPageList();
  const engine = createContextEngine(options.browser, {
    onPage: (page, title) => {
      options.onPage?.(page, title);
      pages.add(page, title);
    },
  });
  const node = readingOnly(process.execPath, options.readOnlyFolder);
  const child = fork(runner, [options.main, '--', ...rootSwitches(), ...(options.args ?? [])], {
    execPath: node.path,
    env: {
      ...process.env,
      ...options.env,
      ...node.env,
      STAND_IN_PACKAGED: options.packaged === true ? '1' : '0',
    },
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(code ?? signal ?? '');
    });
  }).then(async (code) => {
    await engine.close();
    return code;
  });

  serveEngine(child, engine);
  const controls = remoteControls(child);
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message: FromProgram) => {
      if (message.kind === 'up') resolve();
    });
    void exited.then((code) => {
      reject(new Error(`the program ended with ${String(code)}:\n${output}`));
    });
  });

  return {
    controls,
    pid: child.pid ?? 0,
    exited,
    output: () => output,
    page: pages.newest,
    signal: (signal) => {
      child.kill(signal);
    },
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await exited;
    },
  };
}

/** What a start of a program came to that only asks the one that runs, and ends. */
export interface SecondStart {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a program that is to end by itself, because another one runs on its profile. */
export function startSecond(
  options: Omit<ProgramOptions, 'browser' | 'onPage'>,
  input = '',
): Promise<SecondStart> {
  const child = fork(runner, [options.main, '--', ...rootSwitches(), ...(options.args ?? [])], {
    env: { ...process.env, ...options.env, STAND_IN_PACKAGED: '0' },
    serialization: 'advanced',
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  return endOf(child, input);
}

/** Collects what a process writes until it ends; `input` is its standard input. */
export function endOf(child: ChildProcess, input = ''): Promise<SecondStart> {
  child.stdin?.on('error', () => undefined).end(input);
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code: code ?? signal ?? '', ...written });
    });
  });
}

/** The pages of a program's windows by the titles of these. */
function createPageList() {
  const pages: { readonly page: Page; readonly title: string }[] = [];
  const waiting = new Set<() => void>();
  const find = (which: 'main' | 'quick') =>
    pages.findLast(
      ({ page, title }) => !page.isClosed() && isQuickTitle(title) === (which === 'quick'),
    )?.page;

  return {
    add(page: Page, title: string): void {
      pages.push({ page, title });
      for (const look of waiting) look();
    },
    newest: (which: 'main' | 'quick' = 'main'): Promise<Page> =>
      new Promise((resolve) => {
        const look = () => {
          const page = find(which);
          if (page === undefined) return;
          waiting.delete(look);
          resolve(page);
        };
        waiting.add(look);
        look();
      }),
  };
}

function remoteControls(child: ChildProcess): RemoteControls {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;

  child.on('message', (message: FromProgram) => {
    if (message.kind !== 'answer') return;
    const one = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error !== undefined) one?.reject(new Error(message.error));
    else one?.resolve(message.value);
  });
  child.once('exit', () => {
    for (const one of waiting.values()) one.reject(new Error('the program has ended'));
  });

  const ask = (what: keyof Controls, values: unknown[]) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      const message: ToProgram = { kind: 'ask', id, what, values };
      child.send(message, (error) => {
        if (error !== null) reject(error);
      });
    });
  // Each name is a control: the type says which there are.
  return new Proxy({} as RemoteControls, {
    get: (_none, what) =>
      what === 'then' ? undefined : (...values: unknown[]) => ask(what as keyof Controls, values),
  });
}
