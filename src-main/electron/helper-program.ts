import type * as Electron from 'electron';
import type { HelperProgram } from '#core/kernel/ports.ts';

interface UtilityProcesses {
  readonly fork: (
    ...values: Parameters<typeof Electron.utilityProcess.fork>
  ) => Pick<Electron.UtilityProcess, 'kill' | 'on' | 'once' | 'postMessage'>;
}

/**
 * Starts a file of the build as a program of its own, on Electron's utility process: Electron's
 * binary does not run as Node once it is packaged. Only after Electron is ready. Its one argument is
 * the process that it works for, so that it can end with it; what it writes goes nowhere.
 */
export function startHelper(
  { utilityProcess }: { readonly utilityProcess: UtilityProcesses },
  file: string,
  name: string,
): HelperProgram {
  const child = utilityProcess.fork(file, [String(process.pid)], {
    serviceName: name,
    stdio: 'ignore',
  });
  let there = false;
  let over = false;

  child.once('spawn', () => {
    there = true;
    if (over) child.kill();
  });
  return {
    send: (message) => {
      if (!over) child.postMessage(message);
    },
    listen: ({ message, ended }) => {
      child.on('message', (value) => {
        if (!over) message(value);
      });
      child.once('exit', () => {
        if (over) return;
        over = true;
        ended();
      });
    },
    end: () => {
      over = true;
      // Before it is there, it has no number to be ended by.
      if (there) child.kill();
    },
  };
}
