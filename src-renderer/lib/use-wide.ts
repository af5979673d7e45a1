import { useMediaQuery } from '@vueuse/core';
import { watch, type Ref } from 'vue';
import { useUnsavedStore } from './stores/unsaved.ts';

/** Whether a list and its detail fit side by side; else the one that is used has the page. */
export function useWide(options: {
  /** Whether the detail is used; not called where neither is. */
  readonly onNarrow: (isUsed: boolean) => void;
}): Readonly<Ref<boolean>> {
  const unsaved = useUnsavedStore();
  const wide = useMediaQuery('(min-width: 1100px)');
  watch(
    wide,
    (now) => {
      if (now) return;
      const focused = document.activeElement;
      const isNowhere = focused === null || focused.matches('body, main');
      if (!isNowhere) options.onNarrow(focused.closest('[data-list], nav') === null);
      else if (unsaved.hasChanges()) options.onNarrow(true);
    },
    { flush: 'sync' },
  );
  return wide;
}
