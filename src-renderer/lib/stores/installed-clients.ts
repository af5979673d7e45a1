import { defineStore } from 'pinia';
import { shallowReactive } from 'vue';
import type { LinkScheme } from '#contract/link-schemes.ts';
import { call } from '#renderer/lib/ipc.ts';

/** Each scheme is asked for once; opening a link says the program anew. */
export const useInstalledClientsStore = defineStore('installed clients', () => {
  const names = shallowReactive(new Map<LinkScheme, string | null>());

  return {
    /** What the program is called; `undefined` while that is not known. */
    nameOf(scheme: LinkScheme): string | null | undefined {
      return names.get(scheme);
    },
    /** Asks for the program of a scheme, unless it is known. */
    async ask(scheme: LinkScheme): Promise<void> {
      if (names.has(scheme)) return;
      const answer = await call('connections.client', { scheme });
      if (answer.ok) names.set(scheme, answer.value.client);
    },
    /** A link of this scheme was opened in this program, or there is none. */
    learn(scheme: LinkScheme, client: string | null): void {
      names.set(scheme, client);
    },
  };
});
