import type {
  ConnectionFacets,
  ConnectionPage,
  ConnectionQuery,
  ConnectionRow,
} from '#contract/ipc/connections.ts';
import type { ConnectionState, StateOfConnection } from '#contract/rules/connection-state.ts';
import { acceptance, expiringSoon } from './filter.ts';
import { facetsOf } from './facets.ts';
import { comparison, signatureOf, type CheckOf, type Order, type StateOf } from './order.ts';
import { searchRank, type Indexed } from './search.ts';
import {
  rowOf,
  statsRouteOf,
  type ConnectionLine,
  type StatsRoute,
} from '#core/connections/connection.ts';

export interface ConnectionIndex {
  /** Puts the entries of one scope in place of those it had; answers which keys changed or went. */
  replace(scope: string, entries: readonly ConnectionLine[]): string[];
  /** Adds entries of any scope, or puts them in place of those with their keys. */
  put(entries: readonly ConnectionLine[]): void;
  /**
   * The same for all entries there are, in the order of titles in this language: where that is still
   * the order, it is not worked out again. A newer collation shows with the next change.
   */
  load(entries: readonly ConnectionLine[], language: string | undefined): void;
  /** Forgets scopes that the account no longer has; answers the keys that went. */
  keepScopes(keep: (scope: string) => boolean): string[];
  get(key: string): ConnectionLine | undefined;
  row(key: string): ConnectionRow | undefined;
  /** All entries, in the order of titles. */
  all(): readonly ConnectionLine[];
  query(query: ConnectionQuery): ConnectionPage;
  facets(): ConnectionFacets;
  /** How a server's statistics can be asked for: the live entries' routes, one of each kind. */
  statsRoutes(server: string): readonly StatsRoute[];
  setFavourites(keys: readonly string[]): void;
  /** The results of checks changed. */
  checksChanged(): void;
  /** What states are derived from has changed, or time passed; answers whose state is another now. */
  statesChanged(): string[];
  /** Grows with every change of what a query could answer. */
  revision(): number;
}

/**
 * The searchable list of all connections, in memory, without secrets. Orders are worked out once per
 * change and kept; a query filters the kept order, so that typing costs one pass over the entries.
 * A search in the order of titles puts first what fits best, see `searchRank`.
 *
 * @param options.now Unix milliseconds, for what is expiring
 */
export function createConnectionIndex(options: {
  readonly now: () => number;
  readonly language: () => string;
  /** Keys that were copied lately, newest first. */
  readonly recents: () => readonly string[];
  /** What checking it last found. */
  readonly checkOf: CheckOf;
  /** Its one state now. */
  readonly stateOf: (line: ConnectionLine) => StateOfConnection;
}): ConnectionIndex {
  const byKey = new Map<string, Indexed>();
  const orders = new Map<string, readonly Indexed[]>();
  let favourites: ReadonlySet<string> = new Set();
  let servers: Map<string, StatsRoute[]> | undefined;
  let matched: { signature: string; entries: readonly Indexed[] } | undefined;
  let revision = 0;

  const { checkOf } = options;

  function changed(): void {
    revision += 1;
    orders.clear();
    servers = undefined;
    matched = undefined;
  }

  function indexed(entry: ConnectionLine): Indexed {
    const state = byKey.get(entry.key)?.state;
    return { entry, title: undefined, romanizedTitle: undefined, state };
  }

  /** Derives a state, and remembers it to tell when it becomes another. */
  function fullStateOf(item: Indexed): StateOfConnection {
    const found = options.stateOf(item.entry);
    item.state = found.state;
    return found;
  }
  const stateOf: StateOf = (item) => fullStateOf(item).state;

  function row(item: Indexed): ConnectionRow {
    const { entry } = item;
    return rowOf(entry, favourites.has(entry.key), checkOf(entry), fullStateOf(item));
  }

  /** Whether the favourites there are stand first. */
  function favouritesLead(entries: readonly ConnectionLine[]): boolean {
    const present = [...favourites].filter((key) => byKey.has(key)).length;
    return entries.slice(0, present).every(({ key }) => favourites.has(key));
  }

  function ordered(order: Order): readonly Indexed[] {
    const language = options.language();
    const signature = signatureOf(order, language);
    const known = orders.get(signature);
    if (known) return known;
    const made = [...byKey.values()].sort(
      comparison(order, language, favourites, checkOf, stateOf),
    );
    orders.set(signature, made);
    return made;
  }

  function matching(query: ConnectionQuery): readonly Indexed[] {
    const { filter, order } = query;
    const recents = filter.search === '' ? [] : options.recents();
    const signature = JSON.stringify([filter, order, options.language(), recents]);
    // What is expiring changes with the hour, so such an answer is never kept.
    if (matched?.signature === signature && !filter.expiring) return matched.entries;
    const soon = options.now() / 1000 + expiringSoon;
    const accepts = acceptance(filter, favourites, soon, checkOf, stateOf);
    const accepted = accepts ? ordered(order).filter(accepts) : ordered(order);
    const rankOf = searchRank(filter.search);
    const entries = rankOf ? searched(accepted, rankOf, order) : accepted;
    matched = { signature, entries };
    return entries;
  }

  /** What a search found. In the order of titles, what fits best comes first. */
  function searched(
    entries: readonly Indexed[],
    rankOf: (item: Indexed) => number | undefined,
    order: Order,
  ): Indexed[] {
    const found = entries.flatMap((item) => {
      const rank = rankOf(item);
      return rank === undefined ? [] : [{ item, rank }];
    });
    if (order.by !== 'title' || order.descending) return found.map(({ item }) => item);
    const recents = new Map(options.recents().map((key, n) => [key, n]));
    // One number, most important first: comparing lists of them would take longer than the search.
    const weighed = found.map(({ item, rank }) => {
      const { entry } = item;
      const rankAndUse = rank * 2 + Number(isOutOfUse(entry, (item.state ??= stateOf(item))));
      const withFavourites = rankAndUse * 2 + Number(!favourites.has(entry.key));
      const recent = recents.get(entry.key) ?? recents.size;
      return { item, weight: withFavourites * (recents.size + 1) + recent };
    });
    return weighed.sort((one, other) => one.weight - other.weight).map(({ item }) => item);
  }

  /** Forgets what follows from something that only this order sorts by. */
  function sortAgain(by: Order['by']): void {
    revision += 1;
    matched = undefined;
    for (const signature of [...orders.keys()]) {
      if (signature.startsWith(`${by} `)) orders.delete(signature);
    }
  }

  const index: ConnectionIndex = {
    replace(scope, entries) {
      const touched: string[] = [];
      const kept = new Set(entries.map((entry) => entry.key));
      for (const [key, { entry }] of byKey) {
        if (entry.scope === scope && !kept.has(key)) {
          byKey.delete(key);
          touched.push(key);
        }
      }
      for (const entry of entries) {
        const before = byKey.get(entry.key)?.entry;
        if (!before || !sameEntry(before, entry)) touched.push(entry.key);
        byKey.set(entry.key, indexed(entry));
      }
      if (touched.length > 0) changed();
      return touched;
    },
    put(entries) {
      for (const entry of entries) byKey.set(entry.key, indexed(entry));
      changed();
    },
    load(entries, language) {
      index.put(entries);
      if (language === undefined || !favouritesLead(entries)) return;
      orders.set(signatureOf({ by: 'title', descending: false }, language), [...byKey.values()]);
    },
    keepScopes(keep) {
      const gone: string[] = [];
      for (const [key, { entry }] of byKey) {
        if (!keep(entry.scope)) {
          byKey.delete(key);
          gone.push(key);
        }
      }
      if (gone.length > 0) changed();
      return gone;
    },
    get: (key) => byKey.get(key)?.entry,
    row(key) {
      const item = byKey.get(key);
      return item && row(item);
    },
    all: () => ordered({ by: 'title', descending: false }).map(({ entry }) => entry),
    query(query) {
      const entries = matching(query);
      const { locate } = query;
      return {
        revision,
        total: entries.length,
        all: byKey.size,
        offset: query.offset,
        rows: entries.slice(query.offset, query.offset + query.limit).map(row),
        located: locate === undefined ? -1 : entries.findIndex(({ entry }) => entry.key === locate),
      };
    },
    facets: () =>
      facetsOf(
        [...byKey.values()],
        favourites,
        options.now() / 1000 + expiringSoon,
        checkOf,
        stateOf,
      ),
    statsRoutes(server) {
      servers ??= routesByServer(byKey.values(), options.now() / 1000);
      return servers.get(server) ?? [];
    },
    setFavourites(keys) {
      favourites = new Set(keys);
      changed();
    },
    checksChanged() {
      sortAgain('check');
    },
    statesChanged() {
      const told = [...byKey.values()].filter(({ state }) => state !== undefined);
      const keys = told.flatMap((item) => {
        const before = item.state;
        return stateOf(item) === before ? [] : [item.entry.key];
      });
      if (keys.length > 0) sortAgain('state');
      return keys;
    },
    revision: () => revision,
  };
  return index;
}

/** Expired, or its server was down when it was last heard of. */
function isOutOfUse({ online }: ConnectionLine, state: ConnectionState): boolean {
  if (state === 'expired' || state === 'down') return true;
  return state === 'unknown' && online === 'offline';
}

function sameEntry(one: ConnectionLine, other: ConnectionLine): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Entries that have not expired come first: the service may not answer for one that has. */
function routesByServer(items: Iterable<Indexed>, nowS: number): Map<string, StatsRoute[]> {
  const servers = new Map<string, StatsRoute[]>();
  const live = (entry: ConnectionLine) => entry.expiresAt === null || entry.expiresAt > nowS;
  const entries = [...items].map(({ entry }) => entry);
  for (const entry of [...entries.filter(live), ...entries.filter((each) => !live(each))]) {
    const route = statsRouteOf(entry.key);
    if (entry.server === null || !route) continue;
    const routes = servers.get(entry.server) ?? [];
    if (!routes.some(({ id }) => id === route.id)) routes.push(route);
    servers.set(entry.server, routes);
  }
  return servers;
}
