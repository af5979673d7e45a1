import { useMediaQuery } from '@vueuse/core';
import { watch, type Ref } from 'vue';
import { useUnsavedStore } from './stores/unsaved.ts';

/** Whether a list and its detail fit side by side; else one of them has the page. */
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
