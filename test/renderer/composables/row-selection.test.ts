import { describe, expect, test } from 'vitest';
import { createRowSelection } from '#renderer/composables/list/row-selection.ts';
import { fail, ok, type Failure, type Result } from '#contract/failure.ts';

type Answer = Result<{ keys: readonly string[] }>;

/** A list of rows `r0`, `r1`, …, whose answers come when the test says. */
function setUp(max = 10_000) {
  const waiting: ((answer?: Answer) => void)[] = [];
  const failures: Failure[] = [];
  const rows = createRowSelection({
    max,
    keys: (offset, limit) =>
      new Promise<Answer>((resolve) => {
        waiting.push((answer) => {
          const keys = Array.from({ length: limit }, (_, n) => `r${String(offset + n)}`);
          resolve(answer ?? ok({ keys }));
        });
      }),
    onFailure: (failure) => failures.push(failure),
  });
  return { ...rows, waiting, failures, now: () => [...rows.selected.value] };
}

describe('the selected rows', () => {
  test('are selected one by one and deselected again', () => {
    const { toggle, now, clear } = setUp();
    toggle('r3', 3);
    toggle('r9', 9);
    toggle('r3', 3);
    expect(now()).toEqual(['r9']);
    clear();
    expect(now()).toEqual([]);
  });

  test('are a range from the last selected row to here, in either direction', async () => {
    const { toggle, extend, waiting, now } = setUp();
    toggle('r5', 5);
    const done = extend(3, 0);
    waiting[0]?.();
    await done;
    expect(now().sort()).toEqual(['r3', 'r4', 'r5']);
  });

  test('are a range from the current row where nothing is selected', async () => {
    const { extend, waiting, now } = setUp();
    const done = extend(8, 7);
    waiting[0]?.();
    await done;
    expect(now()).toEqual(['r7', 'r8']);
  });

  test('are a range from where it began when keys come faster than answers', async () => {
    const { extend, waiting, now } = setUp();
    const done = [extend(1, 0), extend(2, 1)];
    for (const answer of waiting) answer();
    await Promise.all(done);
    expect(now().sort()).toEqual(['r0', 'r1', 'r2']);
  });

  test('start a new range after a request was refused', async () => {
    const { extend, waiting, now } = setUp();
    const refused = extend(1, 0);
    waiting[0]?.(fail('unsent'));
    await refused;
    const done = extend(8, 7);
    waiting[1]?.();
    await done;
    expect(now()).toEqual(['r7', 'r8']);
  });

  test('shrink with the range, and keep what was selected before it', async () => {
    const { toggle, extend, waiting, now } = setUp();
    toggle('r100', 100);
    toggle('r1', 1);
    const further = extend(5, 0);
    waiting[0]?.();
    await further;
    const back = extend(2, 0);
    waiting[1]?.();
    await back;
    expect(now().sort()).toEqual(['r1', 'r100', 'r2']);
  });

  test('ignore an answer that a later request replaced', async () => {
    const { toggle, extend, waiting, clear, now } = setUp();
    toggle('r1', 1);
    const first = extend(900, 0);
    const second = extend(2, 0);
    waiting[1]?.();
    waiting[0]?.();
    await Promise.all([first, second]);
    expect(now()).toEqual(['r1', 'r2']);
    const third = extend(4, 0);
    clear();
    waiting[2]?.();
    await third;
    expect(now()).toEqual([]);
  });

  test('stay as they are when main refuses, and say why', async () => {
    const { toggle, all, waiting, failures, now } = setUp();
    toggle('r1', 1);
    const done = all(1000);
    waiting[0]?.(fail('unsent'));
    await done;
    expect(now()).toEqual(['r1']);
    expect(failures).toEqual([{ kind: 'unsent' }]);
  });

  test('are no more than the most at once, and it is known how many were meant', async () => {
    const { all, toggle, waiting, now, meant } = setUp(3);
    const done = all(5);
    waiting[0]?.();
    await done;
    expect(now()).toEqual(['r0', 'r1', 'r2']);
    expect(meant.value).toBe(5);
    toggle('r0', 0);
    expect(meant.value).toBeNull();
    toggle('r0', 0);
    toggle('r4', 4);
    expect(now()).toHaveLength(3);
    expect(meant.value).toBe(4);
  });
});
