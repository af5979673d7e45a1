import type { Events } from '#contract/ipc.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import { mostQuickRows } from '#contract/ipc/quick.ts';
import { fakeConnections, fakePaidConnections, type FakeConnection } from './connections.ts';
import type { Handlers } from '#test/renderer/fake/handlers.ts';
import type { FakeOptions } from '#test/renderer/fake/options.ts';
import { facetsOf, inOrder } from './query.ts';
import { fakeAwg, fakeQr, fakeSecret, withoutSecret } from './secrets.ts';

const everything = {
  sources: [],
  countries: [],
  protocols: [],
  states: [],
  expiring: false,
  favourites: false,
  working: false,
};

/**
 * The list of connections, in a window without a main process.
 *
 * @param clearsAt when what is copied now leaves the clipboard
 * @param isOffline whether the service is not reached: nothing recent is known then
 * @param readAt when the list was read, Unix milliseconds
 * @param tell says that the list changed
 */
export function fakeList(
  options: Pick<FakeOptions, 'count' | 'library' | 'client' | 'commands' | 'qrText' | 'shortcut'>,
  clearsAt: () => number | null,
  isOffline: () => boolean,
  readAt: () => number | null,
  tell: (change: Events['connections.changed']) => void,
) {
  let connections = [
    ...fakeConnections(options.count ?? 'demo', Date.now()),
    ...fakePaidConnections(options.library?.['paidOptions.list'], Date.now()),
  ];
  let revision = 1;
  let sorted: { readonly question: string; readonly rows: readonly FakeConnection[] } | null = null;

  function changed(keys: readonly string[] | null): void {
    revision += 1;
    sorted = null;
    tell({ revision, keys });
  }

  function find<Answer>(key: string, use: (row: FakeConnection) => Answer): Result<Answer> {
    const row = connections.find((one) => one.key === key);
    return row === undefined ? fail('not-found') : ok(use(row));
  }

  function alter(key: string, changes: Partial<FakeConnection>): Result<FakeConnection> {
    connections = connections.map((row) => (row.key === key ? { ...row, ...changes } : row));
    changed([key]);
    return find(key, (row) => row);
  }

  function asKnown(row: FakeConnection): FakeConnection {
    if (!isOffline() || row.state.state === 'expired') return row;
    return { ...row, state: { ...row.state, state: 'unknown', since: readAt() } };
  }

  const handlers: Handlers = {
    'connections.query': ({ filter, order, offset, limit, locate }) => {
      const question = JSON.stringify([filter, order]);
      if (sorted?.question !== question)
        sorted = { question, rows: inOrder(connections, { filter, order }) };
      const { rows } = sorted;
      return ok({
        revision,
        total: rows.length,
        all: connections.length,
        offset,
        rows: rows.slice(offset, offset + limit).map(asKnown),
        located: locate === undefined ? -1 : rows.findIndex((row) => row.key === locate),
      });
    },
    'quick.find': ({ search }) => {
      const filter = { ...everything, search };
      const rows = inOrder(connections, { filter, order: { by: 'title', descending: false } });
      const favourites = rows.filter(({ favourite }) => favourite);
      const own = favourites.length === 0 ? rows : [...favourites, ...rows.slice(-2)];
      const shown = (search === '' ? own : rows).slice(0, mostQuickRows).map(asKnown);
      return ok({
        rows: shown,
        favourites: search === '' ? favourites.length : 0,
        all: connections.length,
        total: rows.length,
      });
    },
    'quick.copy': ({ key }) =>
      find(key, () => ({
        clearsAt: clearsAt(),
        ...(options.commands && { commandsRemoved: options.commands.length }),
      })),
    'quick.hide': () => ok(true),
    'quick.open': () => ok(true),
    'quick.choosing': () => ok(true),
    'quick.shortcut': () =>
      ok({
        state: 'registered',
        keys: 'Control+Shift+Space',
        usual: 'Control+Shift+Space',
        command: 'culvert --quick',
        ...options.shortcut,
      }),
    'connections.facets': () => ok(facetsOf(connections)),
    'connections.get': ({ key }) => find(key, (row) => withoutSecret(asKnown(row))),
    'connections.copy': ({ key }) => find(key, () => ({ clearsAt: clearsAt() })),
    'connections.save': ({ key, form }) =>
      find(key, () => ({ name: `connection.${form === 'xray' ? 'json' : 'conf'}` })),
    'connections.reveal': ({ key, form }) =>
      find(key, (row) => ({ text: fakeSecret(row, form), until: Date.now() + 30_000 })),
    'connections.qr': ({ key, form }) =>
      find(key, (row) => ({ rows: fakeQr(options.qrText ?? fakeSecret(row, form), form) })),
    'connections.commands': () => ok({ commands: options.commands ?? [] }),
    'connections.awg': () => ok({ parameters: fakeAwg }),
    'connections.open': ({ key }) => find(key, () => ({ client: options.client ?? null })),
    'connections.keys': ({ filter, order, offset, limit }) =>
      ok({
        keys: inOrder(connections, { filter, order })
          .slice(offset, offset + limit)
          .map(({ key }) => key),
      }),
    'connections.copyMany': ({ keys }) => ok({ count: keys.length, clearsAt: clearsAt() }),
    'connections.saveMany': ({ keys, as }) =>
      ok({ name: as === 'file' ? 'connections.txt' : 'connections', count: keys.length }),
    'connections.commandsOfMany': ({ keys }) => {
      const { commands = [] } = options;
      const configurations = commands.length === 0 ? 0 : keys.length;
      return ok({ configurations, commands, different: commands.length });
    },
    'connections.setTitle': ({ key, title }) => alter(key, { title: title ?? '' }),
    'connections.setFavourite': ({ key, favourite }) => alter(key, { favourite }),
  };

  return {
    handlers,
    /** Changes connections as a refresh would, and tells the window. */
    change: (alterAll: (all: FakeConnection[]) => FakeConnection[]): void => {
      connections = alterAll(connections);
      changed(null);
    },
    /** Tells the window that states may be others now. */
    stateChanged: (): void => {
      changed(null);
    },
    all: (): readonly FakeConnection[] => connections,
  };
}
