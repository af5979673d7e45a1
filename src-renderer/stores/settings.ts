import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { CommandInput } from '#contract/ipc.ts';
import type { Failure } from '#contract/failure.ts';
import type { SettingsState } from '#contract/ipc/settings.ts';
import { call, listen } from '#renderer/ipc.ts';
import { createLatest } from '#renderer/composables/latest.ts';
import { createFormatter } from '#renderer/composables/texts/format.ts';
import { useClockStore } from './clock.ts';

const untilRead: SettingsState = {
  language: 'system',
  theme: 'system',
  clipboardSeconds: 60,
  closeToTray: true,
  trayShows: 'recents',
  jumpList: false,
  lockMinutes: 0,
  lockedTray: 'nothing',
  hideSecretsFromCapture: true,
  touchId: false,
  quickKeys: 'usual',
  quickKept: true,
  connectionsWidth: null,
  entriesWidth: null,
  cacheDays: 0,
  startWithSystem: false,
  notifyInbox: true,
  notifyExpiring: true,
  notifyPayments: true,
  notifyServers: true,
  checksExplained: false,
  checkResolver: 'off',
  checkAddress: null,
  checkThroughProxy: false,
  resolvedLanguage: 'en',
};

/** The user's settings, which main stores. */
export const useSettingsStore = defineStore('settings', () => {
  const state = shallowRef(untilRead);
  const failure = shallowRef<Failure | null>(null);
  const clock = useClockStore();
  const changes = createLatest();

  async function start(): Promise<void> {
    listen('settings.changed', (changed) => {
      state.value = changed;
    });
    const answer = await call('settings.get', {});
    if (answer.ok) state.value = answer.value;
  }

  async function set(input: CommandInput<'settings.set'>): Promise<void> {
    const isLatest = changes.begin();
    const answer = await call('settings.set', input);
    // The answer to a later change has this one in it too.
    if (!isLatest()) return;
    failure.value = answer.ok ? null : answer.failure;
    if (answer.ok) state.value = answer.value;
  }

  /** The user has read what a check contacts; answers what went wrong, if anything. */
  async function acceptChecks(): Promise<Failure | null> {
    const answer = await call('checks.accept', {});
    if (!answer.ok) return answer.failure;
    state.value = answer.value;
    return null;
  }

  const language = computed(() => state.value.resolvedLanguage);

  return {
    state,
    failure,
    language,
    /** Writes dates, numbers and ages in that language, in the system's time zone. */
    format: computed(() => createFormatter(language.value, clock.timeZone)),
    start,
    set,
    acceptChecks,
  };
});
