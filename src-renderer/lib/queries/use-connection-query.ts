import { defineQueryOptions, useQuery, useQueryCache, type EntryKey } from '@pinia/colada';
import { refDebounced } from '@vueuse/core';
import { computed, type Ref } from 'vue';
import type { ConnectionDetail } from '#contract/ipc/connections.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { valueOf } from '#renderer/lib/failure-error.ts';

/** Opening a connection may cost a request: it is read once the selection has rested on it. */
const restMs = 120;

/** The key that the reads of all connections begin with; the connection's own key ends it. */
export const connectionKeys = 'connection';
const connectionKey = (account: string, key: string): EntryKey => [connectionKeys, account, key];

/** The connection that a read's key names. */
export function connectionOf([, , key]: EntryKey): string {
  return typeof key === 'string' ? key : '';
}

const connectionQuery = defineQueryOptions(
  ({ account, key, enabled }: { account: string; key: string; enabled: boolean }) => ({
    key: connectionKey(account, key),
    enabled,
    query: async (): Promise<ConnectionDetail> => valueOf(await call('connections.get', { key })),
  }),
);

/** Everything of the selected connection, read again when it changes; `null` asks nothing. */
export function useConnectionQuery(key: Readonly<Ref<string | null>>) {
  const cache = useQueryCache();
  const account = useSessionStore().state.account?.id ?? '';
  const rested = refDebounced(key, restMs);
  const query = useQuery(() =>
    connectionQuery({
      account,
      key: key.value ?? '',
      enabled: key.value !== null && rested.value === key.value,
    }),
  );

  return {
    data: computed(() => query.data.value ?? null),
    error: computed(() => query.error.value?.failure ?? null),
    refresh: async (): Promise<void> => {
      await query.refresh();
    },
    /** Shows what a change answered with. */
    set: (changed: ConnectionDetail): void => {
      const of = connectionKey(account, changed.key);
      if (cache.get(of) === undefined) return;
      // A read that is under way knows nothing of it.
      cache.cancelQueries({ key: of, exact: true });
      cache.setQueryData(of, changed);
    },
  };
}
