import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { CommandInput } from '#contract/ipc.ts';
import type {
  ConnectionFacets,
  ConnectionPage,
  ConnectionRow,
  ConnectionSource,
  OnlineState,
} from '#contract/ipc/connections.ts';
import type { Result } from '#contract/failure.ts';
import { call, listen } from '#renderer/ipc.ts';
import type { Stretch } from '#renderer/composables/rows/paged-rows.ts';

type Query = CommandInput<'connections.query'>;
export type OrderBy = NonNullable<NonNullable<Query['order']>['by']>;

export interface Filter {
  readonly search: string;
  readonly sources: readonly ConnectionSource[];
  readonly countries: readonly string[];
  readonly protocols: readonly string[];
  readonly online: readonly OnlineState[];
  readonly expiring: boolean;
  readonly favourites: boolean;
}

export interface Order {
  readonly by: OrderBy;
  readonly descending: boolean;
}

export const noFilter: Filter = {
  search: '',
  sources: [],
  countries: [],
  protocols: [],
  online: [],
  expiring: false,
  favourites: false,
};

/** The values with one more of them, or with that one taken away. */
export function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

const facetsRestMs = 300;

/** What of the list is asked for, what is chosen in it, and the values there are to filter by. */
export const useConnectionsStore = defineStore('connections', () => {
  const filter = shallowRef<Filter>(noFilter);
  const order = shallowRef<Order>({ by: 'title', descending: false });
  const selected = shallowRef<ConnectionRow | null>(null);
  const facets = shallowRef<ConnectionFacets | null>(null);
  let facetsTimer: ReturnType<typeof setTimeout> | undefined;
  /** What the list begins with, asked for before there is anything to draw it. */
  let early: { asked: string; answer: Promise<Result<ConnectionPage>> } | undefined;

  const filtered = computed(() => {
    const { sources, countries, protocols, online, expiring, favourites } = filter.value;
    const lists = sources.length + countries.length + protocols.length + online.length;
    return lists + Number(expiring) + Number(favourites);
  });

  async function readFacets(): Promise<void> {
    const answer = await call('connections.facets', {});
    if (answer.ok) facets.value = answer.value;
  }

  /** Main counts all of them for it; what comes first is rows. */
  function readFacetsLater(): void {
    clearTimeout(facetsTimer);
    facetsTimer = setTimeout(() => void readFacets(), facetsRestMs);
  }

  /** A question about a stretch of the list, as it is filtered and ordered now. */
  const ask = (stretch: Stretch): string =>
    JSON.stringify({ filter: filter.value, order: order.value, ...stretch });

  /** A plain copy: what crosses the bridge is cloned, and a proxy cannot be. */
  const plain = (asked: string) => JSON.parse(asked) as Query;

  async function setFavourite(row: ConnectionRow, favourite: boolean) {
    const answer = await call('connections.setFavourite', { key: row.key, favourite });
    if (answer.ok && selected.value?.key === row.key) selected.value = answer.value;
    return answer;
  }

  return {
    filter,
    order,
    selected,
    facets,
    /** How many filters are set, the search apart. */
    filtered,
    /** The same for main to answer with keys alone. */
    question: (stretch: Stretch) => plain(ask(stretch)),
    /** The rows of a stretch. */
    async read(stretch: Stretch): Promise<Result<ConnectionPage>> {
      const asked = ask(stretch);
      const first = early?.asked === asked ? early.answer : undefined;
      early = undefined;
      // An account that opened meanwhile had no rows to answer with.
      const answer = first && (await first);
      return answer?.ok === true ? answer : call('connections.query', plain(asked));
    },
    /** @param stretch what the page of the list will ask for first */
    start(stretch: Stretch) {
      const asked = ask(stretch);
      early = { asked, answer: call('connections.query', plain(asked)) };
      listen('connections.changed', () => {
        early = undefined;
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
    select(row: ConnectionRow | null) {
      selected.value = row;
    },
    /** Another account: nothing of the last one stays. */
    forget() {
      filter.value = noFilter;
      selected.value = null;
      facets.value = null;
      early = undefined;
      readFacetsLater();
    },
    setFavourite,
  };
});
