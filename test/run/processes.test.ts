import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { startProgram } from '#build/run/process/processes.js';
import { runs } from './process-state.ts';

type Program = ReturnType<typeof startProgram>;

function line({ child }: Program): Promise<string> {
  return new Promise((resolve) => {
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', resolve);
  });
}

function shell(script: string): Program {
  return startProgram('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
}

describe.runIf(process.platform === 'linux')('a child program of a command', () => {
  it('has time to end gracefully', async () => {
    const program = shell(
      'trap "echo saved; exit 7" TERM; echo ready; while :; do sleep 0.01; done',
    );
    await line(program);
    const last = line(program);
    await program.stop();
    expect(await last).toBe('saved');
    expect(await program.ended).toBe(7);
  });

  it('is killed when it does not end', async () => {
    const program = shell('sh -c \'trap "" TERM; echo $$; while :; do sleep 0.1; done\' & wait');
    const deaf = Number(await line(program));
    await program.stop();
    expect(await runs(deaf)).toBe(false);
  });

  it('reports when it cannot be started', async () => {
    const program = startProgram('no-such-program-here', []);
    expect(await program.ended).toBe(127);
    await program.stop();
  });
});
