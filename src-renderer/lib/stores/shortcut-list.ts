import { defineStore } from 'pinia';
import { shallowRef } from 'vue';

export const useShortcutListStore = defineStore('shortcut-list', () => ({
  isOpen: shallowRef(false),
}));
