import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { HelperProgram } from '#core/kernel/ports.ts';
import { startHelper } from '#electron/helper-program.ts';
import { runs } from '#test/run/process-state.ts';
import { createUtilityProcessModule } from '#test/stand-in/electron/utility-process.ts';

const file = join(import.meta.dirname, '../stand-in/fixture/utility.ts');

/** A helper, and Electron's own end of it. */
function start() {
  const { fork } = createUtilityProcessModule({ ready: true });
  const started: ReturnType<typeof fork>[] = [];
  const program = startHelper(
    {
      utilityProcess: {
        fork: (...values) => {
          const child = fork(...values);
          started.push(child);
          return child;
        },
      },
    },
    file,
    'Fixture',
  );
  const [child] = started;
  if (child === undefined) throw new Error('nothing was started');
  onTestFinished(() => void child.kill());
  return { program, child };
}

function listen(program: HelperProgram) {
  const messages: unknown[] = [];
  let ends = 0;
  program.listen({
    message: (value) => messages.push(value),
    ended: () => {
      ends += 1;
    },
  });
  return { messages, ends: () => ends };
}

it('a helper program receives its parent’s id only, and has no channel but its port', async () => {
  const { program, child } = start();
  const { messages } = listen(program);
  await expect
    .poll(() => messages)
    .toEqual([{ argv: [file, String(process.pid)], send: 'undefined' }]);
  expect(child.stdout).toBeNull();
});

it('a helper program receives messages sent before it started, and can answer', async () => {
  const { program } = start();
  const { messages } = listen(program);
  program.send({ one: 1 });
  program.send(new Map([[1, 'two']]));
  await expect
    .poll(() => messages.slice(1))
    .toEqual([{ back: { one: 1 } }, { back: new Map([[1, 'two']]) }]);
});

it('a helper program ends after its start when that was requested before', async () => {
  const { program, child } = start();
  const { messages, ends } = listen(program);
  program.end();
  await once(child, 'spawn');
  const { pid = 0 } = child;
  await expect.poll(() => runs(pid)).toBe(false);
  expect(messages).toEqual([]);
  // Who ends it knows.
  expect(ends()).toBe(0);
});

it('a helper program reports its end once, and accepts nothing afterwards', async () => {
  const { program, child } = start();
  const { ends } = listen(program);
  program.send('leave');
  await expect.poll(ends).toBe(1);
  program.send('leave');
  program.end();
  expect(ends()).toBe(1);
  expect(child.kill()).toBe(false);
});
