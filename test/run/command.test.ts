import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { runs } from './process-state.ts';

const modules = new URL('../../build/run/', import.meta.url).href;

/** Runs a command whose main function is this code, up to the first line that it writes. */
async function command(main: string) {
  const script = `
    import { runCommand } from '${modules}process/command.js';
    import { Stop, say } from '${modules}project.js';
    import { onExit } from '${modules}process/exit-hooks.js';
    import { startProgram } from '${modules}process/processes.js';
    await runCommand(async () => { ${main} });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const written = createInterface({ input: child.stdout });
  const complaint: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaint.push(text));
  const ended = once(child, 'exit') as Promise<[number]>;
  const [line] = (await once(written, 'line')) as [string];
  return {
    line,
    child,
    /** The lines that it writes from now on, when it has ended. */
    rest: async () => {
      const lines: string[] = [];
      written.on('line', (text) => lines.push(text));
      await once(written, 'close');
      return lines;
    },
    ended: async () => ({ code: (await ended)[0], complaint: complaint.join('') }),
  };
}

const sleeper = "const sleeper = startProgram('sleep', ['100']); say(String(sleeper.child.pid));";

describe.runIf(process.platform === 'linux')('a command', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends what it started on %s', async (signal, code) => {
    const { line, child, ended } = await command(`${sleeper} return sleeper.ended;`);
    expect(await runs(Number(line))).toBe(true);
    child.kill(signal);
    expect((await ended()).code).toBe(code);
    expect(await runs(Number(line))).toBe(false);
  });

  it('ends what it started when it stops with an error, and prints why', async () => {
    const { line, ended } = await command(`${sleeper} throw new Stop('Port 1 is taken.');`);
    expect(await ended()).toEqual({ code: 1, complaint: '\nPort 1 is taken.\n' });
    expect(await runs(Number(line))).toBe(false);
  });

  it('runs the newest of its exit hooks first', async () => {
    const { child, rest } = await command(`
      onExit(() => say('first'));
      onExit(() => say('second'));
      const takeBack = onExit(() => say('taken back'));
      takeBack();
      say('ready');
      return new Promise(() => setInterval(() => {}, 1000));
    `);
    child.kill('SIGTERM');
    expect(await rest()).toEqual(['second', 'first']);
  });
});
