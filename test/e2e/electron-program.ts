import { join } from 'node:path';
import { _electron, type Page } from 'playwright-core';
import type { RemoteControls } from '#test/stand-in/driver/control.ts';
import { rootSwitches, type Program, type ProgramOptions } from '#test/stand-in/driver/program.ts';

export interface ElectronProgramOptions extends Omit<ProgramOptions, 'browser'> {
  /** Electron's own program. */
  readonly executablePath: string;
}

const hook = join(import.meta.dirname, 'electron-hook.cjs');

/** The same program on Electron itself. What the stand-in writes down, a hook in Electron does. */
export async function startOnElectron(options: ElectronProgramOptions): Promise<Program> {
  const electron = await _electron.launch({
    executablePath: options.executablePath,
    args: ['-r', hook, ...rootSwitches(), options.main, ...(options.args ?? [])],
    env: definedOnly({ ...process.env, ...options.env }),
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  });
  let output = '';
  const child = electron.process();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const elsewhere: string[] = [];
  const watch = (page: Page) => {
    options.onPage?.(page);
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

  const ask = (what: string, values: unknown[]): Promise<unknown> =>
    electron.evaluate(
      (_module, asked) => {
        const hooked = Reflect.get(globalThis, 'culvertHook') as Record<
          string,
          (...values: unknown[]) => unknown
        >;
        return hooked[asked.what]?.(...asked.values);
      },
      { what, values },
    );
  const controls = new Proxy({} as RemoteControls, {
    get: (_none, what) => {
      if (what === 'then' || typeof what !== 'string') return undefined;
      return async (...values: unknown[]) => {
        const value = await ask(what, values);
        if (what === 'clipboardFormats') return new Map(value as [string, string][]);
        if (what !== 'records') return value;
        const requestsElsewhere = elsewhere.map((url) => ({ url, type: '', refused: true }));
        return { ...(value as object), requestsElsewhere };
      };
    },
  });

  return {
    controls,
    exited,
    output: () => output,
    page: () => electron.firstWindow(),
    signal: (signal) => {
      child.kill(signal);
    },
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await exited;
    },
  };
}

function definedOnly(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
