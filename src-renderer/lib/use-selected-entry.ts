import { computed, shallowRef, watch, type ComputedRef } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import { useWide } from './use-wide.ts';

/** The entry that the address names; where there is room, else the first. */
export function useSelectedEntry<Entry extends { readonly key: string }>(
  entries: ComputedRef<readonly Entry[]>,
  list: string,
) {
  const route = useRoute();
  const router = useRouter();
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
  const selected = computed(() => {
    const id = typeof route.params['id'] === 'string' ? route.params['id'] : '';
    const named = entries.value.find(({ key }) => key === (id === '' ? held.value : id));
    return named ?? (wide.value ? entries.value[0] : undefined);
  });
  return {
    wide,
    selected,
    close: (): void => {
      held.value = undefined;
      void router.push(list);
    },
  };
}
