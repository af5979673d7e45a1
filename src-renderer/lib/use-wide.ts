import { useMediaQuery } from '@vueuse/core';
import { watch, type Ref } from 'vue';
import { useUnsavedStore } from './stores/unsaved.ts';

/**
 * Whether there is room for a list and its detail side by side. Else one of them has the page, and the
 * other stays as it is behind it.
 *
 * @param options.onNarrow the room ends; `isUsed`: the user is at the detail, which is to stay in view
 */
export function useWide(options: {
  readonly onNarrow: (isUsed: boolean) => void;
}): Readonly<Ref<boolean>> {
  const unsaved = useUnsavedStore();
  const wide = useMediaQuery('(min-width: 1100px)');
  watch(
    wide,
    (now) => {
      if (now) return;
      const { activeElement: focused, body } = document;
      const isElsewhere = focused === null || focused === body;
      const isInList = focused?.closest('[data-list], nav') !== null;
      options.onNarrow(isElsewhere ? unsaved.hasChanges() : !isInList);
    },
    { flush: 'sync' },
  );
  return wide;
}
