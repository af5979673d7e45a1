import { runExitHooks, exitInOrder } from './exit-hooks.js';
import { Stop } from '../project.js';

/**
 * Runs a command's main function, which returns the exit code. A `Stop` prints its message and exits
 * with 1. Child programs are always stopped.
 *
 * @param {() => Promise<number>} main
 */
export async function runCommand(main) {
  exitInOrder();
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  } finally {
    await runExitHooks();
  }
}
