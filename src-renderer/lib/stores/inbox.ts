import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { Failure } from '#contract/failure.ts';
import { call } from '#renderer/lib/ipc.ts';
import { accountRef, useAccountState } from './account-ref.ts';
import { useSessionStore } from './session.ts';

/** The service's notifications, which main keeps because the service forgets them. */
export const useInboxStore = defineStore('inbox', () => {
  const session = useSessionStore();
  const main = useAccountState('inbox.changed', () => call('inbox.get', {}));
  const unchanged = accountRef<Failure | null>(null);

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
