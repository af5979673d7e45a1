import { shallowRef, watch, type ShallowRef } from 'vue';
import type { EventName, Events } from '#contract/ipc.ts';
import type { Result } from '#contract/failure.ts';
import { useMainState } from '#renderer/lib/queries/use-main-state.ts';
import { useSessionStore } from './session.ts';

/** Calls `changed` as soon as another account is open, or none, whose id is empty. */
export function onAccountChange(changed: (now: string, before: string) => void): void {
  const session = useSessionStore();
  watch(() => session.accountId, changed, { flush: 'sync' });
}

/** A value of the open account: the next one begins with `initial`. */
export function accountRef<Value>(initial: Value): ShallowRef<Value> {
  const value = shallowRef(initial);
  onAccountChange(() => {
    value.value = initial;
  });
  return value;
}

/** A part of main's state that is the open account's. */
export function useAccountState<Event extends EventName>(
  event: Event,
  ask: () => Promise<Result<Events[Event]>>,
) {
  const session = useSessionStore();
  return useMainState(event, ask, () => session.accountId);
}
