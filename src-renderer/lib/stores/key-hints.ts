import { defineStore } from 'pinia';
import { shallowRef } from 'vue';

/** A key, and what it does now. */
interface KeyHint {
  readonly key: string;
  readonly does: () => string;
}

/** What keys do in the part of the window that has the focus: the status line shows it. */
export const useKeyHintsStore = defineStore('key-hints', () => {
  const shown = shallowRef<readonly KeyHint[]>([]);
  /** The list of all shortcuts is open. */
  const isListOpen = shallowRef(false);
  return {
    shown,
    isListOpen,
    show(hints: readonly KeyHint[]): void {
      shown.value = hints;
    },
    /** Takes these away, unless others came meanwhile. */
    hide(hints: readonly KeyHint[]): void {
      if (shown.value === hints) shown.value = [];
    },
  };
});
