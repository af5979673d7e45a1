import { flushPromises } from '@vue/test-utils';
import { beforeEach, describe, expect, test } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import type { ConnectionChanges, ConnectionRow } from '#contract/ipc/connections.ts';
import { rowsText } from '#contract/connections/rows-text.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { openStores, setMainState } from '#test/renderer/lib/window-fixture.ts';
import { connectionRow } from '#test/contract/connection-row.ts';

let pinia: ReturnType<typeof openStores>;
beforeEach(() => {
  pinia = openStores();
});

/** Another account is the open one. */
function openAccount(id: string): void {
  const account = { id, service: 'https://a.example', name: '' };
  setMainState(pinia, 'session.changed', { ...useSessionStore().state, account });
}

const row = (key: string, title: string): ConnectionRow =>
  connectionRow({ key, title, favourite: true });

const [first, second, third] = [
  row('config:1', 'Phone'),
  row('config:2', 'Router'),
  row('config:3', 'Desktop'),
] as const;

/** The store of a window whose main process answers and announces when the test says. */
function openStore() {
  const open: ((answer: unknown) => void)[] = [];
  let announce: (change: ConnectionChanges) => void = () => undefined;
  Object.assign(window, {
    culvert: {
      call: (name: string) =>
        new Promise((resolve) => {
          if (name === 'connections.rows') open.push(resolve);
        }),
      listen: (event: string, listener: typeof announce) => {
        if (event === 'connections.changed') announce = listener;
      },
    },
  });
  const store = useConnectionsStore();
  store.start();
  return {
    store,
    /** How many answers the store waits for. */
    requests: () => open.length,
    answer: async (
      list: number,
      revision: number,
      rows: readonly ConnectionRow[],
    ): Promise<void> => {
      const text = rowsText(rows);
      open.shift()?.(ok({ list, revision, count: rows.length, rows: text, recents: [] }));
      await flushPromises();
    },
    refuse: async (): Promise<void> => {
      open.shift()?.(fail('unsent', { reason: 'signed-out' }));
      await flushPromises();
    },
    change: (
      list: number,
      revision: number,
      put: readonly ConnectionRow[],
      removed: readonly string[] = [],
    ): void => {
      announce({ list, revision, put: rowsText(put), removed });
    },
    titles: () => store.listed.map(({ title }) => title),
  };
}

describe('the rows of the window', () => {
  test('are read once and then follow what main announces', async () => {
    const { store, requests, answer, change, titles } = openStore();
    expect(store.loaded).toBe(false);
    await answer(1, 4, [first, second]);
    change(1, 5, [{ ...first, title: 'AAA' }, third], [second.key]);
    expect(titles()).toEqual(['AAA', third.title]);
    expect(store.changed.keys).toEqual([second.key, first.key, third.key]);
    expect(requests()).toBe(0);
  });

  test('take changes that came before the answer, unless it contains them', async () => {
    const { answer, change, titles, requests } = openStore();
    change(1, 4, [{ ...first, title: 'old' }]);
    change(1, 5, [{ ...first, title: 'new' }]);
    await answer(1, 4, [{ ...first, title: 'read' }]);
    expect(titles()).toEqual(['new']);
    change(1, 5, [{ ...first, title: 'old' }]);
    expect(titles()).toEqual(['new']);
    expect(requests()).toBe(0);
  });

  test('are read again after a change that never came, and all details are outdated', async () => {
    const { store, answer, change, titles, requests } = openStore();
    await answer(1, 4, [first]);
    change(1, 5, [third]);
    change(1, 7, [{ ...first, title: 'AAA' }]);
    expect(requests()).toBe(1);
    await answer(1, 7, [{ ...first, title: 'AAA' }]);
    expect(titles()).toEqual(['AAA']);
    expect(store.changed.keys).toBeNull();
  });

  test('are those of the account that is open now', async () => {
    const { store, answer, change, titles, requests } = openStore();
    await answer(1, 4, [first]);
    openAccount('one');
    expect([store.loaded, requests()]).toEqual([true, 0]);
    store.setCurrent(first);
    store.change({ search: 'phone' });
    openAccount('other');
    expect([store.loaded, store.count, store.current, store.filter.search]).toEqual([
      false,
      0,
      null,
      '',
    ]);
    change(1, 5, [{ ...first, title: 'of the last account' }]);
    await answer(2, 0, [second]);
    expect(titles()).toEqual([second.title]);
    change(1, 6, [{ ...first, title: 'of the last account' }]);
    expect([titles(), requests()]).toEqual([[second.title], 0]);
    change(3, 1, [third]);
    expect(requests()).toBe(1);
  });

  test('are read by the page where no account was open at the start', async () => {
    const { store, answer, refuse, titles, requests } = openStore();
    await refuse();
    expect(store.failure?.kind).toBe('unsent');
    const read = store.readOnce();
    void store.readOnce();
    expect(requests()).toBe(1);
    await answer(1, 0, [first]);
    await read;
    expect([store.failure, ...titles()]).toEqual([null, first.title]);
  });

  test('show what a change answered with, also of a connection that the account lost', async () => {
    const { store, answer, change, titles } = openStore();
    await answer(1, 0, [first, second]);
    store.setCurrent(first);
    store.replace({ ...first, title: 'AAA' });
    expect([store.current?.title, titles()[0]]).toEqual(['AAA', 'AAA']);
    change(1, 1, [], [first.key]);
    expect([store.current?.title, store.count]).toEqual(['AAA', 1]);
  });
});

test('the values to filter by are counted over all rows, whatever is searched', async () => {
  const { store, answer, change } = openStore();
  expect(store.facets).toBeNull();
  await answer(1, 0, [first, second]);
  store.change({ search: 'nothing like it' });
  expect(store.listed).toEqual([]);
  expect(store.facets?.favourites).toBe(2);
  change(1, 1, [{ ...first, favourite: false }]);
  expect(store.facets?.favourites).toBe(1);
});

test('a search of the palette or a form leaves the list as it is', async () => {
  const { store, answer, titles } = openStore();
  await answer(1, 0, [first, second, third]);
  store.change({ favourites: true });
  const before = titles();
  expect(store.find({ search: first.title }).map(({ key }) => key)).toEqual([first.key]);
  expect(titles()).toEqual(before);
});

test('what is expiring is shown by the time left, and the rest again in the order before or as chosen', async () => {
  const { store, answer, titles } = openStore();
  const inDays = (days: number) => Date.now() / 1000 + days * 86_400;
  const rows = [first, second, third].map((each, n) => ({ ...each, expiresAt: inDays(3 - n) }));
  await answer(1, 0, rows);
  const before = titles();
  store.change({ expiring: true });
  expect(titles()).toEqual([third.title, second.title, first.title]);
  store.clearFilters();
  expect(titles()).toEqual(before);
  store.change({ expiring: true });
  store.order = { by: 'title', descending: true };
  store.clearFilters();
  expect(titles()).toEqual(before.toReversed());
});
