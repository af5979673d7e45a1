import { computed, ref, watch } from 'vue';
import type { QueryState } from './use-endpoint-query.ts';

interface HistoryInput {
  readonly query: { readonly limit: number; readonly offset: number };
}

/**
 * A history page by page. The service does not say how long it is, so each page requests one record
 * more than it shows: if that one exists, there is a next page.
 *
 * @param query reads one page, as `(input) => useEndpointQuery('payments.history', input)`
 * @param pageSize how many records a page shows; 99 at most, as the service gives 100
 */
export function useHistoryPages<Item>(
  query: (input: () => HistoryInput) => QueryState<readonly Item[]>,
  pageSize = 20,
) {
  const page = ref(1);
  const input = (): HistoryInput => ({
    query: { limit: pageSize + 1, offset: (page.value - 1) * pageSize },
  });
  const { data, fetchedAt, error, unreadable, refresh } = query(input);
  const shownUnreadable = computed(() => unreadable.value.filter(({ index }) => index < pageSize));

  // A history that became shorter leaves pages that no longer exist.
  watch(data, (now) => {
    if (now?.length === 0 && unreadable.value.length === 0 && page.value > 1) page.value -= 1;
  });

  return {
    page,
    /** What the shown page was requested with: names its secrets. */
    input,
    /** Absent while the page was never read. */
    items: computed(() => data.value?.slice(0, pageSize - shownUnreadable.value.length)),
    unreadable: shownUnreadable,
    /** The first of the next page, where it could be read. */
    next: computed(() => data.value?.[pageSize - shownUnreadable.value.length]),
    more: computed(() => (data.value?.length ?? 0) + unreadable.value.length > pageSize),
    fetchedAt,
    error,
    refresh,
  };
}

export type HistoryPages<Item> = ReturnType<typeof useHistoryPages<Item>>;
