import { fork as forkNode } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ForkOptions } from 'electron';
import type { Machine } from './machine.ts';

const runner = join(import.meta.dirname, '../process/utility-run.ts');

/**
 * Makes `utilityProcess`: a Node process whose `process.parentPort` is `fork`'s channel. As with
 * Electron's, nobody but itself ends one whose parent is gone, and its port does not tell it.
 */
export function createUtilityProcessModule(
  machine: Pick<Machine, 'ready'> & Partial<Pick<Machine, 'asRoot' | 'commandLine'>>,
) {
  return {
    fork: (modulePath: string, args: string[] = [], options: ForkOptions = {}) => {
      if (!machine.ready) {
        throw new TypeError('utilityProcess cannot be created before app is ready.');
      }
      if (modulePath === '') throw new Error('Missing UtilityProcess entry script.');
      const events = new EventEmitter();
      const stdio = options.stdio ?? 'inherit';
      if (typeof stdio !== 'string' || !['inherit', 'ignore', 'pipe'].includes(stdio)) {
        throw new Error('stdio must be of the following values: inherit, pipe, ignore');
      }
      // Electron's child of root ends at its start when it is told of the sandbox.
      const aborts =
        machine.asRoot === true && machine.commandLine?.hasSwitch('enable-sandbox') === true;
      const child = forkNode(runner, [modulePath, ...args], {
        env: { ...(options.env ?? process.env) },
        execArgv: aborts ? ['--eval', 'process.exit(133)'] : (options.execArgv ?? []),
        serialization: 'advanced',
        stdio: ['ignore', stdio, stdio, 'ipc'] as ('ignore' | 'inherit' | 'pipe' | 'ipc')[],
      });
      // It goes with its program, and does not keep that from ending.
      child.unref();
      child.channel?.unref();
      let pid: number | undefined;
      let killed = false;
      let { stdout, stderr } = child;
      child.once('spawn', () => {
        ({ pid } = child);
        events.emit('spawn');
      });
      child.on('message', (message) => events.emit('message', message));
      // An end by `kill` counts as an end in order, one by somebody else's signal does not.
      const end = (code: number | null, signal: NodeJS.Signals | null) => {
        pid = undefined;
        stdout = null;
        stderr = null;
        events.emit('exit', code ?? (killed ? 0 : constants.signals[signal ?? 'SIGKILL']));
      };
      // Where its output is piped, it has ended when all of that was read.
      if (stdio === 'pipe') child.once('close', end);
      else child.once('exit', end);
      return Object.defineProperties(
        Object.assign(events, {
          // What is said to one that has ended is lost.
          postMessage: (message: unknown) => {
            if (child.connected) child.send(message as object, () => undefined);
          },
          kill: () => {
            killed = pid !== undefined && child.kill('SIGTERM');
            return killed;
          },
        }),
        {
          pid: { get: () => pid },
          stdout: { get: () => stdout },
          stderr: { get: () => stderr },
        },
      ) as EventEmitter & {
        readonly pid: number | undefined;
        readonly stdout: Readable | null;
        readonly stderr: Readable | null;
        postMessage: (message: unknown) => void;
        kill(): boolean;
      };
    },
  };
}
