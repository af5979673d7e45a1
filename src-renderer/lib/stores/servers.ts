import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { Reboot } from '#contract/reboot.ts';
import type { StateOfConnection } from '#contract/rules/connection-state.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useAccountState } from './account-ref.ts';

const nothingKnown: StateOfConnection = { state: 'unknown', online: 'unknown', since: null };

export const useServersStore = defineStore('servers', () => {
  const { state } = useAccountState('servers.changed', () => call('servers.get', {}));
  const servers = computed(
    () => new Map((state.value ?? []).map((server) => [server.id, server] as const)),
  );

  return {
    stateOf: (id: number): StateOfConnection => servers.value.get(id)?.state ?? nothingKnown,
    rebootOf: (id: number): Reboot | null => servers.value.get(id)?.reboot ?? null,
  };
});
