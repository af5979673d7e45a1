import { PiniaColada, useQueryCache } from '@pinia/colada';
import { useDebounceFn } from '@vueuse/core';
import { computed, watch, type App } from 'vue';
import { listen } from '#renderer/lib/ipc.ts';
import { useClockStore } from '#renderer/lib/stores/clock.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { useSyncStore } from '#renderer/lib/stores/sync.ts';
import { connectionKeys, connectionOf } from './use-connection-query.ts';
import { endpointKey, endpointKeys } from './use-endpoint-query.ts';

/** Changes of connections come in bursts while lists are read; a long one is not waited for, milliseconds. */
const burstMs = 120;
const maxWait = 1000;

/** Main is the cache of record: entries here last as long as they are shown. */
export function installQueries(app: App): void {
  app.use(PiniaColada, {
    queryOptions: {
      staleTime: 0,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutationOptions: { gcTime: 0 },
  });
  app.runWithContext(feedQueries);
}

/** Main's pushes replace what is shown; main is asked again once a minute, and when online. */
function feedQueries(): void {
  const cache = useQueryCache();
  const session = useSessionStore();
  const sync = useSyncStore();
  const clock = useClockStore();
  const connections = useConnectionsStore();

  function readAgain(entries: Parameters<typeof cache.invalidateQueries>[0]): void {
    // What a read fails with is in its entry, where the components find it.
    cache.invalidateQueries(entries).catch(() => undefined);
  }

  listen('cache.changed', (entry) => {
    const key = endpointKey(session.state.account?.id ?? '', entry.id, entry.input);
    if (cache.get(key) === undefined) return;
    // An answer that is still on its way is older than this.
    cache.cancelQueries({ key, exact: true });
    cache.setQueryData(key, entry);
  });

  let changed: Set<string> | 'all' = new Set();
  function readThese(): void {
    const keys = changed;
    changed = new Set();
    readAgain({
      key: [connectionKeys],
      predicate: ({ key }) => keys === 'all' || keys.has(connectionOf(key)),
    });
  }
  const readChanged = useDebounceFn(readThese, burstMs, { maxWait });
  watch(
    () => connections.changed,
    ({ keys }) => {
      if (keys === null || changed === 'all') changed = 'all';
      else for (const key of keys) changed.add(key);
      void readChanged();
    },
    { flush: 'sync' },
  );

  const minute = computed(() => Math.floor(clock.second / 60_000));
  watch([() => minute.value, () => sync.offline], () => {
    if (!sync.offline) readAgain({ key: [endpointKeys] });
  });
}
