import { onScopeDispose, ref, watch } from 'vue';
import { useUnsavedStore, type UnsavedForm } from './stores/unsaved.ts';

/** Leaving what is typed asks first. */
export function useUnsaved(form: Omit<UnsavedForm, 'discard'>) {
  const store = useUnsavedStore();
  const settled = ref(false);

  /** It was saved or discarded. */
  function settle(): void {
    settled.value = true;
  }

  const entry = { ...form, changed: () => !settled.value && form.changed(), discard: settle };
  store.add(entry);
  onScopeDispose(() => {
    store.remove(entry);
  });
  // Changed anew after it was saved.
  watch(form.changed, (now) => {
    if (!now) settled.value = false;
  });
  return { settle };
}
