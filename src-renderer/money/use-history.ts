import { computed, ref, type Ref } from 'vue';
import { useEndpointQuery } from '#renderer/lib/queries/use-endpoint-query.ts';
import { useHistoryPages, type HistoryPages } from '#renderer/lib/queries/use-history-pages.ts';
import { useJournalStore } from '#renderer/lib/stores/journal.ts';
import { historyRows, rowOfEntry, rowOfKey, type HistoryRow, type ListedKey } from './history.ts';

export const historyFilters = ['all', 'payments', 'keys', 'purchases'] as const;
export type HistoryFilter = (typeof historyFilters)[number];

type Pages = Omit<HistoryPages<HistoryRow>, 'next'>;

/** Keys on one page: with the one more that is requested, as many as the service gives. */
const keysPerPage = 99;

/** The history of the account as one list: payments, keys and what was bought on this computer. */
export function useHistory(filter: Readonly<Ref<HistoryFilter>>) {
  const journal = useJournalStore();
  const over = computed(() =>
    journal.state.entries.filter((entry) => !journal.unfinished.includes(entry)),
  );
  const payments = useHistoryPages((input) => useEndpointQuery('payments.history', input));
  const keys = useHistoryPages((input) => useEndpointQuery('promocodes.list', input), keysPerPage);
  const listedKeys = computed(() =>
    keys.items.value?.map((key, at): ListedKey => ({ ...key, at })),
  );
  const rows = computed(() => {
    if (payments.items.value === undefined) return undefined;
    const place = { first: payments.page.value === 1, next: payments.next.value };
    const open = journal.unfinished.filter(({ link }) => link !== null);
    const entries = [...over.value, ...open];
    // What waits for its payment is shown above the list.
    return historyRows(payments.items.value, listedKeys.value ?? [], entries, place).filter(
      ({ entry }) => entry === null || !open.includes(entry),
    );
  });

  const pages: Readonly<Record<HistoryFilter, Pages>> = {
    all: { ...payments, items: rows },
    payments: {
      ...payments,
      items: computed(() => rows.value?.filter(({ payment }) => payment !== null)),
    },
    keys: { ...keys, items: computed(() => listedKeys.value?.map(rowOfKey)) },
    purchases: {
      page: ref(1),
      input: payments.input,
      items: computed(() => (journal.read ? over.value.map(rowOfEntry) : undefined)),
      unreadable: computed(() => []),
      more: computed(() => false),
      fetchedAt: computed(() => null),
      error: computed(() => journal.failure),
      refresh: journal.readAgain,
    },
  };
  return { pages: computed(() => pages[filter.value]), keyInput: keys.input };
}
