import type { ConnectionPage, ConnectionQuery, ConnectionRow } from '#contract/ipc/connections.ts';
import type { ConnectionFacets } from '#contract/list/facets.ts';
import type { ConnectionState, StateOfConnection } from '#contract/rules/connection-state.ts';
import { acceptance, expiringSoon } from './filter.ts';
import { facetsOf } from './facets.ts';
import { inFamilies, nesting } from './families.ts';
import { comparison, signatureOf, type CheckOf, type Order, type StateOf } from './order.ts';
import { searchRank, type Indexed } from './search.ts';
import { rowOf, statsRequestOf, type ConnectionLine } from '#core/connections/connection.ts';
import type { StatsRequest } from '#core/stats/stats-sources.ts';

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
  /** All entries, in the order of titles, each subconfig below its configuration. */
  all(): readonly ConnectionLine[];
  query(query: ConnectionQuery): ConnectionPage;
  facets(): ConnectionFacets;
  /** The requests for a server's statistics: one to each endpoint, of entries that have not expired first. */
  statsRequests(server: string): readonly StatsRequest[];
  setFavourites(keys: readonly string[]): void;
  /** The results of checks changed. */
  checksChanged(): void;
  /** What states are derived from has changed, or time passed; answers whose state is another now. */
  statesChanged(): string[];
  /** Increases with every change that can alter the result of a query. */
  revision(): number;
}

interface ConnectionIndexOptions {
  /** Unix milliseconds, for what is expiring. */
  readonly now: () => number;
  readonly language: () => string;
  /** Keys of the recently copied connections, newest first. */
  readonly recents: () => readonly string[];
  /** What checking it last found. */
  readonly checkOf: CheckOf;
  /** Its one state now. */
  readonly stateOf: (line: ConnectionLine) => StateOfConnection;
  /** The last answer had it, and it could not be read. */
  readonly isUnreadable?: (line: ConnectionLine) => boolean;
}

/**
 * The searchable list of all connections, in memory, without secrets. Orders are computed once per
 * change and cached; a query filters the cached order, so that typing costs one pass over the
 * entries. Every order puts a subconfig below its configuration, which alone is sorted. A search in
 * the order of titles puts first what fits best, see `searchRank`.
 */
export function createConnectionIndex(options: ConnectionIndexOptions): ConnectionIndex {
  return new MemoryIndex(options);
}

class MemoryIndex implements ConnectionIndex {
  readonly #options: ConnectionIndexOptions;
  readonly #stateOf: StateOf = (item) => this.#fullStateOf(item).state;
  readonly #byKey = new Map<string, Indexed>();
  readonly #orders = new Map<string, readonly Indexed[]>();
  #favourites: ReadonlySet<string> = new Set();
  #servers: Map<string, StatsRequest[]> | undefined;
  #matched: { signature: string; entries: readonly Indexed[] } | undefined;
  #revision = 0;

  constructor(options: ConnectionIndexOptions) {
    this.#options = options;
  }

  replace(scope: string, entries: readonly ConnectionLine[]): string[] {
    const touched: string[] = [];
    const remaining = new Set(entries.map((entry) => entry.key));
    for (const [key, { entry }] of this.#byKey) {
      if (entry.scope === scope && !remaining.has(key)) {
        this.#byKey.delete(key);
        touched.push(key);
      }
    }
    for (const entry of entries) {
      const before = this.#byKey.get(entry.key)?.entry;
      if (!before || !sameEntry(before, entry)) touched.push(entry.key);
      this.#byKey.set(entry.key, this.#indexed(entry));
    }
    if (touched.length > 0) this.#changed();
    return touched;
  }

  put(entries: readonly ConnectionLine[]): void {
    for (const entry of entries) this.#byKey.set(entry.key, this.#indexed(entry));
    this.#changed();
  }

  load(entries: readonly ConnectionLine[], language: string | undefined): void {
    this.put(entries);
    if (language === undefined) return;
    const isNested = nesting(this.#byKey, this.#favourites);
    if (!this.#favouritesLead(entries.filter((entry) => !isNested(entry)))) return;
    const byTitle = signatureOf({ by: 'title', descending: false }, language);
    this.#orders.set(byTitle, inFamilies([...this.#byKey.values()], isNested));
  }

  keepScopes(keep: (scope: string) => boolean): string[] {
    const gone: string[] = [];
    for (const [key, { entry }] of this.#byKey) {
      if (!keep(entry.scope)) {
        this.#byKey.delete(key);
        gone.push(key);
      }
    }
    if (gone.length > 0) this.#changed();
    return gone;
  }

  get(key: string): ConnectionLine | undefined {
    return this.#byKey.get(key)?.entry;
  }

  row(key: string): ConnectionRow | undefined {
    const item = this.#byKey.get(key);
    return item && this.#rowOf(item);
  }

  all(): readonly ConnectionLine[] {
    return this.#ordered({ by: 'title', descending: false }).map(({ entry }) => entry);
  }

  query(query: ConnectionQuery): ConnectionPage {
    const entries = this.#matching(query);
    const { offset, limit, locate } = query;
    return {
      revision: this.#revision,
      total: entries.length,
      all: this.#byKey.size,
      offset,
      rows: entries.slice(offset, offset + limit).map((item) => this.#rowOf(item)),
      located: locate === undefined ? -1 : entries.findIndex(({ entry }) => entry.key === locate),
    };
  }

  facets(): ConnectionFacets {
    const { now, checkOf } = this.#options;
    const soon = now() / 1000 + expiringSoon;
    return facetsOf([...this.#byKey.values()], this.#favourites, soon, checkOf, this.#stateOf);
  }

  statsRequests(server: string): readonly StatsRequest[] {
    this.#servers ??= requestsByServer(this.#byKey.values(), this.#options.now() / 1000);
    return this.#servers.get(server) ?? [];
  }

  setFavourites(keys: readonly string[]): void {
    this.#favourites = new Set(keys);
    this.#changed();
  }

  checksChanged(): void {
    this.#sortAgain('check');
  }

  statesChanged(): string[] {
    const derived = [...this.#byKey.values()].filter(({ state }) => state !== undefined);
    const keys = derived.flatMap((item) => {
      const before = item.state;
      return this.#stateOf(item) === before ? [] : [item.entry.key];
    });
    if (keys.length > 0) this.#sortAgain('state');
    return keys;
  }

  revision(): number {
    return this.#revision;
  }

  #changed(): void {
    this.#revision += 1;
    this.#orders.clear();
    this.#servers = undefined;
    this.#matched = undefined;
  }

  /** Forgets what follows from something that only this order sorts by. */
  #sortAgain(by: Order['by']): void {
    this.#revision += 1;
    this.#matched = undefined;
    for (const signature of [...this.#orders.keys()]) {
      if (signature.startsWith(`${by} `)) this.#orders.delete(signature);
    }
  }

  #indexed(entry: ConnectionLine): Indexed {
    const state = this.#byKey.get(entry.key)?.state;
    return { entry, title: undefined, romanizedTitle: undefined, state };
  }

  /** Derives a state, and remembers it to tell when it becomes another. */
  #fullStateOf(item: Indexed): StateOfConnection {
    const found = this.#options.stateOf(item.entry);
    item.state = found.state;
    return found;
  }

  #rowOf(item: Indexed): ConnectionRow {
    const { entry } = item;
    const isFavourite = this.#favourites.has(entry.key);
    const { checkOf, isUnreadable } = this.#options;
    const row = rowOf(entry, isFavourite, checkOf(entry), this.#fullStateOf(item));
    return isUnreadable?.(entry) === true ? { ...row, unreadable: true } : row;
  }

  /** Whether the favourites among these stand first. */
  #favouritesLead(entries: readonly ConnectionLine[]): boolean {
    const others = entries.findIndex(({ key }) => !this.#favourites.has(key));
    return others < 0 || entries.slice(others).every(({ key }) => !this.#favourites.has(key));
  }

  #ordered(order: Order): readonly Indexed[] {
    const language = this.#options.language();
    const signature = signatureOf(order, language);
    const known = this.#orders.get(signature);
    if (known) return known;
    const { checkOf } = this.#options;
    const compare = comparison(order, language, this.#favourites, checkOf, this.#stateOf);
    const sorted = [...this.#byKey.values()].sort(compare);
    const made = inFamilies(sorted, nesting(this.#byKey, this.#favourites));
    this.#orders.set(signature, made);
    return made;
  }

  #matching({ filter, order }: ConnectionQuery): readonly Indexed[] {
    const { now, language, checkOf } = this.#options;
    const recents = filter.search === '' ? [] : this.#options.recents();
    const signature = JSON.stringify([filter, order, language(), recents]);
    // What is expiring changes with the hour, so such a result is never cached.
    if (this.#matched?.signature === signature && !filter.expiring) return this.#matched.entries;
    const soon = now() / 1000 + expiringSoon;
    const accepts = acceptance(filter, this.#favourites, soon, checkOf, this.#stateOf);
    const ordered = this.#ordered(order);
    const accepted = accepts ? ordered.filter(accepts) : ordered;
    const rankOf = searchRank(filter.search);
    const entries = rankOf ? this.#searched(accepted, rankOf, order) : accepted;
    this.#matched = { signature, entries };
    return entries;
  }

  /** What a search found. In the order of titles, what fits best comes first. */
  #searched(
    entries: readonly Indexed[],
    rankOf: (item: Indexed) => number | undefined,
    order: Order,
  ): Indexed[] {
    const found = entries.flatMap((item) => {
      const rank = rankOf(item);
      return rank === undefined ? [] : [{ item, rank }];
    });
    if (order.by !== 'title' || order.descending) return found.map(({ item }) => item);
    const recents = new Map(this.#options.recents().map((key, n) => [key, n]));
    const favourites = this.#favourites;
    // One number, most important first: comparing lists of them would take longer than the search.
    const weighed = found.map(({ item, rank }) => {
      const { entry } = item;
      const state = item.state ?? this.#stateOf(item);
      const rankAndUse = rank * 2 + Number(isOutOfUse(entry, state));
      const withFavourites = rankAndUse * 2 + Number(!favourites.has(entry.key));
      const recent = recents.get(entry.key) ?? recents.size;
      return { item, weight: withFavourites * (recents.size + 1) + recent };
    });
    return weighed.sort((one, other) => one.weight - other.weight).map(({ item }) => item);
  }
}

/** Expired, or its server was down when its state was last received. */
function isOutOfUse({ online }: ConnectionLine, state: ConnectionState): boolean {
  if (state === 'expired' || state === 'down') return true;
  return state === 'unknown' && online === 'offline';
}

function sameEntry(one: ConnectionLine, other: ConnectionLine): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Entries that have not expired come first: the service may not answer for one that has. */
function requestsByServer(items: Iterable<Indexed>, nowS: number): Map<string, StatsRequest[]> {
  const servers = new Map<string, StatsRequest[]>();
  const live = (entry: ConnectionLine) => entry.expiresAt === null || entry.expiresAt > nowS;
  const entries = [...items].map(({ entry }) => entry);
  for (const entry of [...entries.filter(live), ...entries.filter((each) => !live(each))]) {
    const request = statsRequestOf(entry.key);
    if (entry.server === null || !request) continue;
    const requests = servers.get(entry.server) ?? [];
    if (!requests.some(({ id }) => id === request.id)) requests.push(request);
    servers.set(entry.server, requests);
  }
  return servers;
}
