import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { defaultSettings } from '#contract/constants.ts';
import type { CommandInput } from '#contract/ipc.ts';
import type { Failure } from '#contract/failure.ts';
import type { SettingsState } from '#contract/ipc/settings.ts';
import { useMainState } from '#renderer/lib/queries/use-main-state.ts';
import { createFormatter } from '#renderer/lib/texts/format.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useClockStore } from './clock.ts';

/** Only where main does not answer: the window waits for the settings before it shows anything. */
const defaults: SettingsState = { ...defaultSettings, resolvedLanguage: 'en' };

export const useSettingsStore = defineStore('settings', () => {
  const main = useMainState('settings.changed', () => call('settings.get', {}));
  const failure = shallowRef<Failure | null>(null);
  const clock = useClockStore();
  const state = computed(() => main.state.value ?? defaults);
  const language = computed(() => state.value.resolvedLanguage);

  return {
    state,
    failure,
    language,
    /** Writes dates, numbers and ages in that language, in the system's time zone. */
    format: computed(() => createFormatter(language.value, clock.timeZone)),
    read: main.read,
    async set(input: CommandInput<'settings.set'>): Promise<void> {
      const answer = await main.change(() => call('settings.set', input));
      failure.value = answer.ok ? null : answer.failure;
    },
    /** The user has read what a check contacts; answers what went wrong, if anything. */
    async acceptChecks(): Promise<Failure | null> {
      const answer = await main.change(() => call('checks.accept', {}));
      return answer.ok ? null : answer.failure;
    },
  };
});
