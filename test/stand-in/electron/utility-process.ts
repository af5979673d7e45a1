import { fork as forkNode, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ForkOptions } from 'electron';
import type { Machine } from './machine.ts';

const runner = join(import.meta.dirname, '../process/utility-run.ts');

type Stdio = 'inherit' | 'ignore' | 'pipe';

/**
 * A Node process with `fork`'s channel as `process.parentPort`; only itself ends with its parent, unreported.
 */
class StandInUtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;
  #pid: number | undefined;
  #killed = false;
  #ended = false;

  constructor(child: ChildProcess, stdio: Stdio) {
    super();
    this.#child = child;
    // It goes with its program, and does not keep that from ending.
    child.unref();
    child.channel?.unref();
    child.once('spawn', () => {
      this.#pid = child.pid;
      this.emit('spawn');
    });
    child.on('message', (message) => this.emit('message', message));
    // Where its output is piped, it has ended when all of that was read.
    child.once(
      stdio === 'pipe' ? 'close' : 'exit',
      (code: number | null, signal: NodeJS.Signals | null) => {
        this.#end(code, signal);
      },
    );
  }

  get pid(): number | undefined {
    return this.#pid;
  }

  get stdout(): Readable | null {
    return this.#ended ? null : this.#child.stdout;
  }

  get stderr(): Readable | null {
    return this.#ended ? null : this.#child.stderr;
  }

  /** A message to one that has ended is lost. */
  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object, () => undefined);
  }

  kill(): boolean {
    this.#killed = this.#pid !== undefined && this.#child.kill('SIGTERM');
    return this.#killed;
  }

  /** An end by `kill` counts as an end in order, one by somebody else's signal does not. */
  #end(code: number | null, signal: NodeJS.Signals | null): void {
    this.#pid = undefined;
    this.#ended = true;
    this.emit('exit', code ?? (this.#killed ? 0 : constants.signals[signal ?? 'SIGKILL']));
  }
}

/** Makes `utilityProcess`. */
export function createUtilityProcessModule(
  machine: Pick<Machine, 'ready'> & Partial<Pick<Machine, 'asRoot' | 'commandLine'>>,
) {
  return {
    fork: (modulePath: string, args: string[] = [], options: ForkOptions = {}) => {
      if (!machine.ready) {
        throw new TypeError('utilityProcess cannot be created before app is ready.');
      }
      if (modulePath === '') throw new Error('Missing UtilityProcess entry script.');
      const stdio = checkedStdio(options.stdio);
      // Electron's child of root ends at its start when it is passed the sandbox's switch.
      const aborts =
        machine.asRoot === true && machine.commandLine?.hasSwitch('enable-sandbox') === true;
      const child = forkNode(runner, [modulePath, ...args], {
        env: { ...(options.env ?? process.env) },
        execArgv: aborts ? ['--eval', 'process.exit(133)'] : (options.execArgv ?? []),
        serialization: 'advanced',
        stdio: ['ignore', stdio, stdio, 'ipc'],
      });
      return new StandInUtilityProcess(child, stdio);
    },
  };
}

function checkedStdio(stdio: ForkOptions['stdio'] = 'inherit'): Stdio {
  if (stdio === 'inherit' || stdio === 'ignore' || stdio === 'pipe') return stdio;
  throw new Error('stdio must be of the following values: inherit, pipe, ignore');
}
