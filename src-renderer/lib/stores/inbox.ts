import { defineStore } from 'pinia';
import { computed, shallowRef, watch } from 'vue';
import type { Failure } from '#contract/failure.ts';
import { useMainState } from '#renderer/lib/queries/use-main-state.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useSessionStore } from './session.ts';

/** The service's notifications, which main keeps because the service forgets them. */
export const useInboxStore = defineStore('inbox', () => {
  const session = useSessionStore();
  const main = useMainState(
    'inbox.changed',
    () => call('inbox.get', {}),
    () => session.accountId,
  );
  const unchanged = shallowRef<Failure | null>(null);
  watch(
    () => session.accountId,
    () => {
      unchanged.value = null;
    },
    { flush: 'sync' },
  );

  return {
    /** `undefined` until main has answered. */
    state: main.state,
    failure: computed(() => unchanged.value ?? main.failure.value),
    unread: computed(() => main.state.value?.unread ?? 0),
    async read(): Promise<void> {
      unchanged.value = null;
      await main.read();
    },
    async markRead(ids: readonly string[]): Promise<void> {
      const { accountId } = session;
      const answer = await main.change(() => call('inbox.markRead', { ids: [...ids] }));
      if (session.accountId !== accountId) return;
      unchanged.value = answer.ok ? null : answer.failure;
    },
  };
});
