import { computed, ref, watch } from 'vue';
import type { QueryState } from './use-endpoint-query.ts';

/** How many records a page of a history shows. */
const pageSize = 20;

/** The part of a history that a page requests. */
interface HistoryInput {
  readonly query: { readonly limit: number; readonly offset: number };
}

/** What a page of a history is requested with. */
export function historyInput(page: number): HistoryInput {
  return { query: { limit: pageSize + 1, offset: (page - 1) * pageSize } };
}

/**
 * A history page by page. The service does not say how long it is, so each page requests one record
 * more than it shows: if that one exists, there is a next page.
 *
 * @param query reads one page, as `(input) => useEndpointQuery('payments.history', input)`
 */
export function useHistoryPages<Item>(
  query: (input: () => HistoryInput) => QueryState<readonly Item[]>,
) {
  const page = ref(1);
  const input = (): HistoryInput => historyInput(page.value);
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
    more: computed(() => (data.value?.length ?? 0) + unreadable.value.length > pageSize),
    fetchedAt,
    error,
    refresh,
  };
}

export type HistoryPages<Item> = ReturnType<typeof useHistoryPages<Item>>;
