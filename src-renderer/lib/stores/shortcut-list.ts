import { defineStore } from 'pinia';
import { shallowRef } from 'vue';

/** Whether the list of all shortcuts is open. */
export const useShortcutListStore = defineStore('shortcut-list', () => ({
  isOpen: shallowRef(false),
}));
