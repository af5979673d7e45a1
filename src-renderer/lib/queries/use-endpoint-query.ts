import { defineQueryOptions, useQuery, type EntryKey } from '@pinia/colada';
import { computed, toValue, type MaybeRefOrGetter, type Ref } from 'vue';
import type { Api, EndpointIdOf, ExposedId } from '#contract/api/index.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { Failure } from '#contract/failure.ts';
import type { CachedRead } from '#contract/ipc/cache.ts';
import type { UnreadableElement } from '#contract/unreadable.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { valueOf } from '#renderer/lib/failure-error.ts';

type ReadId = ExposedId & EndpointIdOf<'read'>;

export interface QueryState<Data = unknown> {
  /** Absent while nothing was ever read. */
  readonly data: Readonly<Ref<Data | undefined>>;
  /** When main read it from the service, Unix milliseconds. */
  readonly fetchedAt: Readonly<Ref<number | null>>;
  /** What the last attempt failed with; `data` may still be there. */
  readonly error: Readonly<Ref<Failure | null>>;
  /** Elements of its lists that are not in `data`, because they could not be read. */
  readonly unreadable: Readonly<Ref<readonly UnreadableElement[]>>;
  readonly refresh: () => Promise<void>;
}

/** Reads that are shown together: what the first of them failed with, and asking for all again. */
export function readsTogether(
  ...reads: readonly Pick<QueryState, 'error' | 'refresh'>[]
): Pick<QueryState, 'error' | 'refresh'> {
  return {
    error: computed(() => reads.find(({ error }) => error.value !== null)?.error.value ?? null),
    refresh: async (): Promise<void> => {
      await Promise.all(reads.map((read) => read.refresh()));
    },
  };
}

/** The key that the reads of every endpoint begin with. */
export const endpointKeys = 'endpoint';

/**
 * The key of one read in the query cache. The account is part of it: an answer that arrives after
 * a switch belongs to the account that it was requested for.
 *
 * @param input the endpoint's input; `null` requests nothing
 */
export function endpointKey(account: string, id: string, input: unknown): EntryKey {
  return [endpointKeys, account, id, JSON.parse(JSON.stringify(input ?? null)) as object | null];
}

const endpointQuery = defineQueryOptions(
  ({ account, ...read }: { account: string; id: ReadId; input: unknown; maxAge?: number }) => ({
    key: endpointKey(account, read.id, read.input),
    enabled: read.input !== null,
    query: async (): Promise<CachedRead> => valueOf(await call('cache.read', read)),
  }),
);

/**
 * One read of the service, shared by every component that uses the same endpoint and input. Main
 * keeps the cache: it answers at once with what it has, refreshes behind that, and pushes what
 * changed (`query-cache.ts`). An input of `null` requests nothing.
 *
 * The endpoint's secret fields are always `null` in `data`, despite their types: `secrets.copy` and
 * `secrets.reveal` give one at a time.
 *
 * @param maxAge how old it may be where main has read it already, milliseconds
 */
export function useEndpointQuery<Id extends ReadId>(
  id: Id,
  input: MaybeRefOrGetter<InputOf<Api[Id]> | null>,
  maxAge?: number,
) {
  // Components live within one account: the window remounts all of them after a switch.
  const account = useSessionStore().state.account?.id ?? '';
  const query = useQuery(() =>
    endpointQuery({ account, id, input: toValue(input), ...(maxAge && { maxAge }) }),
  );
  const entry = query.data;
  // Main has checked the value against the endpoint's schema.
  const data = computed(() => entry.value?.value as DataOf<Api[Id]> | undefined);
  const error = computed(() => query.error.value?.failure ?? entry.value?.failure ?? null);
  return {
    data,
    fetchedAt: computed(() => entry.value?.fetchedAt ?? null),
    error,
    unreadable: computed(() => entry.value?.unreadable ?? []),
    /** Nothing was ever read and nothing has failed yet. */
    isPending: computed(() => data.value === undefined && error.value === null),
    refresh: async (): Promise<void> => {
      await query.refresh();
    },
  };
}
