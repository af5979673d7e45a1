import { ConnectionRecord, ListedFields, type ConnectionRow } from '#contract/ipc/connections.ts';
import { titleOrder } from '#contract/connections/query.ts';
import { sortRows } from '#contract/connections/sort.ts';
import { recordScope } from './connection.ts';
import { storedAs } from './storage/records.ts';

export type DerivedFields = Omit<ConnectionRow, keyof ListedFields>;

type RecordGroups = ReadonlyMap<string | null, readonly ConnectionRecord[]>;

const maxRemoved = 100;

/** Records, the rows derived from them, and what changed since that was last asked. */
export class RowIndex {
  readonly #derive: (record: ConnectionRecord) => DerivedFields;
  readonly #records = new Map<string, ConnectionRecord>();
  readonly #rows = new Map<string, ConnectionRow>();
  /** Records by what they are stored as, and by the server that they are on, until one changes. */
  #stored: RecordGroups | undefined;
  #onServer: RecordGroups | undefined;
  readonly #changed = new Set<string>();
  /** The records that were removed last, so that one on screen can still be named. */
  readonly #removed = new Map<string, ConnectionRecord>();
  #sorted: { readonly language: string; readonly rows: readonly ConnectionRow[] } | undefined;

  /** @param derive may look up other records, such as that of a subconfig's configuration */
  constructor(derive: (record: ConnectionRecord) => DerivedFields) {
    this.#derive = derive;
  }

  get size(): number {
    return this.#records.size;
  }

  record(key: string): ConnectionRecord | undefined {
    return this.#records.get(key);
  }

  /** Also of one that was removed recently. */
  recordOrRemoved(key: string): ConnectionRecord | undefined {
    return this.record(key) ?? this.#removed.get(key);
  }

  row(key: string): ConnectionRow | undefined {
    return this.#rows.get(key);
  }

  keys(): string[] {
    return [...this.#records.keys()];
  }

  records(): ConnectionRecord[] {
    return [...this.#records.values()];
  }

  storedWith(scope: string): string[] {
    this.#stored ??= Map.groupBy(this.#records.values(), (each) => storedAs(recordScope(each)));
    return keysOf(this.#stored.get(storedAs(scope)));
  }

  onServer(server: string): string[] {
    return keysOf(this.#byServer().get(server));
  }

  servers(): string[] {
    return [...this.#byServer().keys()].filter((server) => server !== null);
  }

  sorted(language: string): readonly ConnectionRow[] {
    if (this.#sorted?.language !== language) {
      this.#sorted = { language, rows: sortRows(this.#rows.values(), titleOrder, language) };
    }
    return this.#sorted.rows;
  }

  /** The records of these in the order of titles, as they are stored. */
  recordsOf(keys: readonly string[], language: string): ConnectionRecord[] {
    const rows = keys.flatMap((key) => this.row(key) ?? []);
    return sortRows(rows, titleOrder, language).flatMap(({ key }) => this.record(key) ?? []);
  }

  /** Adds what was stored, which is no change. */
  load(records: readonly ConnectionRecord[]): void {
    this.put(records);
    this.#changed.clear();
  }

  /** Adds records, or puts them in place of those with their keys; answers which keys that changed. */
  put(records: readonly ConnectionRecord[]): string[] {
    const changed = records.filter((record) => !isSameRecord(this.record(record.key), record));
    for (const record of changed) {
      this.#records.set(record.key, record);
      this.#rows.delete(record.key);
    }
    if (changed.length > 0) this.#forgetGroups();
    const keys = keysOf(changed);
    // After all records are stored: a derived row may depend on the record of another connection.
    for (const key of keys) this.#deriveRow(key);
    this.noteChanges(keys);
    return keys;
  }

  #forgetGroups(): void {
    this.#stored = undefined;
    this.#onServer = undefined;
  }

  #byServer(): RecordGroups {
    return (this.#onServer ??= Map.groupBy(this.#records.values(), ({ server }) => server));
  }

  remove(keys: readonly string[]): void {
    for (const key of keys) {
      const record = this.record(key);
      if (!record) continue;
      this.#records.delete(key);
      this.#rows.delete(key);
      this.#removed.set(key, record);
    }
    if (keys.length > 0) this.#forgetGroups();
    const surplus = Math.max(0, this.#removed.size - maxRemoved);
    for (const key of [...this.#removed.keys()].slice(0, surplus)) this.#removed.delete(key);
    this.noteChanges(keys);
  }

  /** Derives these rows again, and notes those that are not as they were. */
  derive(keys: readonly string[]): void {
    this.noteChanges(keys.filter((key) => this.#deriveRow(key)));
  }

  /** Notes that these connections changed, also in what their rows do not show. */
  noteChanges(keys: readonly string[]): void {
    if (keys.length === 0) return;
    for (const key of keys) this.#changed.add(key);
    this.#sorted = undefined;
  }

  /** What changed since this was last asked; `undefined` where nothing did. */
  takeChanges():
    | { readonly put: readonly ConnectionRow[]; readonly removed: readonly string[] }
    | undefined {
    if (this.#changed.size === 0) return undefined;
    const keys = [...this.#changed];
    this.#changed.clear();
    return {
      put: keys.flatMap((key) => this.row(key) ?? []),
      removed: keys.filter((key) => !this.#records.has(key)),
    };
  }

  #deriveRow(key: string): boolean {
    const record = this.record(key);
    if (!record) return false;
    const derived = this.#derive(record);
    const before = this.row(key);
    if (before && isShownAlike(before, derived)) return false;
    this.#rows.set(key, { ...ListedFields.parse(record), ...derived });
    return true;
  }
}

const keysOf = (records: readonly ConnectionRecord[] = []) => records.map(({ key }) => key);

const recordFields = ConnectionRecord.keyof().options;
const listedFields = ListedFields.keyof().options;

function isSameRecord(one: ConnectionRecord | undefined, other: ConnectionRecord): boolean {
  return one !== undefined && recordFields.every((field) => isSameValue(one[field], other[field]));
}

/** When a known state was read is not shown: a sample of every second changes no row. */
function shownState({ since, ...state }: ConnectionRow['state']) {
  return state.state === 'unknown' ? { ...state, since } : state;
}

/** By all fields that there are: the row has those of its record besides. */
function isShownAlike(row: ConnectionRow, derived: DerivedFields): boolean {
  const { state, ...others } = derived;
  const fields = Object.keys(others) as (keyof typeof others)[];
  return (
    Object.keys(row).length === listedFields.length + fields.length + 1 &&
    isSameValue(shownState(row.state), shownState(state)) &&
    fields.every((field) => isSameValue(row[field], others[field]))
  );
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other);
}
