import { onMounted, ref, shallowRef } from 'vue';
import type { NetworkCheck, NetworkState, ProxyChoice } from '#contract/ipc/network.ts';
import type { Failure, Result } from '#contract/failure.ts';
import { call } from '#renderer/lib/ipc.ts';
import { createInTurn } from '#renderer/lib/in-turn.ts';

/** How the service is reached. Main keeps it, and applies a change at once. */
export function useNetwork() {
  const state = shallowRef<NetworkState | null>(null);
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

  const next = createInTurn();

  /** After the task under way, so that a check sees the change before it. */
  function inTurn<T>(what: NonNullable<typeof busy.value>, work: () => Promise<T>): Promise<T> {
    return next(async () => {
      busy.value = what;
      try {
        return await work();
      } finally {
        busy.value = null;
      }
    });
  }

  function changeAuthority(
    name: 'network.chooseAuthority' | 'network.removeAuthority',
  ): Promise<void> {
    return inTurn('authority', async () => {
      authorityFailure.value = take(await call(name, {}));
    });
  }

  return {
    state,
    busy,
    proxyFailure,
    authorityFailure,
    /** What the last check came to; gone once anything was changed. */
    checked,
    /** Answers whether it is in force. */
    setProxy(choice: ProxyChoice): Promise<boolean> {
      return inTurn('proxy', async () => {
        proxyFailure.value = take(await call('network.setProxy', choice));
        return proxyFailure.value === null;
      });
    },
    /** Puts settings that were changed outside Culvert back. */
    restore(): Promise<void> {
      return inTurn('restore', async () => {
        proxyFailure.value = take(await call('network.restore', {}));
      });
    },
    /** @param service what is typed, before anyone signed in */
    check(service: string): Promise<void> {
      return inTurn('check', async () => {
        checked.value = null;
        checked.value = await call('network.check', { service });
      });
    },
    chooseAuthority: () => changeAuthority('network.chooseAuthority'),
    removeAuthority: () => changeAuthority('network.removeAuthority'),
  };
}
