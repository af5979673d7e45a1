import { useMediaQuery } from '@vueuse/core';
import { computed, shallowRef, watchEffect, type ComputedRef } from 'vue';
import { useUnsavedStore } from './stores/unsaved.ts';

/**
 * Whether there is room for a list and its detail side by side. It stays as it is while something
 * typed would be lost with the other layout, or the user is being asked about that.
 */
export function useWide(): ComputedRef<boolean> {
  const unsaved = useUnsavedStore();
  const fits = useMediaQuery('(min-width: 1100px)');
  const wide = shallowRef(fits.value);
  watchEffect(() => {
    const now = fits.value;
    if (!unsaved.isAsking && !unsaved.hasChanges()) wide.value = now;
  });
  return computed(() => wide.value);
}
