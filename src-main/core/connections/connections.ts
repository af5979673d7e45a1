import type { DatedCheck } from '#contract/check-result.ts';
import type {
  ConnectionChanges,
  ConnectionDetail,
  ConnectionRecord,
  ConnectionRow,
  ConnectionRows,
  CopyWay,
  ExportForm,
  KeyOnDevices,
  OptionUse,
} from '#contract/ipc/connections.ts';
import { matchRows } from '#contract/connections/arrange.ts';
import { spareConnection } from '#contract/connections/spare-connection.ts';
import { noFilter, titleOrder } from '#contract/connections/query.ts';
import { rowsText } from '#contract/connections/rows-text.ts';
import { isKeyOfOneDevice, maxKeyDevices } from '#contract/rules/device-key.ts';
import { paidOptionOf, sourceOf } from '#contract/connections/sources.ts';
import { accountBounds } from '#core/api/account-bounds.ts';
import { connectionKey, owningKey } from '#contract/rules/connection-key.ts';
import type { ListedState, StateOfConnection } from '#contract/rules/connection-state.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { createScheduler, type Scheduler } from '#core/kernel/scheduler.ts';
import type { StatsRequest } from '#core/stats/stats-sources.ts';
import type { Settings } from '#contract/ipc/settings.ts';
import {
  primaryForm,
  type HandOver,
  type PrimaryForm,
} from '#contract/connections/primary-form.ts';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { Choices, maxCopies, type CopiedText } from './choices.ts';
import {
  previewsOf,
  scopeOf,
  secretText,
  unreadableConnection,
  type Connection,
  type CopiedForm,
} from './connection.ts';
import { Notes } from './notes.ts';
import { conversionsOf, type Convertible } from './exports/conversions/convert.ts';
import { labelOf } from './exports/exports.ts';
import type { Released } from './exports/tunnel-commands.ts';
import { whatLeaves } from './exports/what-leaves.ts';
import { RecentlyRemoved } from './recently-removed.ts';
import { RowIndex, type DerivedFields } from './rows.ts';
import {
  listChange,
  readRecords,
  readTimes,
  recordChange,
  recordNameOf,
  type ReadTimes,
} from './storage/records.ts';
import { readSecrets, secretChanges } from './storage/secrets.ts';
import { ownerOf, subconfigOf, subconfigsOf } from './subconfigs.ts';
import type { UnreadableConnections } from './unreadable-connections.ts';

/** Changes of one moment are published together, milliseconds. */
const collectMs = 100;

/** Counts the lists that were opened in this run: by the number the window tells one from another. */
let opened = 0;

interface ConnectionsOptions {
  readonly vault: SealedVault;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** The user's language, in whose order titles are. */
  readonly language: () => string;
  /** Derives the one state from what a list says, now. */
  readonly stateOf: (listed: ListedState) => StateOfConnection;
  /** The results of checks; `forget` answers what to write so that these have none. */
  readonly checks: {
    of(key: string): DatedCheck | undefined;
    forget(keys: readonly string[]): readonly SealedChange[];
  };
  /** What was last read of a paid option's use. */
  readonly optionUse: (optionId: number) => OptionUse | undefined;
  readonly settings: { get(): Pick<Settings, 'keyDevices' | 'pasteApp' | 'scanApp'> };
  readonly publish: (changes: ConnectionChanges) => void;
}

/** All connections of an account: in memory without secrets, sealed on the disk. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #choices: Choices;
  readonly #notes: Notes;
  readonly #rows: RowIndex;
  readonly #removed = new RecentlyRemoved();
  /** By scope, the keys of the elements of its last answer that could not be read. */
  readonly #unreadable = new Map<string, ReadonlySet<string>>();
  /** By scope, the characters of the secrets that were taken over last. */
  readonly #characters = new Map<string, number>();
  #readTimes: ReadTimes;
  #isLoaded = false;

  readonly #list: number;
  #revision = 0;
  #recentsChanged = false;
  readonly #publishSoon: Scheduler;

  constructor(options: ConnectionsOptions) {
    opened += 1;
    this.#list = opened;
    this.#options = options;
    this.#choices = new Choices(options.vault, options.clock);
    this.#notes = new Notes(options.vault, options.clock);
    this.#rows = new RowIndex((record) => this.#derive(record));
    this.#readTimes = readTimes(options.vault);
    this.#publishSoon = createScheduler(options.clock);
  }

  /** All rows, after publishing what has changed. */
  rows(): ConnectionRows {
    const sorted = this.sorted();
    this.#publishNow();
    return {
      list: this.#list,
      revision: this.#revision,
      count: sorted.length,
      rows: rowsText(sorted),
      recents: this.recents(),
    };
  }

  /** All rows in the order of titles, favourites first, each subconfig below its configuration. */
  sorted(): readonly ConnectionRow[] {
    return this.#loaded().sorted(this.#options.language());
  }

  /** The rows that a search finds, best first. */
  search(search: string): readonly ConnectionRow[] {
    const query = { filter: { ...noFilter, search }, order: titleOrder };
    const moment = { now: this.#options.clock.now(), recents: this.recents() };
    return matchRows(this.sorted(), query, moment);
  }

  row(key: string): ConnectionRow | undefined {
    return this.#loaded().row(key);
  }

  /** Its state by the newest readings; a row has the one that it was last shown with. */
  stateOf(key: string): StateOfConnection | undefined {
    const record = this.record(key);
    return record && this.#stateOf(record);
  }

  record(key: string): ConnectionRecord | undefined {
    return this.#loaded().record(key);
  }

  records(): ConnectionRecord[] {
    return this.#loaded().records();
  }

  /** Whether a scope was read, and nothing of it could not be. */
  isWhole(scope: string): boolean {
    this.#loaded();
    return this.#readTimes[scope] !== undefined && !this.#unreadable.get(scope)?.size;
  }

  /** Also of one that was removed lately. Opens the record of its secrets. */
  detail(key: string): ConnectionDetail | undefined {
    const present = this.#shown(key);
    const { record, previews } = present ?? this.#removed.get(key) ?? {};
    if (!record || !previews) return undefined;
    const { online: _online, ...shown } = record;
    const rows = this.#loaded();
    return {
      ...shown,
      ...this.#derive(record),
      previews,
      conversions: present?.conversions ?? [],
      fetchedAt: this.#readTimes[scopeOf(key)] ?? 0,
      gone: !rows.record(key),
      ...this.#choices.lastCopy(key),
      ...this.#spareFor(record),
      ...subconfigOf(record, this.#readTimes, (sub) => rows.record(sub) !== undefined),
    };
  }

  /** The form of it that leaves where the user names none. */
  primaryForm(key: string, by: HandOver = 'paste'): PrimaryForm | undefined {
    const record = this.record(key);
    const { pasteApp, scanApp } = this.#options.settings.get();
    return record && primaryForm(record, by === 'paste' ? pasteApp : scanApp, by);
  }

  /** Opens the one requested secret; `undefined` when there is none of that form. */
  secret(key: string, form: ExportForm): string | undefined {
    return this.secrets([{ key, form }])[0];
  }

  /** What may leave of each: all that is copied, saved, drawn, shown or opened comes from here. */
  released(requested: readonly CopiedForm[]): readonly (Released | undefined)[] {
    return this.secrets(requested).map((text, at) => {
      const form = requested[at]?.form;
      return text === undefined || form === undefined ? undefined : whatLeaves(form, text);
    });
  }

  /** The same for many, in the requested order. */
  secrets(requested: readonly CopiedForm[]): readonly (string | undefined)[] {
    const rows = this.#loaded();
    const keys = new Set(requested.map(({ key }) => key));
    const opened = readSecrets(this.#options.vault, [...keys]);
    return requested.map(({ key, form }) => {
      const record = rows.record(key);
      const secrets = opened.get(key);
      return record && secrets && secretText(record.protocol, secrets, form);
    });
  }

  /** The connections to convert, in the requested order, with all their secrets. */
  convertibles(keys: readonly string[]): readonly (Convertible & { readonly key: string })[] {
    const rows = this.#loaded();
    const opened = readSecrets(this.#options.vault, keys);
    return keys.flatMap((key) => {
      const record = rows.record(key);
      const secrets = opened.get(key);
      if (!record || !secrets) return [];
      return [{ key, protocol: record.protocol, secrets, label: labelOf(record) }];
    });
  }

  servers(): readonly string[] {
    return this.#loaded().servers();
  }

  /** One to each endpoint, of what has not expired first: others may get no answer. */
  statsRequests(server: string): readonly StatsRequest[] {
    const rows = this.#loaded();
    const nowS = this.#options.clock.now() / 1000;
    const isExpired = (key: string) => (rows.record(key)?.expiresAt ?? Infinity) <= nowS;
    const keys = rows.onServer(server);
    const requests = new Map<string, StatsRequest>();
    for (const key of [...keys.filter((each) => !isExpired(each)), ...keys.filter(isExpired)]) {
      const { endpoint, input } = sourceOf(key)?.statistics ?? {};
      if (endpoint && !requests.has(endpoint)) requests.set(endpoint, { id: endpoint, input });
    }
    return [...requests.values()];
  }

  favourites(): readonly string[] {
    return this.#choices.favourites();
  }

  /** The keys of the recently copied connections, newest first. */
  recents(): readonly string[] {
    return this.#choices.recents();
  }

  /**
   * Takes over what the service answered for a scope, in place of all it had there. What could not
   * be read of the answer stays as it was known, or is there by its title alone. Results of checks of
   * what has changed are forgotten in the same write. Answers whether it did: what is more than an
   * account has is left where it is.
   */
  accept(
    scope: string,
    connections: readonly Connection[],
    unreadable?: UnreadableConnections,
  ): boolean {
    const { vault, clock } = this.#options;
    const rows = this.#loaded();
    const before = rows.storedIn(recordNameOf(scope)).filter((key) => scopeOf(key) === scope);
    if (!this.#fits(scope, connections, rows.size - before.length)) return false;
    // Of two with one id the last counts, with its own secrets.
    const byKey = new Map(connections.map((each) => [each.record.key, each]));
    const read = new Set(byKey.keys());
    const missing = before.filter((key) => !read.has(key));
    const stay = missing.filter((key) => unreadable?.couldBe(key) === true);
    const isThere = new Set([...read, ...stay]);
    const named = (unreadable?.named ?? []).filter(({ key }) => !isThere.has(key));
    for (const each of named) byKey.set(each.key, unreadableConnection(each));
    const put = [...byKey.values()];
    const gone = missing.filter((key) => !isThere.has(key));
    const secrets = secretChanges(
      vault,
      new Map(put.map((each) => [each.record.key, each.secrets])),
      gone,
    );
    this.#rememberRemoved(gone);
    const copies = this.#choices.compareCopies(
      secrets.changed.flatMap((key) => byKey.get(key) ?? []),
    );
    const isNew = this.#readTimes[scope] === undefined;
    this.#readTimes = { ...this.#readTimes, [scope]: clock.now() };
    this.#unreadable.set(scope, new Set([...stay, ...named.map(({ key }) => key)]));
    rows.remove(gone);
    const changed = rows.put(put.map(({ record }) => record));
    rows.noteChanges(secrets.changed);
    const isChanged = isNew || changed.length > 0 || gone.length > 0;
    const owner = ownerOf(scope);
    if (isChanged) rows.noteChanges(owner);
    const followed = this.#updateSubconfigs([...changed, ...owner]);
    // Unchanged connections were read too, so their state is as of now.
    const isDerived = new Set(changed);
    const others = [...read, ...stay, ...named.map(({ key }) => key)];
    this.#deriveWithSubconfigs(others.filter((key) => !isDerived.has(key)));
    const sealed = [...secrets.changes, ...copies];
    this.#save([...(isChanged ? [recordNameOf(scope)] : []), ...followed], sealed, [
      ...secrets.changed,
      ...gone,
    ]);
    return true;
  }

  /** Whether an account may have these beside so many others. */
  #fits(scope: string, connections: readonly Connection[], others: number): boolean {
    const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, each) => all + each, 0);
    const characters = sum(
      connections.map(({ secrets }) => sum(Object.values(secrets).map(({ length }) => length))),
    );
    const known = this.#characters.get(scope) ?? 0;
    if (others + connections.length > accountBounds.connections) return false;
    const all = sum(this.#characters.values()) - known + characters;
    if (all > accountBounds.connectionCharacters) return false;
    this.#characters.set(scope, characters);
    return true;
  }

  /** Forgets the scopes that the account no longer has. Those of subconfigs follow their owners. */
  keepScopes(scopes: ReadonlySet<string>): void {
    this.#removeScopes((scope) => ownerOf(scope).length === 0 && !scopes.has(scope));
  }

  /** Removes what was last read before, Unix milliseconds. */
  removeOlderThan(at: number): void {
    const isOld = (scope: string) => (this.#readTimes[scope] ?? 0) < at;
    if (!Object.keys(this.#readTimes).some(isOld)) return;
    this.#removeScopes(isOld);
    this.#removed.clear();
  }

  /** A user gave it another title, or took its title away. */
  retitle(key: string, title: string | null): void {
    const rows = this.#loaded();
    const record = rows.record(key);
    if (!record) return;
    rows.put([{ ...record, title: title ?? '' }]);
    this.#save([recordNameOf(scopeOf(key)), ...this.#updateSubconfigs([key])]);
  }

  setFavourites(keys: readonly string[], favourite: boolean): void {
    const rows = this.#loaded();
    this.#choices.setFavourites(keys, favourite);
    rows.derive(keys);
    this.#changed();
  }

  /** Remembers that these left; answers devices with their keys, where the user wants to know. */
  remember(copies: readonly CopiedForm[], way: CopyWay): KeyOnDevices {
    if (copies.length === 0) return {};
    const devices = new Set(copies.flatMap(({ key }) => this.row(key)?.onDevices ?? []));
    const remembered = copies.slice(0, maxCopies);
    const texts = this.secrets(remembered);
    const leaving = remembered.flatMap((copy, at): CopiedText[] => {
      const text = texts[at];
      return text === undefined ? [] : [{ ...copy, text }];
    });
    this.#recentsChanged = this.#choices.remember(leaving, way) || this.#recentsChanged;
    this.#choicesChanged(
      this.#rows,
      leaving.map(({ key }) => key),
    );
    const onDevices = [...devices].slice(0, maxKeyDevices);
    return onDevices.length > 0 && this.#options.settings.get().keyDevices ? { onDevices } : {};
  }

  /** The devices that its present key is on. Returns whether it has a key. */
  setDevices(key: string, devices: readonly string[]): boolean {
    const rows = this.#loaded();
    const [form] = rows.record(key)?.forms ?? [];
    const text = form && this.secret(key, form);
    if (form === undefined || text === undefined) return false;
    this.#choices.setDevices({ key, form, text }, devices);
    this.#choicesChanged(rows, [key]);
    return true;
  }

  forgetCopies(): void {
    const rows = this.#loaded();
    this.#recentsChanged = true;
    this.#choicesChanged(rows, this.#choices.forgetCopies());
  }

  /** @param note an empty one takes it away */
  setNote(key: string, note: string): void {
    const rows = this.#loaded();
    this.#notes.set(key, note);
    this.#choicesChanged(rows, [key]);
  }

  /** Favourites, notes and copies were restored from a backup. */
  reloadChoices(): void {
    const rows = this.#loaded();
    this.#choices.reload();
    this.#notes.reload();
    this.#choicesChanged(rows, rows.keys());
  }

  /** These connections have new results of checks, which are collected already. */
  checksChanged(keys: readonly string[]): void {
    this.#loaded().derive(keys);
    this.#publishNow();
  }

  /** Something else was read of the paid options. */
  optionsChanged(): void {
    if (!this.#isLoaded) return;
    const rows = this.#loaded();
    rows.derive(rows.keys().filter((key) => paidOptionOf(key) !== undefined));
    this.#changed();
  }

  /** The state of these servers may be another now; of all connections where none is named. */
  statesChanged(servers?: readonly string[]): void {
    if (!this.#isLoaded) return;
    const rows = this.#loaded();
    rows.derive(servers ? servers.flatMap((server) => rows.onServer(server)) : rows.keys());
    this.#changed();
  }

  stop(): void {
    this.#publishSoon.cancel();
  }

  #loaded(): RowIndex {
    if (this.#isLoaded) return this.#rows;
    this.#isLoaded = true;
    const { scopes, records } = readRecords(this.#options.vault, this.#readTimes);
    this.#readTimes = scopes;
    this.#rows.load(records);
    return this.#rows;
  }

  /** Publishes these, also where no row changed: details say how they last left. */
  #choicesChanged(rows: RowIndex, keys: readonly string[]): void {
    rows.derive(keys);
    rows.noteChanges(keys.filter((key) => rows.record(key) !== undefined));
    this.#changed();
  }

  #spareFor(record: ConnectionRecord): Pick<ConnectionDetail, 'spare'> {
    const { key, protocol } = record;
    if (!isKeyOfOneDevice(protocol) || this.#choices.devices(key).length === 0) return {};
    const spare = spareConnection(this.sorted(), record, (other) => this.#choices.hasLeft(other));
    return spare ? { spare: spare.key } : {};
  }

  #derive(record: ConnectionRecord): DerivedFields {
    const { key } = record;
    const check = this.#options.checks.of(key);
    const devices = isKeyOfOneDevice(record.protocol) ? this.#choices.devices(key) : [];
    const note = this.#notes.of(key);
    const isUnreadable = this.#unreadable.get(scopeOf(key))?.has(key) === true;
    const optionId = paidOptionOf(key);
    const option = optionId === undefined ? undefined : this.#options.optionUse(optionId);
    return {
      state: this.#stateOf(record),
      favourite: this.#choices.isFavourite(key),
      ...(isUnreadable && { unreadable: true }),
      ...(check && { check }),
      ...(this.#choices.isCopyOutdated(key) && { changedSinceCopy: true }),
      ...(devices.length > 0 && { onDevices: devices }),
      ...(note !== undefined && { note }),
      ...(option && { option }),
    };
  }

  /** A subconfig is how its configuration is. */
  #stateOf(record: ConnectionRecord): StateOfConnection {
    const { key, server, online, expiresAt } = this.#rows.record(owningKey(record.key)) ?? record;
    const listedAt = this.#readTimes[scopeOf(key)] ?? null;
    return this.#options.stateOf({ server, online, expiresAt, listedAt });
  }

  #shown(key: string) {
    const record = this.record(key);
    if (!record) return undefined;
    const secrets = readSecrets(this.#options.vault, [key]).get(key);
    if (!secrets) return { record, previews: [], conversions: [] };
    const conversions = conversionsOf(record.protocol, secrets);
    return { record, previews: previewsOf(record, secrets), conversions };
  }

  #rememberRemoved(keys: readonly string[]): void {
    this.#removed.remember(keys, (key) => this.#shown(key));
  }

  /** Makes the subconfigs of these as those are now; answers the name of their record if any changed. */
  #updateSubconfigs(owners: readonly string[]): string[] {
    const changed = this.#rows.put(subconfigsOf(owners, (key) => this.#rows.record(key)));
    return [...new Set(changed.map((key) => recordNameOf(scopeOf(key))))];
  }

  #deriveWithSubconfigs(keys: readonly string[]): void {
    this.#rows.derive([
      ...keys,
      ...keys.map((key) => connectionKey({ source: 'subconfig', owner: key })),
    ]);
  }

  /** Removes these scopes, and the subconfigs of the connections that go with them. */
  #removeScopes(isRemoved: (scope: string) => boolean): void {
    const rows = this.#loaded();
    const isLost = (scope: string) =>
      isRemoved(scope) || ownerOf(scope).some((owner) => isRemoved(scopeOf(owner)));
    const isOrphan = (scope: string) =>
      ownerOf(scope).some((owner) => rows.record(owner) === undefined);
    const lost = Object.keys(this.#readTimes).filter((scope) => isLost(scope) || isOrphan(scope));
    if (lost.length === 0) return;
    const lostScopes = new Set(lost);
    const names = [...new Set(lost.map(recordNameOf))];
    const gone = names
      .flatMap((name) => rows.storedIn(name))
      .filter((key) => lostScopes.has(scopeOf(key)));
    this.#rememberRemoved(gone);
    rows.remove(gone);
    for (const scope of lost) this.#characters.delete(scope);
    this.#readTimes = Object.fromEntries(
      Object.entries(this.#readTimes).filter(([scope]) => !lostScopes.has(scope)),
    );
    this.#save(names, secretChanges(this.#options.vault, new Map(), gone).changes, gone);
  }

  /** Writes records, secrets and forgotten checks in one transaction; publishes changes. */
  #save(
    names: readonly string[],
    secrets: readonly SealedChange[] = [],
    unchecked: readonly string[] = [],
  ): void {
    const { vault, language, checks } = this.#options;
    const stored = new Set(Object.keys(this.#readTimes).map(recordNameOf));
    const records = [...new Set(names)].map((name) =>
      recordChange(name, stored.has(name) ? this.#rows.recordsIn(name, language()) : undefined),
    );
    vault.write([...records, ...secrets, ...checks.forget(unchecked), listChange(this.#readTimes)]);
    this.#rows.derive(unchecked.filter((key) => this.#rows.row(key)?.check !== undefined));
    this.#changed();
  }

  #changed(): void {
    if (this.#publishSoon.isScheduled) return;
    this.#publishSoon.schedule(() => {
      this.#publishNow();
    }, collectMs);
  }

  #publishNow(): void {
    this.#publishSoon.cancel();
    const { put = [], removed = [] } = this.#rows.takeChanges() ?? {};
    const recents = this.#recentsChanged && { recents: this.recents() };
    this.#recentsChanged = false;
    if (put.length === 0 && removed.length === 0 && recents === false) return;
    this.#revision += 1;
    this.#options.publish({
      list: this.#list,
      revision: this.#revision,
      put: rowsText(put),
      removed,
      ...recents,
    });
  }
}
