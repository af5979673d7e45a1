import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { ServerNow } from '#contract/ipc/servers.ts';
import type { Reboot } from '#contract/reboot.ts';
import type { StateOfConnection } from '#contract/rules/connection-state.ts';
import { createLatest } from '#renderer/composables/latest.ts';
import { call, listen } from '#renderer/ipc.ts';

const nothingKnown: StateOfConnection = { state: 'unknown', online: 'unknown', since: null };

/** How the cloud servers are, as main derives it. */
export const useServersStore = defineStore('servers', () => {
  const servers = shallowRef<ReadonlyMap<number, ServerNow>>(new Map());
  const reads = createLatest();

  function take(known: readonly ServerNow[]): void {
    servers.value = new Map(known.map((server) => [server.id, server]));
  }

  async function read(): Promise<void> {
    const isLatest = reads.begin();
    const answer = await call('servers.get', {});
    if (answer.ok && isLatest()) take(answer.value);
  }

  return {
    stateOf: (id: number): StateOfConnection => servers.value.get(id)?.state ?? nothingKnown,
    rebootOf: (id: number): Reboot | null => servers.value.get(id)?.reboot ?? null,
    start() {
      listen('servers.changed', (changed) => {
        take(changed);
      });
      void read();
    },
    /** Another account: answers about the last one are dropped. */
    forget() {
      servers.value = new Map();
      void read();
    },
  };
});
