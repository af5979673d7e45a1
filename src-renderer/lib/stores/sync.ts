import { defineStore } from 'pinia';
import { computed } from 'vue';
import { nothingSynced, type SyncState } from '#contract/ipc/sync.ts';
import { useMainState } from '#renderer/lib/queries/use-main-state.ts';
import { call } from '#renderer/lib/ipc.ts';

const untilRead: SyncState = { ...nothingSynced, refreshing: true };

/** Whether the service is reached, and how old what is shown is. */
export const useSyncStore = defineStore('sync', () => {
  const main = useMainState('sync.changed', () => call('sync.get', {}));
  const state = computed(() => main.state.value ?? untilRead);

  return {
    state,
    offline: computed(() => state.value.network === 'offline'),
    /** Main reads every list for the first time. */
    arriving: computed(() => state.value.refreshedAt === null && state.value.refreshing),
    read: main.read,
    async refresh(): Promise<void> {
      const answer = await main.change(() => call('sync.refresh', {}));
      if (!answer.ok) main.set({ ...state.value, failure: answer.failure });
    },
    async endPauses(): Promise<void> {
      await main.change(() => call('sync.endPauses', {}));
    },
    async pause(paused: boolean): Promise<void> {
      await main.change(() => call('sync.pause', { paused }));
    },
  };
});
