import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runs } from '../simulator/deep.ts';

/** One guard, taken away. */
export interface Mutation {
  readonly file: string;
  /** What stands there, once. */
  readonly guard: string;
  readonly instead: string;
  /** The file of tests that must notice; with `name` only the tests that are called so. */
  readonly test: string;
  readonly name?: string;
}

const root = join(import.meta.dirname, '../..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** Whether the tests still pass when they see the file without its guard. */
function survives({ file, guard, instead, test, name }: Mutation): Promise<boolean> {
  const args = [vitest, 'run', '--bail=1', '--config', 'test/mutations/mutated.config.ts', test];
  if (name !== undefined) args.push('-t', name);
  const env = { ...process.env, CULVERT_MUTATION: JSON.stringify({ file, guard, instead }) };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout) => {
      const said = /Tests +.*?(\d+) (passed|failed)/.exec(stdout.replace(/\u001b\[\d+m/g, ''));
      // A run in which no test ran has shown nothing.
      if (said === null) reject(new Error(`no tests of ${test} ran:\n${stdout}`));
      else resolve(error === null);
    });
  });
}

/** Tests that each of these guards is missed by its tests: the first alone, all in the deep runs. */
export function testGuards(mutations: readonly Mutation[]): void {
  it.each(mutations)('$file still has "$guard" once', ({ file, guard }) => {
    expect(readFileSync(join(root, file), 'utf8').split(guard)).toHaveLength(2);
  });

  it('are each missed by a test when they are taken away', { timeout: 3_600_000 }, async () => {
    const survivors: string[] = [];
    for (const mutation of mutations.slice(0, runs(1, mutations.length))) {
      if (await survives(mutation)) survivors.push(`${mutation.file}: ${mutation.guard}`);
    }
    expect(survivors).toEqual([]);
  });

  it('are not missed where nothing was taken away', async () => {
    const [first] = mutations;
    if (first === undefined) throw new Error('there are no mutations');
    expect(await survives({ ...first, instead: first.guard })).toBe(true);
  });
}
