import { describe, expect, test } from 'vitest';
import { at, list, row } from './list-fixture.ts';

describe('rows read by the page', () => {
  test('are drawn only when all of them are loaded; the old ones stay until then', async () => {
    const main = list(10_000);
    await main.start();
    main.paged.setViewport(at(5000));
    expect(main.keys()[0]).toBe('config:0');
    expect(main.paged.rendered.value?.top).toBe(0);
    await main.answerAll();
    expect(main.keys()[0]).toBe('config:5000');
    expect(main.keys()).toHaveLength(20);
    expect(main.paged.rendered.value?.top).toBe(5000 * 52);
  });

  test('are loaded before they are scrolled to', async () => {
    const main = list(10_000);
    await main.start();
    for (const first of [10, 20, 30, 40, 50, 60, 70]) {
      main.paged.setViewport(at(first));
      main.idle();
      await main.answerAll();
    }
    main.paged.setViewport(at(85));
    expect(main.keys()[0]).toBe('config:85');
    for (const first of [84, 70, 55]) main.paged.setViewport(at(first));
    expect(main.keys()[0]).toBe('config:55');
  });

  test('ahead of the view are read when idle, in the direction of scrolling', async () => {
    const main = list(10_000);
    await main.start();
    main.paged.setViewport(at(5000));
    await main.answerAll();
    main.paged.setViewport(at(4995));
    await main.answerAll();
    expect(main.paged.at(4980)).toBeUndefined();
    main.idle();
    expect(main.open.map(({ query }) => query)).toEqual([{ offset: 4890, limit: 100 }]);
  });

  test('ahead of the view are not read during a fast scroll', async () => {
    const main = list(10_000);
    await main.start();
    main.idle();
    await main.answerAll();
    for (const first of [1000, 2000, 3000]) {
      main.paged.setViewport(at(first));
      await main.answerAll();
    }
    main.idle(2);
    expect(main.open).toEqual([]);
    main.idle(1);
    expect(main.open.map(({ query }) => query)).toEqual([{ offset: 3020, limit: 100 }]);
  });

  test('that were scrolled past are never requested', async () => {
    const main = list(10_000);
    await main.start();
    for (const first of [1000, 2000, 3000, 4000]) main.paged.setViewport(at(first));
    expect(main.open.map(({ query }) => query)).toEqual([{ offset: 1000, limit: 20 }]);
    const [request] = main.open.splice(0);
    request?.answer();
    await main.settle();
    expect(main.open.map(({ query }) => query)).toEqual([{ offset: 4000, limit: 20 }]);
    await main.answerAll();
    expect(main.keys()[0]).toBe('config:4000');
  });

  test('of a long list are not all kept', async () => {
    const main = list(10_000);
    await main.start();
    for (let first = 0; first < 9000; first += 90) {
      main.paged.setViewport(at(first));
      await main.answerAll();
    }
    expect(main.paged.at(0)).toBeUndefined();
    expect(main.paged.at(8910)?.key).toBe('config:8910');
  });

  test('of the last of several overlapping searches win, in whatever order answers come', async () => {
    const main = list(50);
    await main.start();
    void main.paged.restart();
    const first = main.open.splice(0);
    main.change((all) => all.slice(10));
    void main.paged.restart();
    const second = main.open.splice(0);
    for (const { answer } of second) answer();
    await main.settle();
    main.change((all) => all.slice(10));
    for (const { answer } of first) answer();
    await main.settle();
    expect(main.keys()[0]).toBe('config:10');
  });

  test('locate the selected one in the new search', async () => {
    const main = list(50);
    await main.start();
    const located = main.paged.restart('config:7');
    await main.answerAll();
    expect(await located).toBe(7);
  });

  test('keep what is drawn when main cannot read, and say so', async () => {
    const main = list(500);
    await main.start();
    main.paged.setViewport(at(300));
    for (const { refuse } of main.open.splice(0)) refuse();
    await main.settle();
    expect(main.keys()[0]).toBe('config:0');
    expect(main.paged.failure.value?.kind).toBe('vault');
  });

  test('show the end of a list that became shorter than where it was scrolled to', async () => {
    const main = list(300);
    await main.start();
    main.paged.setViewport(at(250));
    await main.answerAll();
    main.change((all) => all.slice(0, 60));
    void main.paged.refresh();
    await main.answerAll();
    expect(main.keys().at(-1)).toBe('config:59');
  });
});

describe('a list that changed', () => {
  test('updates values in place', async () => {
    const main = list(300);
    await main.start();
    main.hold(true);
    main.change((all) => all.with(3, row('config:3', 'renamed')));
    void main.paged.refresh();
    await main.answerAll();
    expect(main.paged.rendered.value?.rows[3]?.title).toBe('renamed');
    expect(main.paged.pending.value).toBe(false);
  });

  test('grows below what is drawn without waiting', async () => {
    const main = list(300);
    await main.start();
    main.hold(true);
    main.change((all) => [...all, row('config:900')]);
    void main.paged.refresh();
    await main.answerAll();
    expect(main.paged.rendered.value?.total).toBe(301);
    expect(main.paged.pending.value).toBe(false);
  });

  test('does not move what a user is about to click, but changes its values, and waits', async () => {
    const main = list(300);
    await main.start();
    main.hold(true);
    main.change((all) => [row('config:900'), ...all.with(3, row('config:3', 'renamed'))]);
    void main.paged.refresh();
    await main.answerAll();
    expect(main.keys()[0]).toBe('config:0');
    expect(main.paged.rendered.value?.rows[3]?.title).toBe('renamed');
    expect(main.paged.pending.value).toBe(true);

    void main.paged.applyPending();
    await main.answerAll();
    expect(main.keys()[0]).toBe('config:900');
    expect(main.paged.pending.value).toBe(false);
  });

  test('moves at once when nobody is about to click, with the first row staying in sight', async () => {
    const main = list(300);
    await main.start();
    main.paged.setViewport(at(150));
    await main.answerAll();
    main.change((all) => [
      ...Array.from({ length: 5 }, (_, n) => row(`config:9${String(n)}00`)),
      ...all,
    ]);
    void main.paged.refresh();
    await main.answerAll();
    expect(main.shifts).toEqual([5]);
    expect(main.keys()[0]).toBe('config:150');
  });

  test('shows the current number of rows while its order is held', async () => {
    const main = list(300);
    await main.start();
    main.hold(true);
    main.change((all) => [row('config:900'), ...all]);
    void main.paged.refresh();
    await main.answerAll();
    expect(main.keys()[0]).toBe('config:0');
    expect(main.paged.rendered.value).toMatchObject({ total: 301, all: 301, length: 300 });
  });

  test('is never held before main has read every list', async () => {
    const main = list(5);
    main.setComplete(false);
    await main.start();
    main.hold(true);
    main.change((all) => [row('config:800'), ...all]);
    main.setComplete(true);
    void main.paged.refresh();
    await main.answerAll();
    expect(main.keys()[0]).toBe('config:800');
    expect(main.paged.pending.value).toBe(false);

    main.change((all) => [row('config:900'), ...all]);
    void main.paged.refresh();
    await main.answerAll();
    expect(main.keys()[0]).toBe('config:800');
    expect(main.paged.pending.value).toBe(true);
  });

  test('does not move under a pointer that came while the new order was read', async () => {
    const main = list(300);
    await main.start();
    main.change((all) => [row('config:900'), ...all]);
    void main.paged.refresh();
    for (const { answer } of main.open.splice(0)) answer();
    await main.settle();
    main.hold(true);
    await main.answerAll();
    expect(main.keys()[0]).toBe('config:0');
    expect(main.paged.pending.value).toBe(true);

    main.hold(false);
    void main.paged.applyUnlessHeld();
    main.hold(true);
    await main.answerAll();
    expect(main.keys()[0]).toBe('config:0');

    main.hold(false);
    void main.paged.applyUnlessHeld();
    await main.answerAll();
    expect(main.keys()[0]).toBe('config:900');
    expect(main.paged.pending.value).toBe(false);
  });

  test('takes no rows of the new order among the held ones', async () => {
    const main = list(1000);
    await main.start();
    main.hold(true);
    main.idle();
    const prefetch = main.open.splice(0);
    main.change((all) => [row('config:9000'), ...all]);
    void main.paged.refresh();
    await main.answerAll();
    expect(main.paged.pending.value).toBe(true);
    for (const { answer } of prefetch) answer();
    await main.settle();
    expect(main.paged.at(20)?.key).not.toBe('config:19');
  });

  test('is in its new order once a user scrolls out of what was kept of the old one', async () => {
    const main = list(1000);
    await main.start();
    main.hold(true);
    main.change((all) => [row('config:9000'), ...all]);
    void main.paged.refresh();
    await main.answerAll();
    main.paged.setViewport(at(700));
    await main.answerAll();
    expect(main.paged.pending.value).toBe(false);
    expect(main.keys()).toContain('config:700');
  });

  test('is drawn in one order, however far a user scrolls while it changes', async () => {
    const main = list(10_000);
    await main.start();
    let order: readonly string[] = [];
    for (const [nth, first] of [500, 5000, 9900, 4000, 40].entries()) {
      main.paged.setViewport(at(first));
      main.change((all) => {
        const next = [row(`config:${String(20_000 + nth)}`), ...all];
        order = next.map(({ key }) => key);
        return next;
      });
      void main.paged.refresh();
      await main.answerAll();
      const drawn = main.keys();
      const begin = order.indexOf(drawn[0] ?? '');
      expect(drawn).toHaveLength(20);
      expect(drawn).toEqual(order.slice(begin, begin + 20));
      expect(Math.abs(begin - first)).toBeLessThanOrEqual(1);
    }
  });

  test('during another search is applied after it', async () => {
    const main = list(50);
    await main.start();
    void main.paged.restart();
    const pending = main.open.splice(0);
    void main.paged.refresh();
    await main.settle();
    expect(main.open).toHaveLength(0);
    for (const { answer } of pending) answer();
    await main.settle();
    expect(main.open).toHaveLength(1);
  });
});
