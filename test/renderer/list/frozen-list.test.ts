import { describe, expect, test } from 'vitest';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { FrozenList } from '#renderer/list/frozen-list.ts';
import { connectionRow } from '#test/contract/connection-row.ts';

const rowHeight = 52;

const row = (key: string, title = key): ConnectionRow => connectionRow({ key, title });

const rows = (count: number, first = 0): ConnectionRow[] =>
  Array.from({ length: count }, (_, n) => row(`config:${String(first + n)}`));

/** A list of so many rows in a view of ten, and the pointer that may be on it. */
function setUp(count: number) {
  const known = new Map(rows(count).map((one) => [one.key, one]));
  let held = false;
  let focused = false;
  let complete = true;
  let current: string | null = null;
  const list = new FrozenList({
    rowHeight,
    height: 10 * rowHeight,
    valueOf: (one) => known.get(one.key) ?? one,
    isHeld: () => held,
    isFocused: () => focused,
    current: () => current,
    isComplete: () => complete,
  });
  list.restart([...known.values()]);
  return {
    list,
    hold: (on: boolean): void => {
      held = on;
      list.release();
    },
    setComplete: (on: boolean): void => {
      complete = on;
    },
    focus: (): void => {
      focused = true;
    },
    open: (key: string): void => {
      current = key;
    },
    inView: () => {
      const first = list.top.value / rowHeight;
      return list.shown.value.slice(first, first + 10).map(({ key }) => key);
    },
    /** The account has these rows now, in this order. */
    change: (alter: (all: ConnectionRow[]) => ConnectionRow[]): void => {
      const next = alter([...known.values()]);
      known.clear();
      for (const one of next) known.set(one.key, one);
      list.update(next);
    },
    scrollTo: (position: number): void => {
      list.top.value = position * rowHeight;
    },
    keys: () => list.drawn.value.rows.map(({ key }) => key),
    /** Key of the row at the top of the view. */
    topKey: () => list.shown.value[list.top.value / rowHeight]?.key,
  };
}

test('the drawn rows are those in view and one beyond either edge', () => {
  const { list, keys, scrollTo } = setUp(10_000);
  expect([keys()[0], keys().at(-1)]).toEqual(['config:0', 'config:12']);
  scrollTo(5000);
  expect([keys()[0], keys().at(-1)]).toEqual(['config:4999', 'config:5011']);
  expect(list.drawn.value.first).toBe(4999);
  scrollTo(9990);
  expect(keys().at(-1)).toBe('config:9999');
  expect(setUp(3).keys()).toEqual(['config:0', 'config:1', 'config:2']);
});

test('another search is shown from its top, also under the pointer', () => {
  const { list, hold, scrollTo, keys } = setUp(500);
  scrollTo(300);
  hold(true);
  list.restart(rows(20, 100));
  expect(list.top.value).toBe(0);
  expect(keys()[0]).toBe('config:100');
  expect(list.pending.value).toBe(false);
});

describe('the row that is opened', () => {
  test('stays in view where many come before it, and in another order', () => {
    const { list, change, open, inView } = setUp(15);
    open('config:4');
    change((all) => [...rows(10_000, 100), ...all]);
    expect(inView()).toContain('config:4');
    list.restart(list.shown.value.toReversed(), true);
    expect(list.top.value).toBe(rowHeight);
    expect(inView()).toContain('config:4');
  });

  test('does not pull back whoever has scrolled away from it, nor another search', () => {
    const { list, change, open, scrollTo, inView, topKey } = setUp(300);
    open('config:4');
    scrollTo(100);
    change((all) => [...rows(50, 900), ...all]);
    expect(topKey()).toBe('config:100');
    scrollTo(50);
    expect(inView()).toContain('config:4');
    list.restart([...list.shown.value.slice(100), row('config:4')]);
    expect(list.top.value).toBe(0);
  });
});

describe('a list that changes', () => {
  test('keeps the order of its rows, also where others come and go, until it starts again', () => {
    const { list, change } = setUp(5);
    const shown = () => list.shown.value.map(({ key }) => key);
    change((all) => all.toReversed());
    expect(shown()).toEqual(rows(5).map(({ key }) => key));
    expect(list.pending.value).toBe(false);
    change((all) => [row('config:8'), ...all.slice(1).toReversed(), row('config:9')]);
    expect(shown()).toEqual(['config:8', ...[0, 1, 2, 3, 9].map((n) => `config:${String(n)}`)]);
    list.restart(rows(5).toReversed());
    expect(shown()[0]).toBe('config:4');
  });

  test('updates values in place, and grows below what is in view, without waiting', () => {
    const { list, hold, change } = setUp(300);
    hold(true);
    change((all) => [...all.with(3, row('config:3', 'renamed')), row('config:900')]);
    expect(list.drawn.value.rows[3]?.title).toBe('renamed');
    expect(list.shown.value).toHaveLength(301);
    expect(list.pending.value).toBe(false);
  });

  test('does not move what a user is about to click, but changes its values, and waits', () => {
    const { list, hold, change, keys } = setUp(300);
    hold(true);
    change((all) => [row('config:900'), ...all.with(3, row('config:3', 'renamed'))]);
    expect(keys()[0]).toBe('config:0');
    expect(list.drawn.value.rows[3]?.title).toBe('renamed');
    expect(list.pending.value).toBe(true);
    expect([list.shown.value.length, list.next.value.length]).toEqual([300, 301]);

    hold(false);
    expect(keys()[0]).toBe('config:900');
    expect(list.pending.value).toBe(false);
  });

  test('keeps the row of what is gone as it was until nobody is about to click', () => {
    const { hold, change, keys } = setUp(300);
    hold(true);
    change((all) => all.filter(({ key }) => key !== 'config:2'));
    expect(keys().slice(0, 4)).toEqual(['config:0', 'config:1', 'config:2', 'config:3']);
    hold(false);
    expect(keys().slice(0, 3)).toEqual(['config:0', 'config:1', 'config:3']);
  });

  test('waits no longer once its order is again the one that is shown', () => {
    const { list, hold, change } = setUp(300);
    hold(true);
    change((all) => [row('config:900'), ...all]);
    change((all) => all.slice(1));
    expect(list.pending.value).toBe(false);
  });

  test('keeps the first row in view where it is when rows come or go above it', () => {
    const { hold, change, scrollTo, topKey } = setUp(300);
    scrollTo(150);
    change((all) => [...rows(5, 900), ...all]);
    expect(topKey()).toBe('config:150');
    change((all) => all.slice(20));
    expect(topKey()).toBe('config:150');
    hold(true);
    change((all) => all.slice(20));
    hold(false);
    expect(topKey()).toBe('config:150');
  });

  test('keeps the next row where it is when the first in view is gone', () => {
    const { change, scrollTo, list } = setUp(300);
    scrollTo(150);
    change((all) => all.filter(({ key }) => key !== 'config:150' && key !== 'config:3'));
    expect(list.positionOf('config:151') * rowHeight - list.top.value).toBe(rowHeight);
  });

  test('shows new rows above at once where it is not scrolled', () => {
    const { change, keys } = setUp(300);
    change((all) => [row('config:900'), ...all]);
    expect(keys()[0]).toBe('config:900');
  });

  test('shows its end when it became shorter than where it was scrolled to', () => {
    const { change, scrollTo, keys, list } = setUp(300);
    scrollTo(250);
    change((all) => all.slice(0, 60));
    expect(keys().at(-1)).toBe('config:59');
    expect(list.top.value).toBe(50 * rowHeight);
  });

  test('keeps on screen what main read first, with what comes later below it, until every list was read', () => {
    const { list, setComplete, change, hold, keys } = setUp(5);
    setComplete(false);
    for (const first of [100, 200]) change((all) => [...rows(20, first), ...all]);
    hold(true);
    hold(false);
    expect(keys().slice(0, 6)).toEqual([...rows(5), ...rows(1, 100)].map(({ key }) => key));
    expect(new Set(list.shown.value)).toEqual(new Set(list.next.value));
    setComplete(true);
    list.release();
    expect(keys()[0]).toBe('config:200');
  });

  test('grows to what main read first around the focused row, and then waits for the focus', () => {
    const { setComplete, focus, change, open, list } = setUp(5);
    const y = () => list.positionOf('config:3') * rowHeight - list.top.value;
    setComplete(false);
    change((all) => all);
    focus();
    open('config:3');
    setComplete(true);
    change((all) => [...rows(50, 100), ...all, ...rows(10_000, 200)]);
    expect(list.pending.value).toBe(false);
    expect(y()).toBe(3 * rowHeight);
    change((all) => [row('config:90'), ...all]);
    expect(list.pending.value).toBe(true);
  });

  test('is never held while it is empty', () => {
    const { hold, change, keys } = setUp(0);
    hold(true);
    change(() => rows(3));
    expect(keys()).toHaveLength(3);
  });
});
