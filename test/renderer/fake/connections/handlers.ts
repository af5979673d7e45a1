import { ok } from '#contract/failure.ts';
import { maxQuickRows } from '#contract/ipc/quick.ts';
import type { Handlers } from '#test/renderer/fake/handlers.ts';
import type { FakeOptions } from '#test/renderer/fake/options.ts';
import type { FakeConnectionList } from './list.ts';
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

type Options = Pick<FakeOptions, 'client' | 'commands' | 'qrText' | 'shortcut'>;

/**
 * The commands of the list of connections and of the quick copy window.
 *
 * @param clearsAt when a secret that is copied now leaves the clipboard
 */
export function connectionHandlers(
  list: FakeConnectionList,
  options: Options,
  clearsAt: () => number | null,
): Handlers {
  return {
    ...listHandlers(list),
    ...secretHandlers(list, options, clearsAt),
    ...bulkHandlers(list, options, clearsAt),
    ...quickHandlers(list, options, clearsAt),
  };
}

function listHandlers(list: FakeConnectionList): Handlers {
  return {
    'connections.rows': () => ok(list.rows()),
    'connections.get': ({ key }) => list.find(key, (row) => withoutSecret(list.asKnown(row))),
    'connections.setTitle': ({ key, title }) => list.alter(key, { title: title ?? '' }),
    'connections.setFavourite': ({ key, favourite }) => list.alter(key, { favourite }),
  };
}

function secretHandlers(
  list: FakeConnectionList,
  options: Options,
  clearsAt: () => number | null,
): Handlers {
  return {
    'connections.copy': ({ key }) => list.find(key, () => ({ clearsAt: clearsAt() })),
    'connections.save': ({ key, form }) =>
      list.find(key, () => ({ name: `connection.${form === 'xray' ? 'json' : 'conf'}` })),
    'connections.reveal': ({ key, form }) =>
      list.find(key, (row) => ({ text: fakeSecret(row, form), until: Date.now() + 30_000 })),
    'connections.qr': ({ key, form }) =>
      list.find(key, (row) => ({ rows: fakeQr(options.qrText ?? fakeSecret(row, form), form) })),
    'connections.commands': () => ok({ commands: options.commands ?? [] }),
    'connections.awg': () => ok({ parameters: fakeAwg }),
    'connections.open': ({ key }) => list.find(key, () => ({ client: options.client ?? null })),
  };
}

function bulkHandlers(
  list: FakeConnectionList,
  { commands = [] }: Options,
  clearsAt: () => number | null,
): Handlers {
  return {
    'connections.copyMany': ({ keys }) => ok({ count: keys.length, clearsAt: clearsAt() }),
    'connections.saveMany': ({ keys, as }) =>
      ok({ name: as === 'file' ? 'connections.txt' : 'connections', count: keys.length }),
    'connections.commandsOfMany': ({ keys }) => {
      const configurations = commands.length === 0 ? 0 : keys.length;
      return ok({ configurations, commands, different: commands.length });
    },
  };
}

function quickHandlers(
  list: FakeConnectionList,
  options: Options,
  clearsAt: () => number | null,
): Handlers {
  return {
    'quick.find': ({ search }) => {
      const rows = list.inOrder({ ...everything, search }, { by: 'title', descending: false });
      const favourites = rows.filter(({ favourite }) => favourite);
      const own = favourites.length === 0 ? rows : [...favourites, ...rows.slice(-2)];
      const shown = (search === '' ? own : rows).slice(0, maxQuickRows);
      return ok({
        rows: shown.map((row) => list.asKnown(row)),
        favourites: search === '' ? favourites.length : 0,
        all: list.all().length,
        total: rows.length,
      });
    },
    'quick.copy': ({ key }) =>
      list.find(key, () => ({
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
  };
}
