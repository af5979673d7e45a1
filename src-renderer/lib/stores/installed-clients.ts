import { defineStore } from 'pinia';
import { shallowReactive } from 'vue';
import type { LinkScheme } from '#contract/link-schemes.ts';
import { call } from '#renderer/lib/ipc.ts';

/** Each scheme is asked for once; opening a link says the program anew. */
export const useInstalledClientsStore = defineStore('installed clients', () => {
  const names = shallowReactive(new Map<LinkScheme, string | null>());

  return {
    /** What the program of a scheme is called, or `null` for none; absent while that is not known. */
    names,
    /** Asks for the program of a scheme, unless it is known. */
    async ask(scheme: LinkScheme): Promise<void> {
      if (names.has(scheme)) return;
      const answer = await call('connections.client', { scheme });
      if (answer.ok) names.set(scheme, answer.value.client);
    },
  };
});
