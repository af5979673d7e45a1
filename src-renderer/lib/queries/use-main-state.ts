import { useQueryCache, useQueryState, type EntryKey } from '@pinia/colada';
import { computed, onScopeDispose, watch } from 'vue';
import type { Failure, Result } from '#contract/failure.ts';
import type { EventName, Events } from '#contract/ipc.ts';
import { valueOf } from '#renderer/lib/failure-error.ts';
import { createLatest } from '#renderer/lib/latest.ts';
import { listen } from '#renderer/lib/ipc.ts';

/** The key of a part of main's state in the query cache. */
export const mainStateKey = (event: EventName, account = ''): EntryKey => ['main', event, account];

/**
 * A part of main's state: read once when it is first used, and replaced by every event that main
 * sends when it changes. Main sends an event for each change, so an answer that arrives after an
 * event is never newer than it: such an answer is dropped.
 *
 * @param account whose state it is: another's is another entry, and without an account nothing is read
 */
export function useMainState<Event extends EventName>(
  event: Event,
  ask: () => Promise<Result<Events[Event]>>,
  account?: () => string,
) {
  type State = Events[Event];
  const cache = useQueryCache();
  const owner = () => account?.() ?? '';
  const key = () => mainStateKey(event, owner());
  const { data, error } = useQueryState<State>(key);
  const changes = createLatest();

  async function read(): Promise<void> {
    if (account?.() === '') return;
    // Until an event says otherwise it is as it was read, whether or not something shows it.
    const lasting = { staleTime: Infinity, gcTime: false } as const;
    const entry = cache.ensure({ key: key(), query: async () => valueOf(await ask()), ...lasting });
    // What it fails with is in the entry.
    await cache.refresh(entry).catch(() => undefined);
  }

  function set(state: State): void {
    changes.begin();
    cache.cancelQueries({ key: key(), exact: true });
    cache.setQueryData<State>(key(), () => state);
  }

  onScopeDispose(listen(event, set));
  watch(
    owner,
    (_id, left) => {
      changes.begin();
      const entry = left === undefined ? undefined : cache.get(mainStateKey(event, left));
      if (entry !== undefined) cache.remove(entry);
      void read();
    },
    { immediate: true, flush: 'sync' },
  );

  return {
    /** `undefined` until it is known. */
    state: data,
    failure: computed((): Failure | null => error.value?.failure ?? null),
    /** Reads it where it was not read yet or could not be; resolves when main has answered. */
    read,
    /** Shows a state that is newer than every answer under way, as an event does. */
    set,
    /** Makes a change whose answer is the new state. Of several under way, the last one's counts. */
    async change(make: () => Promise<Result<State>>): Promise<Result<State>> {
      const isLatest = changes.begin();
      const answer = await make();
      if (answer.ok && isLatest()) set(answer.value);
      return answer;
    },
  };
}
