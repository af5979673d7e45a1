import { defineStore } from 'pinia';
import { computed, shallowRef, triggerRef, watch, type Ref, type ShallowRef } from 'vue';
import type { Failure } from '#contract/failure.ts';
import type { Events } from '#contract/ipc.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { arrange, matchRows } from '#contract/connections/arrange.ts';
import { facetsOf } from '#contract/connections/facets.ts';
import { replacementFor } from '#contract/connections/next-working.ts';
import { namesFail } from '#contract/connections/leading-check.ts';
import {
  expiryOrder,
  noFilter,
  titleOrder,
  type ConnectionFilter,
} from '#contract/connections/query.ts';
import { rowsFrom } from '#contract/connections/rows-text.ts';
import { countOf, sortRows } from '#contract/connections/sort.ts';
import { createLatest } from '#renderer/lib/latest.ts';
import { call, listen } from '#renderer/lib/ipc.ts';
import { accountRef, onAccountChange } from './account-ref.ts';
import { useClockStore } from './clock.ts';
import { useSessionStore } from './session.ts';
import { useSettingsStore } from './settings.ts';
import { useUnsavedStore } from './unsaved.ts';

type RowChange = Events['connections.changed'];

/** The fields of the filter that are values to choose among. */
export type ListFilter = 'sources' | 'countries' | 'protocols' | 'states';

function createListQuery() {
  const filter = accountRef(noFilter);
  const order = shallowRef(titleOrder);
  let orderBefore = titleOrder;
  watch(
    () => filter.value.expiring,
    (expiring) => {
      if (expiring) orderBefore = order.value;
      if (expiring) order.value = expiryOrder;
      else if (order.value === expiryOrder) order.value = orderBefore;
    },
    { flush: 'sync' },
  );

  return {
    filter,
    order,
    filtered: computed(() => {
      const { search, ...rest } = filter.value;
      return Object.values(rest).reduce(
        (sum, set) => sum + (typeof set === 'boolean' ? Number(set) : set.length),
        0,
      );
    }),
    change(changes: Partial<ConnectionFilter>) {
      filter.value = { ...filter.value, ...changes };
    },
    /** Chooses one more value, or one less. */
    toggle(name: ListFilter, value: string) {
      const values: readonly string[] = filter.value[name];
      const others = values.filter((other) => other !== value);
      const next = others.length < values.length ? others : [...values, value];
      filter.value = { ...filter.value, [name]: next };
    },
    clearFilters() {
      filter.value = { ...noFilter, search: filter.value.search };
    },
  };
}

/** All connections of the open account, as main said last: read once, then changed by its events. */
function createRows() {
  /** By key. Changed in place and then triggered: making ten thousand rows reactive would take long. */
  const rows = shallowRef(new Map<string, ConnectionRow>());
  /** Keys of the connections that were copied last, newest first. */
  const recents = shallowRef<readonly string[]>([]);
  const loaded = shallowRef(false);
  const failure = shallowRef<Failure | null>(null);
  /** Keys of what the last change was about; `null` where it may be anything. */
  const changed = shallowRef<{ readonly keys: readonly string[] | null }>({ keys: [] });
  const reads = createLatest();
  /** Events that came while an answer was on its way; `null` while none is. */
  let waiting: RowChange[] | null = null;
  let reading = Promise.resolve();
  let list = 0;
  let revision = 0;

  function read(): Promise<void> {
    reading = readAll();
    return reading;
  }

  async function readAll(): Promise<void> {
    const isLatest = reads.begin();
    waiting = [];
    const answer = await call('connections.rows', {});
    if (!isLatest()) return;
    const early = waiting;
    waiting = null;
    failure.value = answer.ok ? null : answer.failure;
    if (!answer.ok) return;
    ({ list, revision } = answer.value);
    rows.value = new Map(rowsFrom(answer.value.rows).map((row) => [row.key, row]));
    recents.value = answer.value.recents;
    loaded.value = true;
    changed.value = { keys: null };
    for (const change of early) take(change);
  }

  /** Another account that was opened since, or a change that never came, means reading all again. */
  function take(change: RowChange): void {
    const next = change.list === list && change.revision === revision + 1;
    const missed = change.list > list || (change.list === list && change.revision > revision + 1);
    if (waiting !== null) waiting.push(change);
    else if (next) apply(change);
    else if (missed) void read();
  }

  function apply(change: RowChange): void {
    ({ revision } = change);
    const { removed } = change;
    const put = rowsFrom(change.put);
    for (const key of removed) rows.value.delete(key);
    for (const row of put) rows.value.set(row.key, row);
    if (change.recents !== undefined) recents.value = change.recents;
    triggerRef(rows);
    changed.value = { keys: [...removed, ...put.map(({ key }) => key)] };
  }

  /** Resolves when they are there, or could not be read. */
  function readOnce(): Promise<void> {
    return loaded.value || waiting !== null ? reading : read();
  }

  onAccountChange((now, before) => {
    if (before !== '') {
      reads.begin();
      waiting = null;
      rows.value = new Map();
      recents.value = [];
      loaded.value = false;
      failure.value = null;
    }
    if (now !== '') void readOnce();
  });

  return {
    rows,
    recents,
    loaded,
    failure,
    changed,
    take,
    readOnce,
    replace: (row: ConnectionRow) => {
      replaceIn(rows, row);
    },
  };
}

function replaceIn(rows: ShallowRef<Map<string, ConnectionRow>>, row: ConnectionRow): void {
  if (!rows.value.has(row.key)) return;
  rows.value.set(row.key, row);
  triggerRef(rows);
}

/** What opens on the page of a connection as soon as it is shown. Each is the key of that connection. */
function createRequests() {
  const renaming = accountRef<string | null>(null);
  const renewing = accountRef<string | null>(null);
  const moving = accountRef<string | null>(null);
  const drawing = accountRef<string | null>(null);
  const explained = accountRef<string | null>(null);
  const wantsReplacement = accountRef(false);
  const explaining = accountRef<string | null>(null);

  function explain(key: string | null, other = false): void {
    explained.value = key;
    explaining.value = key;
    wantsReplacement.value = other;
  }

  return {
    renaming,
    renewing,
    /** Its settings open, to move it to another location or server. */
    moving,
    /** Its QR code. */
    drawing,
    /** The user asked why it does not work; until another connection is shown. */
    explained,
    /** And wants another one in its place, whatever is wrong with it. */
    wantsReplacement,
    explain,
    /** The answer is to take the keyboard, once. */
    explaining,
  };
}

function createSelection(listed: Readonly<Ref<readonly ConnectionRow[]>>) {
  const selection = accountRef<ReadonlySet<string>>(new Set());
  return {
    /** Keys of the rows that are selected in the list, also while another page is shown. */
    selection,
    /** Leaves so many selected, in the order of the list; what that does not show comes last. */
    selectFirst(count: number): void {
      const shown = listed.value.flatMap(({ key }) => (selection.value.has(key) ? key : []));
      selection.value = new Set([...new Set([...shown, ...selection.value])].slice(0, count));
    },
  };
}

/** What was copied last when the search was typed: copying what it found moves nothing. */
function useRecentsOfSearch(search: () => string, recents: Readonly<Ref<readonly string[]>>) {
  const then = shallowRef<readonly string[]>([]);
  watch(
    search,
    () => {
      then.value = recents.value;
    },
    { flush: 'sync' },
  );
  return then;
}

/** The connection that is shown: that of an account is so again after unlocking. */
function useSelected({ rows, loaded }: Pick<ReturnType<typeof createRows>, 'rows' | 'loaded'>) {
  const session = useSessionStore();
  const selected = accountRef<ConnectionRow | null>(null);
  const lastKeys = new Map<string, string>();
  watch(selected, (row) => row && lastKeys.set(session.accountId, row.key), { flush: 'sync' });
  const last = () => rows.value.get(lastKeys.get(session.accountId) ?? '') ?? null;
  watch(loaded, (now) => now && (selected.value ??= last()), { flush: 'sync' });
  return selected;
}

/** All connections, how the list of them is filtered and sorted, and its current one. */
export const useConnectionsStore = defineStore('connections', () => {
  const settings = useSettingsStore();
  const unsaved = useUnsavedStore();
  const clock = useClockStore();
  const query = createListQuery();
  const { rows, recents, loaded, failure, changed, take, ...reads } = createRows();
  const moment = () => ({ now: clock.now(), recents: recents.value, language: settings.language });
  const recentsOfSearch = useRecentsOfSearch(() => query.filter.value.search, recents);
  /** Apart from `listed`, because typing must not sort. */
  const sorted = computed(() => {
    const now = ['check', 'expiry'].includes(query.order.value.by) ? clock.minute : 0;
    return sortRows(rows.value.values(), query.order.value, settings.language, now);
  });
  const selected = useSelected({ rows, loaded });
  const saving = accountRef<Events['connections.saving'] | null>(null);
  const rowOf = (key: string): ConnectionRow | undefined => rows.value.get(key);
  /** A row with its present values; one that is gone stays as it was last known. */
  const latest = (row: ConnectionRow): ConnectionRow => rowOf(row.key) ?? row;
  /** Shows what a change answered with, before main announces it. */
  const replace = (row: ConnectionRow): void => {
    reads.replace(row);
    if (selected.value?.key === row.key) selected.value = row;
  };
  const requests = createRequests();

  const listed = computed(() =>
    matchRows(
      sorted.value,
      { filter: query.filter.value, order: query.order.value },
      { now: clock.now(), recents: recentsOfSearch.value },
    ),
  );

  return {
    ...query,
    loaded,
    recents,
    failure,
    changed,
    rowOf,
    latest,
    /** Every row, in no order. */
    all: (): Iterable<ConnectionRow> => rows.value.values(),
    /** How many connections there are, with any filter. */
    count: computed(() => countOf(rows.value.values())),
    listed,
    /** The values to filter by that there are; `null` before the rows are read. */
    facets: computed(() => (loaded.value ? facetsOf([...rows.value.values()], clock.now()) : null)),
    /** What a filter of its own finds, in the order of titles or, with a search, what fits best first. */
    find: (filter: Partial<ConnectionFilter>) =>
      arrange(
        rows.value.values(),
        { filter: { ...noFilter, ...filter }, order: titleOrder },
        moment(),
      ),
    /** How to get to one in place of a connection that does not work. */
    replacementFor: (failed: ConnectionRow) =>
      replacementFor([...rows.value.values()], failed, clock.now()),
    /** The names of several servers are not found from here. */
    namesFail: computed(() => namesFail(rows.value.values(), clock.minute)),
    /** The connection that is shown, which may be one that the account lost. */
    current: computed(() => selected.value && latest(selected.value)),
    ...createSelection(listed),
    /** How far saving a folder of them is; `null` while main saves none. */
    saving,
    start(): void {
      listen('connections.changed', take);
      listen('connections.saving', (now) => {
        saving.value = now.running ? now : null;
      });
      void reads.readOnce();
    },
    readOnce: reads.readOnce,
    replace,
    ...requests,
    /** Asks first where something that was typed for the current one would be lost. */
    setCurrent(row: ConnectionRow) {
      const select = () => {
        if (row.key !== requests.explained.value) requests.explain(null);
        selected.value = row;
      };
      if (row.key === selected.value?.key) select();
      else unsaved.leave(select);
    },
  };
});
