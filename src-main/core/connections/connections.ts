import type { HistoryHere } from '#contract/check-history.ts';
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
import { noFilter, titleOrder } from '#contract/connections/query.ts';
import { rowsText } from '#contract/connections/rows-text.ts';
import { isKeyOfOneDevice, maxKeyDevices } from '#contract/rules/device-key.ts';
import { paidOptionOf, renewableOf, sourceOf } from '#contract/connections/sources.ts';
import type { Renewable } from '#contract/products.ts';
import { accountBounds, sizeOf } from '#core/api/account-bounds.ts';
import { connectionKey, owningKey } from '#contract/rules/connection-key.ts';
import type { ListedState, StateOfConnection } from '#contract/rules/connection-state.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { nextTurn } from '#core/kernel/next-turn.ts';
import { createScheduler, type Scheduler } from '#core/kernel/scheduler.ts';
import { requestsByName, type StatsRequest } from '#core/stats/sample.ts';
import type { Settings } from '#contract/ipc/settings.ts';
import {
  primaryForm,
  type HandOver,
  type PrimaryForm,
} from '#contract/connections/primary-form.ts';
import { shownTitle } from '#contract/protocol-names.ts';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { Choices, maxCopies, type CopiedText } from './choices.ts';
import {
  previewsOf,
  recordScope,
  scopeOf,
  secretText,
  unreadableConnection,
  type Connection,
  type CopiedForm,
} from './connection.ts';
import { conversionsOf, type Convertible } from './exports/conversions/convert.ts';
import type { Released } from './exports/tunnel-commands.ts';
import { whatLeaves } from './exports/what-leaves.ts';
import { RowIndex, type DerivedFields } from './rows.ts';
import {
  bySlice,
  listChange,
  readRecords,
  readScopes,
  recordChange,
  recordNames,
  sliceOf,
  slicesFor,
  storedAs,
  type StoredScope,
  type StoredScopes,
} from './storage/records.ts';
import { readSecrets, secretChanges } from './storage/secrets.ts';
import { ownerOf, subconfigOf, subconfigsOf } from './subconfigs.ts';
import type { UnreadableConnections } from './unreadable-connections.ts';

/** Changes of one moment are published together, milliseconds. */
const collectMs = 100;

/** Counts the lists that were opened in this run: by the number the window tells one from another. */
let opened = 0;

/** What of a scope is to be put, stays as it was, and goes. */
interface Part {
  readonly put: readonly Connection[];
  readonly stay: readonly string[];
  readonly gone: readonly string[];
}

interface Answer extends Part {
  readonly unread: ReadonlySet<string>;
}

function partsOf({ put, stay, gone }: Part, slices: number): readonly Part[] {
  const [staying, going] = [stay, gone].map((keys) => bySlice(keys, slices, String));
  return bySlice(put, slices, ({ record }) => record.key).map((part, slice) => ({
    put: part,
    stay: staying?.[slice] ?? [],
    gone: going?.[slice] ?? [],
  }));
}

const withSubconfig = (key: string) => [key, connectionKey({ source: 'subconfig', owner: key })];

interface ConnectionsOptions {
  readonly vault: SealedVault;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** The user's language, in whose order titles are. */
  readonly language: () => string;
  readonly stateOf: (listed: ListedState) => StateOfConnection;
  /** The results of checks; `forget` answers what to write so that these have none. */
  readonly checks: {
    of(key: string): DatedCheck | undefined;
    odds(checked: ConnectionRecord, isServerUnknown: boolean): number | undefined;
    here(checked: ConnectionRecord): HistoryHere | undefined;
    forget(keys: readonly string[], isGone: (key: string) => boolean): readonly SealedChange[];
    renewed(keys: readonly string[]): readonly SealedChange[];
  };
  readonly optionUse: (optionId: number) => OptionUse | undefined;
  readonly settings: { get(): Pick<Settings, 'keyDevices' | 'pasteApp' | 'scanApp'> };
  readonly publish: (changes: ConnectionChanges) => void;
}

/** All connections of an account: in memory without secrets, sealed on the disk. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #choices: Choices;
  readonly #rows: RowIndex;
  /** By scope, the keys of the elements of its last answer that could not be read. */
  readonly #unreadable = new Map<string, ReadonlySet<string>>();
  #scopes: StoredScopes;
  #storedScopes: StoredScopes | undefined;
  #loading: ReturnType<typeof readRecords> | undefined;
  /** The scope of which a part is taken over, and when it was read. */
  #taking: { readonly scope: string; readonly at: number } | undefined;
  /** All that are derived again by parts, of which the window hears together. */
  #deriving: readonly string[] | undefined;
  /** Settles when all answers so far are taken over. */
  #accepting: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  readonly #list: number;
  #revision = 0;
  #recentsChanged = false;
  readonly #publishSoon: Scheduler;
  readonly #weighSoon: Scheduler;

  constructor(options: ConnectionsOptions) {
    opened += 1;
    this.#list = opened;
    this.#options = options;
    this.#choices = new Choices(options.vault, options.clock);
    this.#rows = new RowIndex((record) => this.#derive(record));
    this.#scopes = readScopes(options.vault);
    this.#loading = readRecords(options.vault, this.#scopes);
    this.#publishSoon = createScheduler(options.clock);
    this.#weighSoon = createScheduler(options.clock);
  }

  /** Reads what is stored, by parts, between which the rest of the program runs. */
  async load(): Promise<void> {
    while (!this.#loadPart()) await nextTurn();
  }

  get isLoaded(): boolean {
    return this.#loading === undefined;
  }

  /** All rows, after publishing what has changed. Waits for an answer of which a part is taken over. */
  async rows(): Promise<ConnectionRows> {
    await this.load();
    const isLong = this.#rows.size > accountBounds.slice.connections;
    this.#publishNow();
    if (isLong) await nextTurn();
    this.sorted();
    if (isLong) await nextTurn();
    while (this.#taking) await this.#accepting;
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
    const isRead = (this.#scopes[scope]?.at ?? 0) > 0 && this.#taking?.scope !== scope;
    return isRead && !this.#unreadable.get(scope)?.size;
  }

  /** Also of one that was removed recently. Opens the record of its secrets. */
  detail(key: string): Omit<ConnectionDetail, 'usedBy'> | undefined {
    const rows = this.#loaded();
    const record = rows.recordOrRemoved(key);
    if (!record) return undefined;
    const secrets = readSecrets(this.#options.vault, [key]).get(key);
    const history = this.#options.checks.here(record);
    const { online: _online, ...shown } = record;
    return {
      ...shown,
      ...this.#derive(record),
      previews: secrets ? previewsOf(record, secrets) : [],
      conversions: secrets ? conversionsOf(record.protocol, secrets) : [],
      fetchedAt: this.#readAt(scopeOf(key)) ?? 0,
      gone: !rows.record(key),
      ...this.#choices.lastCopy(key),
      ...(history && { history }),
      ...this.#spareFor(record),
      ...subconfigOf(record, this.#scopes, (sub) => rows.record(sub) !== undefined),
    };
  }

  primaryForm(key: string, by: HandOver = 'paste'): PrimaryForm | undefined {
    const record = this.record(key);
    const { pasteApp, scanApp } = this.#options.settings.get();
    return record && primaryForm(record, by === 'paste' ? pasteApp : scanApp, by);
  }

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
      return [{ key, protocol: record.protocol, secrets, label: shownTitle(record) }];
    });
  }

  servers(): readonly string[] {
    return this.#loaded().servers();
  }

  /** One to each endpoint, of what has not expired first; by its name for what is in no list. */
  statsRequests(server: string): readonly StatsRequest[] {
    const rows = this.#loaded();
    const isExpired = (key: string) => this.#isExpired(rows.record(key));
    const keys = rows.onServer(server);
    const requests = new Map<string, StatsRequest>();
    for (const key of [...keys.filter((each) => !isExpired(each)), ...keys.filter(isExpired)]) {
      const { endpoint, input } = sourceOf(key)?.statistics ?? {};
      if (endpoint && !requests.has(endpoint)) requests.set(endpoint, { id: endpoint, input });
    }
    return requests.size > 0 ? [...requests.values()] : requestsByName(server);
  }

  favourites(): readonly string[] {
    return this.#choices.favourites();
  }

  recents(): readonly string[] {
    return this.#choices.recents();
  }

  /**
   * Takes over what the service answered for a scope, in place of all it had there. What could not be read of
   * it stays as it was known, or is there by its title alone. `false`: it is more than an account has.
   *
   * A long answer is taken over by parts, between which the rest of the program runs: each connection is as
   * it was or as it is now, in memory and on the disk, also after a kill, and the window hears of all
   * together. The scope counts as read at the end, unless newer is known by then (`isCurrent`).
   */
  accept(
    scope: string,
    connections: readonly Connection[],
    unreadable?: UnreadableConnections,
    isCurrent: () => boolean = () => true,
  ): Promise<boolean> {
    const accepted = this.#accepting.then(async () => {
      await this.load();
      if (!isCurrent()) return true;
      const answer = this.#compare(scope, connections, unreadable);
      const isLong = answer.put.length > accountBounds.slice.connections;
      if (isLong) await nextTurn();
      const size = sizeOf(answer.put);
      if (!this.#fits(scope, answer, size)) return false;
      if (isLong) await nextTurn();
      await this.#takeOver(scope, answer, size, isCurrent);
      return true;
    });
    // Lists that were read before are all there at once: each has a turn of its own.
    this.#accepting = accepted.catch(() => undefined).then(nextTurn);
    return accepted;
  }

  #compare(
    scope: string,
    connections: readonly Connection[],
    unreadable: UnreadableConnections | undefined,
  ): Answer {
    // Of two with one id the last counts, with its own secrets.
    const put = new Map(connections.map((each) => [each.record.key, each]));
    const missing = this.#keysOf(scope).filter((key) => !put.has(key));
    const stay = new Set(missing.filter((key) => unreadable?.couldBe(key)));
    const named = (unreadable?.named ?? []).filter(({ key }) => !put.has(key) && !stay.has(key));
    for (const each of named) put.set(each.key, unreadableConnection(each));
    const gone = missing.filter((key) => !put.has(key) && !stay.has(key));
    const unread = new Set([...stay, ...named.map(({ key }) => key)]);
    return { put: [...put.values()], stay: [...stay], gone, unread };
  }

  /** How many connections a scope may have beside the others. */
  room(scope: string): number {
    return accountBounds.connections - (this.#loaded().size - this.#keysOf(scope).length);
  }

  /** Whether an account may have this, of about so many bytes, beside its other scopes. */
  #fits(scope: string, { put, stay }: Part, size: number): boolean {
    const others = Object.entries(this.#scopes).filter(([of]) => of !== scope || stay.length > 0);
    return (
      put.length + stay.length <= this.room(scope) &&
      others.reduce((sum, [, each]) => sum + each.size, size) <= accountBounds.connectionSize
    );
  }

  async #takeOver(
    scope: string,
    answer: Answer,
    size: number,
    isCurrent: () => boolean,
  ): Promise<void> {
    const { put, stay, gone } = answer;
    const before = this.#scopes[scope];
    const count = put.length + stay.length + gone.length;
    // What was there, where that is longer, goes by as many parts.
    const longest = Math.max(size, before?.size ?? 0);
    const slices = scope === storedAs(scope) ? slicesFor(count, longest) : 1;
    const stored = { at: this.#options.clock.now(), slices, size };
    if (slices !== (before?.slices ?? 1)) this.#divide(scope, { ...stored, at: before?.at ?? 0 });
    this.#unreadable.set(scope, answer.unread);
    if (slices > 1) this.#taking = { scope, at: stored.at };
    try {
      for (const [slice, part] of partsOf(answer, slices).entries()) {
        if (slice > 0) await nextTurn();
        const isOver = slice > 0 && this.#scopes[scope]?.slices !== slices;
        if (isOver || this.#isStopped || !isCurrent()) return;
        if (part.stay.length > 0) stored.size += this.#sizeOf(part.stay);
        this.#takePart(scope, slice, part, slice === slices - 1 ? stored : undefined);
      }
    } finally {
      if (slices > 1) {
        this.#taking = undefined;
        this.#changed();
      }
    }
  }

  #sizeOf(keys: readonly string[]): number {
    const secrets = [...readSecrets(this.#options.vault, keys).values()];
    return sizeOf([secrets, keys.map((key) => this.#rows.record(key))]);
  }

  /** @param stored how the scope is stored once this part is, where it is the last */
  #takePart(scope: string, slice: number, part: Part, stored: StoredScope | undefined): void {
    const { put, stay, gone } = part;
    const rows = this.#rows;
    const secretsOf = new Map(put.map(({ record, secrets }) => [record.key, secrets]));
    const secrets = secretChanges(this.#options.vault, secretsOf, gone);
    const hasOtherSecrets = new Set(secrets.changed);
    const copies = this.#choices.compareCopies(
      put.filter(({ record }) => hasOtherSecrets.has(record.key)),
    );
    const renewed = put.filter(
      ({ record }) => this.#isExpired(rows.record(record.key)) && !this.#isExpired(record),
    );
    const past = this.#options.checks.renewed(
      renewed.flatMap(({ record }) => withSubconfig(record.key)),
    );
    const isNew = this.#scopes[scope] === undefined;
    if (stored) this.#scopes = { ...this.#scopes, [scope]: stored };
    rows.remove(gone);
    const changed = rows.put(put.map(({ record }) => record));
    rows.noteChanges(secrets.changed);
    const isChanged = isNew || changed.length > 0 || gone.length > 0;
    const owner = ownerOf(scope);
    if (isChanged) rows.noteChanges(owner);
    const followed = this.#updateSubconfigs([...changed, ...owner]);
    // Unchanged connections were read too, so their state is as of now.
    const isDerived = new Set(changed);
    const read = [...secretsOf.keys(), ...stay].filter((key) => !isDerived.has(key));
    rows.derive(read.flatMap(withSubconfig));
    this.#save(
      [...(isChanged ? [this.#recordChange(scope, slice)] : []), ...followed],
      [...secrets.changes, ...copies, ...past],
      [...secrets.changed, ...gone],
    );
  }

  /** Stores what is known of a scope in another number of records. */
  #divide(scope: string, stored: StoredScope): void {
    const before = recordNames(scope, this.#scopes[scope]?.slices ?? 1);
    this.#scopes = { ...this.#scopes, [scope]: stored };
    this.#save([
      ...before.map((name) => recordChange(name, undefined)),
      ...recordNames(scope, stored.slices).map((_, slice) => this.#recordChange(scope, slice)),
    ]);
  }

  #keysOf(scope: string): string[] {
    const keys = this.#loaded().storedWith(scope);
    return scope === storedAs(scope) ? keys : keys.filter((key) => scopeOf(key) === scope);
  }

  /** Forgets the scopes that the account no longer has. Those of subconfigs follow their owners. */
  keepScopes(scopes: ReadonlySet<string>): void {
    this.#removeScopes((scope) => ownerOf(scope).length === 0 && !scopes.has(scope));
    // The window has every row before it hears that all were read.
    this.#publishNow();
  }

  /** A user gave it another title, or took its title away. */
  retitle(key: string, title: string | null): void {
    this.#change([key], { title: title ?? '' });
  }

  /** Something was renewed until then, Unix seconds: shown before its list is read again. */
  extend({ kind, id }: Renewable, expiresAt: number): void {
    const keys = this.records().flatMap(({ key }) => {
      const owner = renewableOf(key);
      return owner?.kind === kind && owner.id === id ? [key] : [];
    });
    this.#change(keys, { expiresAt });
  }

  #change(keys: readonly string[], change: Partial<ConnectionRecord>): void {
    const rows = this.#loaded();
    const records = keys.flatMap((key) => rows.record(key) ?? []);
    if (records.length === 0) return;
    rows.put(records.map((record) => ({ ...record, ...change })));
    const changes = records.map(({ key }) => {
      const scope = scopeOf(key);
      return this.#recordChange(scope, sliceOf(key, this.#scopes[scope]?.slices ?? 1));
    });
    this.#save([...changes, ...this.#updateSubconfigs(keys)]);
  }

  setFavourites(keys: readonly string[], favourite: boolean): void {
    const rows = this.#loaded();
    this.#choices.setFavourites(keys, favourite);
    rows.derive(keys);
    this.#publishNow();
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
    this.#choicesChanged(leaving.map(({ key }) => key));
    const onDevices = [...devices].slice(0, maxKeyDevices);
    return onDevices.length > 0 && this.#options.settings.get().keyDevices ? { onDevices } : {};
  }

  /** The devices that its present key is on. Returns whether it has a key. */
  setDevices(key: string, devices: readonly string[]): boolean {
    const [form] = this.record(key)?.forms ?? [];
    const text = form && this.secret(key, form);
    if (form === undefined || text === undefined) return false;
    this.#choices.setDevices({ key, form, text }, devices);
    this.#choicesChanged([key]);
    return true;
  }

  forgetCopies(): void {
    this.#recentsChanged = true;
    this.#choicesChanged(this.#choices.forgetCopies());
  }

  /** @param note an empty one takes it away */
  setNote(key: string, note: string): void {
    this.#choices.setNote(key, note);
    this.#choicesChanged([key]);
  }

  /** Favourites, notes and copies were restored from a backup. */
  reloadChoices(): void {
    this.#choices.reload();
    this.#choicesChanged(this.#loaded().keys());
  }

  /** These have other results of checks, collected already; without keys, what results say of all others. */
  checksChanged(keys?: readonly string[]): void {
    if (this.#loading) return;
    this.#rows.derive(keys ?? this.#rows.keys());
    // Their pages show more than their rows.
    this.#rows.noteChanges(keys ?? []);
    this.#publishNow();
  }

  /** A run of checks is over: what it says of all others is worked out once whoever waits for it goes on. */
  checksEnded(): void {
    this.#weighSoon.schedule(() => this.checksChanged(), 0);
  }

  /** Something else was read of a paid option, by this input. */
  optionChanged(input: unknown): void {
    if (this.#loading) return;
    const option = (input as { readonly path?: { readonly id?: unknown } }).path?.id;
    this.#rows.derive(this.#rows.storedWith('paid').filter((key) => paidOptionOf(key) === option));
    this.#changed();
  }

  /** The state of these servers may be another now; of all connections where none is named. */
  statesChanged(servers?: readonly string[]): void {
    if (this.#loading) return;
    if (!servers) {
      void this.#deriveAll();
      return;
    }
    this.#rows.derive(servers.flatMap((server) => this.#rows.onServer(server)));
    this.#changed();
  }

  async #deriveAll(): Promise<void> {
    const keys = this.#rows.keys();
    this.#deriving = keys;
    for (let at = 0; at < keys.length; at += accountBounds.slice.connections) {
      if (at > 0) await nextTurn();
      if (this.#isStopped || this.#deriving !== keys) return;
      this.#rows.derive(keys.slice(at, at + accountBounds.slice.connections));
    }
    this.#deriving = undefined;
    this.#changed();
  }

  stop(): void {
    this.#isStopped = true;
    this.#publishSoon.cancel();
    this.#weighSoon.cancel();
  }

  #loaded(): RowIndex {
    while (!this.#loadPart());
    return this.#rows;
  }

  #loadPart(): boolean {
    const step = this.#loading?.next();
    if (step) this.#rows.load(step.value.records);
    if (step?.done) {
      this.#loading = undefined;
      this.#scopes = step.value.scopes;
    }
    return this.#loading === undefined;
  }

  /** Publishes these, also where no row changed: details say how they last left. */
  #choicesChanged(keys: readonly string[]): void {
    const rows = this.#loaded();
    rows.derive(keys);
    rows.noteChanges(keys.filter((key) => rows.record(key) !== undefined));
    this.#changed();
  }

  /** For another device: same protocol, usable, never left Culvert, same country first. */
  #spareFor({ key, protocol, country }: ConnectionRecord): Pick<ConnectionDetail, 'spare'> {
    if (!isKeyOfOneDevice(protocol) || this.#choices.devices(key).length === 0) return {};
    const spares = this.sorted().filter(
      (row) =>
        row.key !== key &&
        row.protocol === protocol &&
        (row.state.state === 'usable' || row.state.state === 'expiring') &&
        row.unreadable !== true &&
        !this.#choices.hasLeft(row.key),
    );
    const spare = spares.find((row) => row.country === country) ?? spares[0];
    return spare ? { spare: spare.key } : {};
  }

  #derive(record: ConnectionRecord): DerivedFields {
    const { key } = record;
    const { checks } = this.#options;
    const check = checks.of(key);
    const state = this.#stateOf(record);
    const odds = checks.odds(record, state.online === 'unknown');
    const devices = isKeyOfOneDevice(record.protocol) ? this.#choices.devices(key) : [];
    const note = this.#choices.note(key);
    const isUnreadable = this.#unreadable.get(recordScope(record))?.has(key) === true;
    const optionId = record.source === 'paid' ? paidOptionOf(key) : undefined;
    const option = optionId === undefined ? undefined : this.#options.optionUse(optionId);
    return {
      state,
      favourite: this.#choices.isFavourite(key),
      ...(isUnreadable && { unreadable: true }),
      ...(check && { check }),
      ...(odds !== undefined && { odds }),
      ...(this.#choices.isCopyOutdated(key) && { changedSinceCopy: true }),
      ...(devices.length > 0 && { onDevices: devices }),
      ...(note !== undefined && { note }),
      ...(option && { option }),
    };
  }

  /** A subconfig is how its configuration is. */
  #stateOf(record: ConnectionRecord): StateOfConnection {
    const owner =
      record.source === 'subconfig' ? this.#rows.record(owningKey(record.key)) : undefined;
    const { server, online, expiresAt } = owner ?? record;
    const listedAt = this.#readAt(recordScope(owner ?? record)) ?? null;
    return this.#options.stateOf({ server, online, expiresAt, listedAt });
  }

  #isExpired(record: ConnectionRecord | undefined): boolean {
    return (record?.expiresAt ?? Infinity) <= this.#options.clock.now() / 1000;
  }

  #readAt(scope: string): number | undefined {
    return (this.#taking?.scope === scope ? this.#taking : this.#scopes[scope])?.at;
  }

  /** Makes the subconfigs of these as those are now; answers what writes their record if any changed. */
  #updateSubconfigs(owners: readonly string[]): readonly SealedChange[] {
    const [changed] = this.#rows.put(subconfigsOf(owners, (key) => this.#rows.record(key)));
    return changed === undefined ? [] : [this.#recordChange(scopeOf(changed), 0)];
  }

  #recordChange(scope: string, slice: number): SealedChange {
    const { slices = 1 } = this.#scopes[scope] ?? {};
    const keys = this.#rows.storedWith(scope).filter((key) => sliceOf(key, slices) === slice);
    const name = recordNames(scope, slices)[slice] ?? '';
    return recordChange(name, this.#rows.recordsOf(keys, this.#options.language()));
  }

  /** Removes these scopes, and the subconfigs of the connections that go with them. */
  #removeScopes(isRemoved: (scope: string) => boolean): void {
    const rows = this.#loaded();
    const isLost = (scope: string) =>
      isRemoved(scope) || ownerOf(scope).some((owner) => isRemoved(scopeOf(owner)));
    const isOrphan = (scope: string) =>
      ownerOf(scope).some((owner) => rows.record(owner) === undefined);
    const lost = Object.keys(this.#scopes).filter((scope) => isLost(scope) || isOrphan(scope));
    if (lost.length === 0) return;
    const lostScopes = new Set(lost);
    const gone = [...new Set(lost.map(storedAs))]
      .flatMap((scope) => rows.storedWith(scope))
      .filter((key) => lostScopes.has(scopeOf(key)));
    rows.remove(gone);
    const records = lost.flatMap((scope) => recordNames(scope, this.#scopes[scope]?.slices ?? 1));
    this.#scopes = Object.fromEntries(
      Object.entries(this.#scopes).filter(([scope]) => !lostScopes.has(scope)),
    );
    const other = Object.keys(this.#scopes).find((scope) => ownerOf(scope).length > 0);
    this.#save(
      [
        ...[...new Set(records)].map((name) => recordChange(name, undefined)),
        ...(other === undefined ? [] : [this.#recordChange(other, 0)]),
      ],
      secretChanges(this.#options.vault, new Map(), gone).changes,
      gone,
    );
  }

  /** Writes records, secrets and forgotten checks in one transaction; publishes changes. */
  #save(
    records: readonly SealedChange[],
    secrets: readonly SealedChange[] = [],
    unchecked: readonly string[] = [],
  ): void {
    const { vault, checks } = this.#options;
    const list = this.#scopes === this.#storedScopes ? [] : [listChange(this.#scopes)];
    const isGone = (key: string) => this.#rows.record(key) === undefined;
    const forgotten = checks.forget(unchecked, isGone);
    vault.write([...records, ...secrets, ...forgotten, ...list]);
    this.#storedScopes = this.#scopes;
    this.#rows.derive(unchecked.filter((key) => this.#rows.row(key)?.check !== undefined));
    this.#changed();
  }

  #changed(): void {
    if (this.#publishSoon.isScheduled) return;
    this.#publishSoon.schedule(() => this.#publishNow(), collectMs);
  }

  #publishNow(): void {
    this.#publishSoon.cancel();
    if (this.#taking || this.#deriving) return;
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
