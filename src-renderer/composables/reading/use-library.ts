import { useDocumentVisibility, useIntervalFn } from '@vueuse/core';
import {
  computed,
  onScopeDispose,
  shallowRef,
  toRef,
  toValue,
  watch,
  type MaybeRefOrGetter,
  type Ref,
} from 'vue';
import type { Api, EndpointIdOf, ExposedId } from '#contract/api/index.ts';
import type { LibraryEntry } from '#contract/ipc/cache.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { Failure } from '#contract/failure.ts';
import { call, listen } from '#renderer/ipc.ts';
import { useSyncStore } from '#renderer/stores/sync.ts';

/** The reads that the window may ask for. */
export type ReadId = ExposedId & EndpointIdOf<'read'>;

/** What a part of a page shows of a read, whatever it is that was read. */
export interface Reading<Value = unknown> {
  readonly value: Readonly<Ref<Value | undefined>>;
  readonly fetchedAt: Readonly<Ref<number | null>>;
  readonly failure: Readonly<Ref<Failure | null>>;
  readonly read: () => Promise<void>;
}

/** How often main is asked whether what is shown has grown old; it sends only when that is so. */
const lookAgainMs = 60_000;

/**
 * One cached read of the service: what was seen last at once, and what comes after it. `null` for
 * an input asks for nothing. A new input begins anew; the answer of an old one is dropped.
 *
 * The row's secret fields are `null` in `value` whatever their type says: `library.copy` and
 * `library.reveal` give one at a time.
 */
export function useLibrary<Id extends ReadId>(
  id: Id,
  input: MaybeRefOrGetter<InputOf<Api[Id]> | null>,
) {
  const entry = shallowRef<LibraryEntry | null>(null);
  const refused = shallowRef<Failure | null>(null);
  const visibility = useDocumentVisibility();
  const sync = useSyncStore();
  const wanted = computed(() => sameText(toValue(input)));
  let asked = 0;

  async function read(): Promise<void> {
    asked += 1;
    const mine = asked;
    if (toValue(input) === null) return;
    const answer = await call('library.read', { id, input: JSON.parse(wanted.value) as unknown });
    if (mine !== asked) return;
    refused.value = answer.ok ? null : answer.failure;
    if (answer.ok) entry.value = answer.value;
  }

  watch(
    wanted,
    () => {
      entry.value = null;
      refused.value = null;
      void read();
    },
    { immediate: true },
  );
  watch([visibility, () => sync.offline], () => {
    if (visibility.value === 'visible' && !sync.offline) void read();
  });
  useIntervalFn(() => {
    if (visibility.value === 'visible') void read();
  }, lookAgainMs);

  const stop = listen('library.changed', (changed) => {
    if (changed.id === id && sameText(changed.input) === wanted.value) entry.value = changed;
  });
  onScopeDispose(() => {
    stop();
    asked += 1;
  });

  const value = computed(() => entry.value?.value as DataOf<Api[Id]> | undefined);
  const failure = computed(() => refused.value ?? entry.value?.failure ?? null);
  return {
    /** Absent while nothing was ever read. */
    value,
    /** When it was read, Unix milliseconds. */
    fetchedAt: computed(() => entry.value?.fetchedAt ?? null),
    /** Older than it should be; a refresh is on its way or has failed. */
    stale: computed(() => entry.value?.stale ?? false),
    /** What the last attempt failed with; `value` may still be there. */
    failure: toRef(failure),
    /** Nothing was ever read and nothing has failed yet. */
    loading: computed(() => value.value === undefined && failure.value === null),
    /** Asks again, as after a failure. */
    read,
  };
}

/** The same text for the same input, whatever the order of its fields. */
function sameText(input: unknown): string {
  return JSON.stringify(input, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
