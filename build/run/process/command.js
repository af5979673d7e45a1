import { doDuties, endInOrder } from './exit-hooks.js';
import { Stop } from '../project.js';

/**
 * Runs a command's main function: its number is the exit code, a `Stop` is its message and 1.
 * However it ends, what it started ends with it.
 *
 * @param {() => Promise<number>} main
 */
export async function runCommand(main) {
  endInOrder();
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  } finally {
    await doDuties();
  }
}
