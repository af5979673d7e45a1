import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { CommandInput } from '#contract/ipc.ts';
import type {
  ConnectionFacets,
  ConnectionPage,
  ConnectionRow,
  ConnectionSource,
} from '#contract/ipc/connections.ts';
import type { ShownState } from '#contract/rules/connection-state.ts';
import type { Result } from '#contract/failure.ts';
import { call, listen } from '#renderer/ipc.ts';
import type { RowQuery } from '#renderer/composables/list/paged-list.ts';

type Query = CommandInput<'connections.query'>;
export type OrderBy = NonNullable<NonNullable<Query['order']>['by']>;

export interface Filter {
  readonly search: string;
  readonly sources: readonly ConnectionSource[];
  readonly countries: readonly string[];
  readonly protocols: readonly string[];
  readonly states: readonly ShownState[];
  readonly expiring: boolean;
  readonly favourites: boolean;
  /** Answered when last checked from here. */
  readonly working: boolean;
}

interface Order {
  readonly by: OrderBy;
  readonly descending: boolean;
}

export const noFilter: Filter = {
  search: '',
  sources: [],
  countries: [],
  protocols: [],
  states: [],
  expiring: false,
  favourites: false,
  working: false,
};

/** The values with one more of them, or with that one taken away. */
export function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

const facetsRestMs = 300;

/** How the list is filtered and sorted, its current connection, and the values to filter by. */
export const useConnectionsStore = defineStore('connections', () => {
  const filter = shallowRef<Filter>(noFilter);
  const order = shallowRef<Order>({ by: 'title', descending: false });
  const current = shallowRef<ConnectionRow | null>(null);
  /** How many connections main last answered with, whatever the filter. */
  const count = shallowRef(0);
  const facets = shallowRef<ConnectionFacets | null>(null);
  /** Keys of the connections whose title, or whose renewal, is to be opened as soon as it is shown. */
  const renaming = shallowRef<string | null>(null);
  const renewing = shallowRef<string | null>(null);
  let facetsTimer: ReturnType<typeof setTimeout> | undefined;
  /** The first rows, requested before there is anything to draw them. */
  let initial: { query: string; answer: Promise<Result<ConnectionPage>> } | undefined;

  const filtered = computed(() => {
    const { sources, countries, protocols, states, expiring, favourites, working } = filter.value;
    const lists = sources.length + countries.length + protocols.length + states.length;
    return lists + Number(expiring) + Number(favourites) + Number(working);
  });

  async function readFacets(): Promise<void> {
    const answer = await call('connections.facets', {});
    if (answer.ok) facets.value = answer.value;
  }

  /** Delayed, because main counts all connections for it and rows are more urgent. */
  function readFacetsLater(): void {
    clearTimeout(facetsTimer);
    facetsTimer = setTimeout(() => void readFacets(), facetsRestMs);
  }

  const serialize = (query: RowQuery): string =>
    JSON.stringify({ filter: filter.value, order: order.value, ...query });

  /** A plain copy: what crosses IPC is cloned, and a proxy cannot be. */
  const plain = (query: string) => JSON.parse(query) as Query;

  async function setFavourite(row: ConnectionRow, favourite: boolean) {
    const answer = await call('connections.setFavourite', { key: row.key, favourite });
    if (answer.ok && current.value?.key === row.key) current.value = answer.value;
    return answer;
  }

  /** Reads a range of rows. */
  async function read(range: RowQuery): Promise<Result<ConnectionPage>> {
    const query = serialize(range);
    const requested = initial?.query === query ? initial.answer : undefined;
    initial = undefined;
    // An account that was opened meanwhile had no rows to answer with.
    const first = requested && (await requested);
    const answer = first?.ok === true ? first : await call('connections.query', plain(query));
    if (answer.ok) count.value = answer.value.all;
    return answer;
  }

  return {
    filter,
    order,
    current,
    facets,
    count,
    /** How many filters are set, the search apart. */
    filtered,
    /** The query for a range that is sent to main, as the list is filtered and sorted now. */
    query: (range: RowQuery) => plain(serialize(range)),
    read,
    /** @param range what the page of the list will read first */
    start(range: RowQuery) {
      const query = serialize(range);
      initial = { query, answer: call('connections.query', plain(query)) };
      listen('connections.changed', () => {
        initial = undefined;
        readFacetsLater();
      });
      readFacetsLater();
    },
    change(changes: Partial<Filter>) {
      filter.value = { ...filter.value, ...changes };
    },
    clearFilters() {
      filter.value = { ...noFilter, search: filter.value.search };
    },
    clearAll() {
      filter.value = noFilter;
    },
    renaming,
    rename(key: string | null) {
      renaming.value = key;
    },
    renewing,
    renew(key: string | null) {
      renewing.value = key;
    },
    setCurrent(row: ConnectionRow | null) {
      current.value = row;
    },
    /** Another account: nothing of the last one stays. */
    forget() {
      filter.value = noFilter;
      current.value = null;
      facets.value = null;
      count.value = 0;
      initial = undefined;
      readFacetsLater();
    },
    setFavourite,
  };
});
