import { useTimeoutFn } from '@vueuse/core';
import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { ConnectionPage, ConnectionQuery, ConnectionRow } from '#contract/ipc/connections.ts';
import type { Result } from '#contract/failure.ts';
import type { ConnectionFacets } from '#contract/list/facets.ts';
import { createLatest } from '#renderer/composables/latest.ts';
import type { RowQuery } from '#renderer/composables/list/paged-list.ts';
import { call } from '#renderer/ipc.ts';

export type Filter = ConnectionQuery['filter'];
type Order = ConnectionQuery['order'];
export type OrderBy = Order['by'];

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

/** How the list is filtered and sorted. */
function createListQuery() {
  const filter = shallowRef<Filter>(noFilter);
  const order = shallowRef<Order>({ by: 'title', descending: false });

  return {
    filter,
    order,
    /** How many filters are set, the search apart. */
    filtered: computed(() => {
      const { sources, countries, protocols, states, expiring, favourites, working } = filter.value;
      const lists = sources.length + countries.length + protocols.length + states.length;
      return lists + Number(expiring) + Number(favourites) + Number(working);
    }),
    /** The query for a range that is sent to main, as the list is filtered and sorted now. */
    query: (range: RowQuery): ConnectionQuery => ({
      filter: filter.value,
      order: order.value,
      ...range,
    }),
    change(changes: Partial<Filter>) {
      filter.value = { ...filter.value, ...changes };
    },
    clearFilters() {
      filter.value = { ...noFilter, search: filter.value.search };
    },
    clearAll() {
      filter.value = noFilter;
    },
  };
}

/** The values to filter by that there are. */
function createFacets() {
  const facets = shallowRef<ConnectionFacets | null>(null);
  const reads = createLatest();

  async function read(): Promise<void> {
    const isLatest = reads.begin();
    const answer = await call('connections.facets', {});
    if (answer.ok && isLatest()) facets.value = answer.value;
  }

  /** Delayed, because main counts all connections for it and rows are more urgent. */
  const { start: readSoon } = useTimeoutFn(() => void read(), facetsRestMs, { immediate: false });

  function forget(): void {
    reads.begin();
    facets.value = null;
  }

  return { facets, readSoon, forget };
}

/** Reads rows. The first ones are requested before there is anything to draw them. */
function createRowReads(queryOf: (range: RowQuery) => ConnectionQuery) {
  /** The number of connections in main's last answer, with any filter. */
  const count = shallowRef(0);
  let initial: { query: string; answer: Promise<Result<ConnectionPage>> } | undefined;

  async function read(range: RowQuery): Promise<Result<ConnectionPage>> {
    const query = queryOf(range);
    const requested = initial?.query === JSON.stringify(query) ? initial.answer : undefined;
    initial = undefined;
    // An account that was opened meanwhile had no rows to answer with.
    const first = requested && (await requested);
    const answer = first?.ok === true ? first : await call('connections.query', query);
    if (answer.ok) count.value = answer.value.all;
    return answer;
  }

  return {
    count,
    read,
    request(range: RowQuery) {
      const query = queryOf(range);
      initial = { query: JSON.stringify(query), answer: call('connections.query', query) };
    },
    /** What was requested before is outdated. */
    dropRequested() {
      initial = undefined;
    },
  };
}

/** How the list is filtered and sorted, its current connection, and the values to filter by. */
export const useConnectionsStore = defineStore('connections', () => {
  const list = createListQuery();
  const { facets, ...facetReads } = createFacets();
  const { count, ...rows } = createRowReads(list.query);
  const current = shallowRef<ConnectionRow | null>(null);
  /** How often main has said that connections changed. */
  const changes = shallowRef(0);
  /** Key of the connection whose title or renewal opens as soon as it is shown. */
  const renaming = shallowRef<string | null>(null);
  const renewing = shallowRef<string | null>(null);

  return {
    ...list,
    current,
    facets,
    count,
    changes,
    /** Reads a range of rows. */
    read: rows.read,
    /** @param range what the page of the list will read first */
    start(range: RowQuery) {
      rows.request(range);
      facetReads.readSoon();
    },
    /** Connections changed (`query-cache.ts` listens). */
    noteChange() {
      rows.dropRequested();
      facetReads.readSoon();
      changes.value += 1;
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
    async setFavourite(row: ConnectionRow, favourite: boolean) {
      const answer = await call('connections.setFavourite', { key: row.key, favourite });
      if (answer.ok && current.value?.key === row.key) current.value = answer.value;
      return answer;
    },
    /** Another account: nothing of the last one stays. */
    forget() {
      list.clearAll();
      current.value = null;
      count.value = 0;
      rows.dropRequested();
      facetReads.forget();
      facetReads.readSoon();
    },
  };
});
