import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { Reboot } from '#contract/reboot.ts';
import type { StateOfConnection } from '#contract/rules/connection-state.ts';
import { useMainState } from '#renderer/lib/queries/use-main-state.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useSessionStore } from './session.ts';

const nothingKnown: StateOfConnection = { state: 'unknown', online: 'unknown', since: null };

/** How the cloud servers are, as main derives it. */
export const useServersStore = defineStore('servers', () => {
  const session = useSessionStore();
  const { state } = useMainState(
    'servers.changed',
    () => call('servers.get', {}),
    () => session.accountId,
  );
  const servers = computed(
    () => new Map((state.value ?? []).map((server) => [server.id, server] as const)),
  );

  return {
    stateOf: (id: number): StateOfConnection => servers.value.get(id)?.state ?? nothingKnown,
    rebootOf: (id: number): Reboot | null => servers.value.get(id)?.reboot ?? null,
  };
});
