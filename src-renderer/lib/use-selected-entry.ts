import { computed, type ComputedRef } from 'vue';
import { useRoute } from 'vue-router';
import { useWide } from './use-wide.ts';

/**
 * Which entry of a section is open: the one that the address names; where there is room for both,
 * else the first.
 */
export function useSelectedEntry<Entry extends { readonly key: string }>(
  entries: ComputedRef<readonly Entry[]>,
) {
  const route = useRoute();
  const wide = useWide();
  const selected = computed(() => {
    const named = entries.value.find(({ key }) => key === route.params['id']);
    return named ?? (wide.value ? entries.value[0] : undefined);
  });
  return { wide, selected };
}
