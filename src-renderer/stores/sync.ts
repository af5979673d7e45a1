import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { SyncState } from '#contract/ipc/sync.ts';
import { call, listen } from '#renderer/ipc.ts';

const untilRead: SyncState = {
  network: 'unknown',
  offlineSince: null,
  refreshedAt: null,
  refreshing: true,
  waitingUntil: null,
  failure: null,
  paused: false,
};

/** Whether the service is reached, and how old what is shown is. */
export const useSyncStore = defineStore('sync', () => {
  const state = shallowRef(untilRead);

  async function start(): Promise<void> {
    listen('sync.changed', (changed) => {
      state.value = changed;
    });
    const answer = await call('sync.get', {});
    if (answer.ok) state.value = answer.value;
  }

  async function refresh(): Promise<void> {
    const answer = await call('sync.refresh', {});
    state.value = answer.ok ? answer.value : { ...state.value, failure: answer.failure };
  }

  async function pause(paused: boolean): Promise<void> {
    const answer = await call('sync.pause', { paused });
    if (answer.ok) state.value = answer.value;
  }

  return {
    state,
    offline: computed(() => state.value.network === 'offline'),
    start,
    refresh,
    pause,
  };
});
