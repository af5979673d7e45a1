import { onScopeDispose, shallowRef, watch, type Ref } from 'vue';
import type { ConnectionDetail } from '#contract/ipc/connections.ts';
import type { Failure } from '#contract/failure.ts';
import { call, listen } from '#renderer/ipc.ts';

/** A connection is read once the choice has rested on it: opening one may cost a request. */
const restMs = 120;

/** Everything of the chosen connection, read again when it changes. The last choice wins. */
export function useConnectionDetail(key: Readonly<Ref<string>>) {
  const detail = shallowRef<ConnectionDetail | null>(null);
  const failure = shallowRef<Failure | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;

  async function read(): Promise<void> {
    asked += 1;
    const mine = asked;
    const answer = await call('connections.get', { key: key.value });
    if (mine !== asked) return;
    failure.value = answer.ok ? null : answer.failure;
    if (answer.ok) detail.value = answer.value;
  }

  function readAfter(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void read(), ms);
  }

  watch(
    key,
    (_, before) => {
      asked += 1;
      detail.value = null;
      failure.value = null;
      readAfter(before === undefined ? 0 : restMs);
    },
    { immediate: true },
  );

  const stop = listen('connections.changed', ({ keys }) => {
    if (keys === null || keys.includes(key.value)) readAfter(restMs);
  });
  onScopeDispose(() => {
    stop();
    clearTimeout(timer);
    asked += 1;
  });

  return {
    detail,
    failure,
    read,
    /** What a change answered with. */
    take: (changed: ConnectionDetail): void => {
      if (changed.key === key.value) detail.value = changed;
    },
  };
}
