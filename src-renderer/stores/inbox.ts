import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { InboxState } from '#contract/ipc/inbox.ts';
import type { Failure } from '#contract/failure.ts';
import { call, listen } from '#renderer/ipc.ts';

/** The service's notifications, which main keeps because the service forgets them. */
export const useInboxStore = defineStore('inbox', () => {
  const state = shallowRef<InboxState | null>(null);
  const failure = shallowRef<Failure | null>(null);

  async function read(): Promise<void> {
    const answer = await call('inbox.get', {});
    failure.value = answer.ok ? null : answer.failure;
    if (answer.ok) state.value = answer.value;
  }

  return {
    /** `null` until main has answered. */
    state,
    failure,
    unread: computed(() => state.value?.unread ?? 0),
    start() {
      listen('inbox.changed', (changed) => {
        state.value = changed;
      });
      void read();
    },
    read,
    async markRead(ids: readonly string[]): Promise<void> {
      const answer = await call('inbox.markRead', { ids: [...ids] });
      failure.value = answer.ok ? null : answer.failure;
      if (answer.ok) state.value = answer.value;
    },
    /** Another account: nothing of the last one stays. */
    forget() {
      state.value = null;
      failure.value = null;
      void read();
    },
  };
});
