import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import type { RemoteControls } from '#test/stand-in/driver/control.ts';
import {
  endOf,
  readingOnly,
  rootSwitches,
  type Program,
  type ProgramOptions,
  type SecondStart,
} from '#test/stand-in/driver/program.ts';

interface ElectronProgramOptions extends Omit<ProgramOptions, 'browser'> {
  readonly executablePath: string;
}

const hook = join(import.meta.dirname, 'electron-hook.cjs');

/**
 * Playwright starts the project's folder: of a file alone Electron knows neither name nor version. Without
 * `chromiumSandbox` Playwright would switch the sandbox off for everybody.
 */
export function electronLaunchOptions(options: ElectronProgramOptions) {
  const asRoot = rootSwitches();
  const program = readingOnly(options.executablePath, options.readOnlyFolder);
  return {
    executablePath: program.path,
    args: ['-r', hook, ...asRoot, projectOf(options.main), ...(options.args ?? [])],
    env: definedOnly({ ...process.env, ...options.env, ...program.env }),
    chromiumSandbox: asRoot.length === 0,
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  };
}

/** The folder of the package that a main file belongs to; an archive is a package by itself. */
function projectOf(main: string): string {
  if (main.endsWith('.asar')) return main;
  const folder = dirname(main);
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (folder === dirname(folder)) throw new Error(`${main} belongs to no package`);
  return projectOf(folder);
}

/** Ends Electron itself: on Windows, the process that Playwright knows is a shell around it. */
function killProcess(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
  else process.kill(pid, signal);
}

/** The same program on Electron itself. What the stand-in writes down, a hook in Electron does. */
export async function startOnElectron(options: ElectronProgramOptions): Promise<Program> {
  const electron = await _electron.launch(electronLaunchOptions(options));
  let output = '';
  const child = electron.process();
  const pid = await electron.evaluate(() => process.pid);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const elsewhere: string[] = [];
  const watch = (page: Page) => {
    options.onPage?.(page, '');
    page.on('request', (request) => {
      if (!/^(app|data|blob):/.test(request.url())) elsewhere.push(request.url());
    });
  };
  for (const page of electron.windows()) watch(page);
  electron.on('window', watch);
  const exited = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(code ?? signal ?? '');
    });
  });

  return {
    controls: hookControls(electron, elsewhere),
    pid,
    exited,
    output: () => output,
    page: async (which) => {
      const isQuick = (page: Page) => page.url().endsWith('/quick.html');
      const isSearched = (page: Page) => isQuick(page) === (which === 'quick');
      return (
        electron.windows().findLast(isSearched) ??
        (await electron.waitForEvent('window', isSearched))
      );
    },
    signal: (signal) => {
      child.kill(signal);
    },
    kill: async (signal = 'SIGKILL') => {
      if (child.exitCode === null && child.signalCode === null) killProcess(pid, signal);
      await exited;
    },
  };
}

/** The controls as the hook in Electron answers them; what pages requested elsewhere only the test sees. */
function hookControls(electron: ElectronApplication, elsewhere: readonly string[]): RemoteControls {
  const ask = (what: string, values: unknown[]): Promise<unknown> =>
    electron.evaluate(
      (_module, request) => {
        const hooked = Reflect.get(globalThis, 'culvertHook') as Record<
          string,
          (...values: unknown[]) => unknown
        >;
        return hooked[request.what]?.(...request.values);
      },
      { what, values },
    );
  return new Proxy({} as RemoteControls, {
    get: (_none, what) => {
      if (what === 'then' || typeof what !== 'string') return undefined;
      return async (...values: unknown[]) => {
        const value = await ask(what, values);
        if (what !== 'records') return value;
        const requestsElsewhere = elsewhere.map((url) => ({ url, type: '', refused: true }));
        return { ...(value as object), requestsElsewhere };
      };
    },
  });
}

/** Starts it once more; it ends by itself, because another one runs on its profile. */
export function startSecondOnElectron(
  options: Omit<ElectronProgramOptions, 'onPage'>,
  input = '',
): Promise<SecondStart> {
  return endOf(
    spawn(options.executablePath, [...rootSwitches(), options.main, ...(options.args ?? [])], {
      env: { ...process.env, ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    }),
    input,
  );
}

function definedOnly(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
