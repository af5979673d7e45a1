import { computed, onScopeDispose, watch } from 'vue';
import { useStatsStore } from '#renderer/lib/stores/stats.ts';
import { useSyncStore } from '#renderer/lib/stores/sync.ts';

/** Kept up to date while they are shown; `null` where there is none. */
export function useServerStatistics(server: () => string | null) {
  const sync = useSyncStore();
  const stats = useStatsStore();

  watch(
    server,
    (now) => {
      stats.watchFocus(now);
    },
    { immediate: true },
  );
  onScopeDispose(() => {
    if (stats.focused() === server()) stats.watchFocus(null);
  });

  const known = computed(() => {
    const name = server();
    return name === null ? undefined : stats.known.get(name);
  });
  return {
    /** `undefined` until they have been read once. */
    statistics: computed(() =>
      known.value === undefined || known.value.fetchedAt === 0 ? undefined : known.value,
    ),
    failure: computed(() => known.value?.failure ?? (sync.offline ? sync.state.failure : null)),
  };
}

export type ServerReading = ReturnType<typeof useServerStatistics>;
