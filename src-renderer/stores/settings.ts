import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { CommandInput } from '#contract/ipc.ts';
import type { Failure } from '#contract/failure.ts';
import type { SettingsState } from '#contract/ipc/settings.ts';
import { call, listen } from '#renderer/ipc.ts';
import { formatter } from '#renderer/composables/words/format.ts';

const untilRead: SettingsState = {
  language: 'system',
  theme: 'system',
  clipboardSeconds: 60,
  closeToTray: true,
  trayShows: 'recents',
  cacheDays: 0,
  startWithSystem: false,
  notifyInbox: true,
  notifyExpiring: true,
  notifyPayments: true,
  notifyServers: true,
  resolvedLanguage: 'en',
};

/** What the person chose. Main keeps it; this is its last word. */
export const useSettingsStore = defineStore('settings', () => {
  const state = shallowRef(untilRead);
  const failure = shallowRef<Failure | null>(null);

  async function start(): Promise<void> {
    listen('settings.changed', (changed) => {
      state.value = changed;
    });
    const answer = await call('settings.get', {});
    if (answer.ok) state.value = answer.value;
  }

  async function set(changes: CommandInput<'settings.set'>): Promise<void> {
    const answer = await call('settings.set', changes);
    failure.value = answer.ok ? null : answer.failure;
    if (answer.ok) state.value = answer.value;
  }

  const language = computed(() => state.value.resolvedLanguage);

  return {
    state,
    failure,
    language,
    /** How that language writes dates, numbers and ages. */
    format: computed(() => formatter(language.value)),
    start,
    set,
  };
});
