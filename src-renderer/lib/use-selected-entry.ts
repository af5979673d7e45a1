import { computed, shallowRef, watch, type ComputedRef } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import type { QueryState } from './queries/use-endpoint-query.ts';
import { useJournalStore } from './stores/journal.ts';
import { useWide } from './use-wide.ts';

/**
 * The entry that the address names; where there is room, else the first. For one that was made a
 * moment ago, which the list does not have yet, no other is shown.
 *
 * @param path the address of the list
 */
export function useSelectedEntry<Entry extends { readonly key: string }>(
  entries: ComputedRef<readonly Entry[]>,
  path: string,
  list: Pick<QueryState, 'fetchedAt'>,
) {
  const route = useRoute();
  const router = useRouter();
  const journal = useJournalStore();
  const made = shallowRef('');
  const held = shallowRef<string>();
  const wide = useWide({
    onNarrow: (isUsed) => {
      held.value = isUsed ? entries.value[0]?.key : undefined;
    },
  });
  watch(
    () => route.fullPath,
    () => {
      held.value = undefined;
    },
  );
  const id = computed(() => (typeof route.params['id'] === 'string' ? route.params['id'] : ''));
  const named = computed(() =>
    entries.value.find(({ key }) => key === (id.value === '' ? held.value : id.value)),
  );
  const isComing = computed(() => {
    if (id.value === '' || named.value !== undefined) return false;
    if (made.value === id.value) return true;
    const bought = journal.state.entries.find(({ page }) => page === `${path}/${id.value}`);
    return bought?.state === 'done' && bought.changedAt > (list.fetchedAt.value ?? 0);
  });
  return {
    wide,
    selected: computed(() => {
      if (isComing.value) return undefined;
      return named.value ?? (wide.value ? entries.value[0] : undefined);
    }),
    isComing,
    /** Opens one that was made here. */
    show: (of: number): void => {
      made.value = String(of);
      void router.replace(`${path}/${made.value}`);
    },
    close: (): void => {
      held.value = undefined;
      void router.push(path);
    },
  };
}
