import { describe, expect, test } from 'vitest';
import { reactive } from 'vue';
import { createRowSelection } from '#renderer/list/row-selection.ts';

/** A list of rows `r0`, `r1`, …, of which some can go. */
function setUp({ max = 10_000, length = 1000 } = {}) {
  const list = reactive(Array.from({ length }, (_, n) => ({ key: `r${String(n)}` })));
  const gone = new Set<string>();
  const selection = createRowSelection({ shown: () => list, exists: (key) => !gone.has(key), max });
  return {
    ...selection,
    list,
    now: () => [...selection.selected.value],
    /** The account loses a connection, whose row may stay where it is for a while. */
    lose: (key: string): void => {
      gone.add(key);
      selection.dropGone();
    },
    /** The rows take another order. */
    reverse: (): void => {
      list.reverse();
    },
  };
}

describe('the selected rows', () => {
  test('are selected one by one and deselected again', () => {
    const { toggle, now, clear } = setUp();
    toggle('r3');
    toggle('r9');
    toggle('r3');
    expect(now()).toEqual(['r9']);
    clear();
    expect(now()).toEqual([]);
  });

  test('are a range from the last selected row to here, in either direction', () => {
    const { toggle, extend, now } = setUp();
    toggle('r5');
    extend(3, 0);
    expect(now().sort()).toEqual(['r3', 'r4', 'r5']);
    extend(6, 0);
    expect(now().sort()).toEqual(['r5', 'r6']);
  });

  test('end where the last was selected', () => {
    const { toggle, extend, end, clear } = setUp();
    toggle('r5');
    expect(end.value).toBe('r5');
    extend(3, 0);
    expect(end.value).toBe('r3');
    clear();
    expect(end.value).toBeNull();
  });

  test('are a range from the current row where nothing is selected', () => {
    const { extend, now } = setUp();
    extend(8, 7);
    expect(now()).toEqual(['r7', 'r8']);
    extend(9, 8);
    expect(now()).toEqual(['r7', 'r8', 'r9']);
  });

  test('shrink with the range, and keep what was selected before it', () => {
    const { toggle, extend, now } = setUp();
    toggle('r100');
    toggle('r1');
    extend(5, 0);
    extend(2, 0);
    expect(now().sort()).toEqual(['r1', 'r100', 'r2']);
  });

  test('are a range from the same row after the list took another order', () => {
    const { toggle, extend, reverse, now } = setUp({ length: 10 });
    toggle('r2');
    reverse();
    extend(9, 0);
    expect(now().sort()).toEqual(['r0', 'r1', 'r2']);
  });

  test('lose what is gone, also from the range that grows from it', () => {
    const { toggle, extend, lose, now } = setUp();
    toggle('r1');
    extend(4, 0);
    lose('r2');
    expect(now()).toEqual(['r1', 'r3', 'r4']);
    lose('r1');
    extend(6, 5);
    expect(now().sort()).toEqual(['r3', 'r4', 'r5', 'r6']);
  });

  test('never contain what is gone while its row is still shown', () => {
    const { toggle, extend, all, list, lose, now } = setUp({ length: 5 });
    lose('r2');
    toggle('r2');
    expect(now()).toEqual([]);
    extend(3, 1);
    expect(now()).toEqual(['r1', 'r3']);
    all(list);
    expect(now()).toEqual(['r0', 'r1', 'r3', 'r4']);
  });

  test('stay selected where a search hides them, and are counted', () => {
    const { toggle, all, extend, list, hidden, now } = setUp({ length: 5 });
    toggle('r1');
    toggle('r4');
    list.splice(0, 3);
    expect([hidden.value, now()]).toEqual([1, ['r1', 'r4']]);
    all(list);
    expect([hidden.value, now().sort()]).toEqual([1, ['r1', 'r3', 'r4']]);
    extend(0, 0);
    expect([hidden.value, now().sort()]).toEqual([1, ['r1', 'r3']]);
  });

  test('are no more than the most at once, and it is known how many were meant', () => {
    const { all, list, toggle, now, meant } = setUp({ max: 3, length: 5 });
    all(list);
    expect(now()).toEqual(['r0', 'r1', 'r2']);
    expect(meant.value).toBe(5);
    toggle('r0');
    expect(meant.value).toBeNull();
    toggle('r0');
    toggle('r4');
    expect(now()).toHaveLength(3);
    expect(meant.value).toBe(4);
  });
});
