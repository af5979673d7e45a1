import { onMounted, ref, shallowRef } from 'vue';
import type { NetworkCheck, NetworkState, ProxyChoice } from '#contract/ipc/network.ts';
import type { Failure, Result } from '#contract/failure.ts';
import { call } from '#renderer/ipc.ts';

/** How the service is reached. Main keeps it, and applies a change at once. */
export function useNetwork() {
  const state = shallowRef<NetworkState | null>(null);
  /** What is under way. */
  const busy = ref<'proxy' | 'authority' | 'restore' | 'check' | null>(null);
  const proxyFailure = shallowRef<Failure | null>(null);
  const authorityFailure = shallowRef<Failure | null>(null);
  const checked = shallowRef<Result<NetworkCheck> | null>(null);

  onMounted(async () => {
    const answer = await call('network.get', {});
    if (answer.ok) state.value = answer.value;
  });

  function take(answer: Result<NetworkState>): Failure | null {
    if (!answer.ok) return answer.failure;
    state.value = answer.value;
    checked.value = null;
    return null;
  }

  async function changeAuthority(
    name: 'network.chooseAuthority' | 'network.removeAuthority',
  ): Promise<void> {
    busy.value = 'authority';
    authorityFailure.value = take(await call(name, {}));
    busy.value = null;
  }

  return {
    state,
    busy,
    proxyFailure,
    authorityFailure,
    /** What the last check came to; gone once anything was changed. */
    checked,
    /** Answers whether it is in force. */
    async setProxy(choice: ProxyChoice): Promise<boolean> {
      busy.value = 'proxy';
      proxyFailure.value = take(await call('network.setProxy', choice));
      busy.value = null;
      return proxyFailure.value === null;
    },
    /** Puts settings that were changed outside Culvert back. */
    async restore(): Promise<void> {
      busy.value = 'restore';
      proxyFailure.value = take(await call('network.restore', {}));
      busy.value = null;
    },
    /** @param service what is typed, before anyone signed in */
    async check(service: string): Promise<void> {
      busy.value = 'check';
      checked.value = null;
      checked.value = await call('network.check', { service });
      busy.value = null;
    },
    chooseAuthority: () => changeAuthority('network.chooseAuthority'),
    removeAuthority: () => changeAuthority('network.removeAuthority'),
  };
}
