import { openChoices, type Choices } from './choices.ts';
import type { Connection, ConnectionEntry, ConnectionLine, ConnectionRest } from './connection.ts';
import { createConnectionIndex, type ConnectionIndex } from './list/connection-index.ts';
import type { CheckOf } from './list/order.ts';
import type { Events } from '#contract/ipc.ts';
import type { ConnectionRows } from '#contract/ipc/connections.ts';
import { rowsText } from '#contract/list/rows-text.ts';
import type { ListedState, StateOfConnection } from '#contract/rules/connection-state.ts';
import { owningKey } from '#contract/rules/connection-key.ts';
import { createRecentlyRemoved, type RecentlyRemoved } from './recently-removed.ts';
import { openConnectionStore, type ConnectionStore } from './storage/connection-store.ts';
import type { Clock } from '#core/ports.ts';
import { createScheduler, type Scheduler } from '#core/scheduler.ts';
import type { SealedChange, SealedVault } from '#core/vault/sealed-vault.ts';

/** More changed keys than this are published as "most of them". */
const publishedKeys = 200;

/** Changes of one moment are published together, milliseconds. */
const collectMs = 100;

/** Counts the lists that were opened in this run: the window tells by the number that it is another. */
let opened = 0;

/**
 * @param publish receives what changed
 * @param language orders the titles
 * @param stateOf derives the one state from what a list says, now
 * @param checkOf finds the last result of checking a connection
 */
export interface ConnectionOptions {
  readonly vault: SealedVault;
  readonly clock: Clock;
  readonly language: () => string;
  readonly checkOf: CheckOf;
  readonly stateOf: (listed: ListedState) => StateOfConnection;
  readonly publish: (changes: Events['connections.changed']) => void;
}

/**
 * The connections in memory and their records on disk. The first screen is read from a record of its
 * own; `load` reads the others when something else is needed.
 */
export class LoadedConnections {
  readonly store: ConnectionStore;
  readonly choices: Choices;
  readonly index: ConnectionIndex;
  readonly removed: RecentlyRemoved;
  /** By scope, the keys of the elements of its last answer that could not be read. */
  readonly unreadable = new Map<string, ReadonlySet<string>>();
  readonly #options: ConnectionOptions;
  /** When each scope was last read, Unix milliseconds. */
  #scopes: Readonly<Record<string, number>>;
  #firstLines: readonly ConnectionLine[] | undefined;
  #isLoaded = false;
  readonly #list: number;
  #revision = 0;
  readonly #changed = new Set<string>();
  #recentsChanged = false;
  readonly #soon: Scheduler;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    opened += 1;
    this.#list = opened;
    this.#soon = createScheduler(options.clock);
    this.store = openConnectionStore(options.vault);
    this.choices = openChoices(options.vault, this.store.list.favourites);
    this.removed = createRecentlyRemoved(this.store);
    this.#scopes = this.store.list.scopes;
    this.index = createConnectionIndex({
      checkOf: options.checkOf,
      stateOf: (line) => this.stateOf(line),
      isUnreadable: ({ scope, key }) => this.unreadable.get(scope)?.has(key) === true,
      now: () => options.clock.now(),
      language: options.language,
      recents: () => this.choices.recents(),
    });
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get scopes(): Readonly<Record<string, number>> {
    return this.#scopes;
  }

  /** The lines of the first screen, in the order they were saved in. */
  firstLines(): readonly ConnectionLine[] {
    return (this.#firstLines ??= this.store.first());
  }

  /** Reads what the first screen did not need. */
  load(): void {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    this.index.setFavourites(this.choices.favourites());
    const lines = this.store.lines();
    // The lines of the first screen are stored twice: they replace those of a damaged record.
    if (lines.length < this.store.list.count) this.index.put(this.firstLines());
    this.index.load(lines, this.store.list.language);
    // Their states were published already: they are followed from here on.
    for (const { key } of this.#firstLines ?? []) this.index.row(key);
    this.#firstLines = undefined;
  }

  /** A subconfig is how its configuration is. */
  stateOf(line: ConnectionLine): StateOfConnection {
    const owner = line.source === 'subconfig' ? this.line(owningKey(line.key)) : undefined;
    const { server, online, expiresAt, scope } = owner ?? line;
    return this.#options.stateOf({
      server,
      online,
      expiresAt,
      listedAt: this.#scopes[scope] ?? null,
    });
  }

  line(key: string): ConnectionLine | undefined {
    const found = this.#isLoaded ? undefined : this.firstLines().find((each) => each.key === key);
    if (found) return found;
    this.load();
    return this.index.get(key);
  }

  entry(key: string): ConnectionEntry | undefined {
    const line = this.line(key);
    if (!line) return undefined;
    return { ...(this.recordOf(line, this.store.rest(key)) ?? unknownRest), ...line };
  }

  /**
   * The record of a line. Where it is missing, the line's fingerprint is cleared, so that the record
   * is written again with the service's next answer.
   */
  recordOf<T>(line: ConnectionLine, record: T | undefined): T | undefined {
    if (record !== undefined) return record;
    this.load();
    this.index.put([{ ...line, fingerprint: '' }]);
    return undefined;
  }

  /** Sets when the scopes were read; `save` writes it. */
  setScopes(scopes: Readonly<Record<string, number>>): void {
    this.#scopes = scopes;
  }

  /** Writes the lines, the changed connections and the favourites in one transaction. */
  save(changed: readonly Connection[], removed: readonly string[], choices?: SealedChange): void {
    this.store.save({
      lines: this.index.all(),
      language: this.#options.language(),
      changed,
      removed,
      scopes: this.#scopes,
      favourites: this.choices.favourites(),
      choices,
    });
  }

  rows(limit?: number): ConnectionRows {
    this.load();
    this.#publishNow();
    const lines = this.index.all();
    const rows = lines.slice(0, limit).flatMap(({ key }) => this.index.row(key) ?? []);
    return {
      list: this.#list,
      revision: this.#revision,
      count: lines.length,
      rows: rowsText(rows),
      recents: this.choices.recents(),
    };
  }

  publish(keys: readonly string[], recents = false): void {
    if (keys.length === 0 && !recents) return;
    for (const key of keys) this.#changed.add(key);
    this.#recentsChanged ||= recents;
    if (!this.#soon.isScheduled) {
      this.#soon.schedule(() => {
        this.#publishNow();
      }, collectMs);
    }
  }

  #publishNow(): void {
    this.#soon.cancel();
    if (this.#changed.size === 0 && !this.#recentsChanged) return;
    this.load();
    const keys = [...this.#changed];
    this.#changed.clear();
    this.#revision += 1;
    this.#options.publish({
      list: this.#list,
      revision: this.#revision,
      put: rowsText(keys.flatMap((key) => this.index.row(key) ?? [])),
      removed: keys.filter((key) => this.index.get(key) === undefined),
      ...(this.#recentsChanged && { recents: this.choices.recents() }),
      keys: keys.length > publishedKeys ? null : keys,
    });
    this.#recentsChanged = false;
  }

  stop(): void {
    this.#soon.cancel();
  }
}

/** What is shown of a connection whose record cannot be opened. */
const unknownRest: ConnectionRest = {
  previews: [],
  flags: [],
  extendedSettings: null,
  titleRule: null,
  locationId: null,
  serverId: null,
};
