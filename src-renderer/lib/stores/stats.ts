import { useTimeoutFn } from '@vueuse/core';
import { defineStore } from 'pinia';
import { computed, onScopeDispose, shallowReactive, shallowRef, watch } from 'vue';
import type { ServerStats } from '#contract/ipc/stats.ts';
import { call, listen } from '#renderer/lib/ipc.ts';
import { onAccountChange } from './account-ref.ts';
import { useSessionStore } from './session.ts';
import { useSyncStore } from './sync.ts';

const settleMs = 150;
const maxWatched = 100;
const maxCached = 400;

/** The newest statistics of the servers that are on screen, or were recently. */
export const useStatsStore = defineStore('stats', () => {
  const known = shallowReactive(new Map<string, ServerStats>());
  const rows = shallowRef<readonly string[]>([]);
  const focus = shallowRef<string | null>(null);
  let published = '';
  const session = useSessionStore();

  function merge(changed: readonly ServerStats[]): void {
    for (const stats of changed) {
      known.set(stats.server, stats);
    }
    if (known.size <= maxCached) return;
    const watched = new Set([...rows.value, focus.value]);
    for (const server of known.keys()) {
      if (known.size <= maxCached) break;
      if (!watched.has(server)) known.delete(server);
    }
  }

  async function publish(): Promise<void> {
    const servers = document.hidden ? [] : [...new Set(rows.value)].slice(0, maxWatched);
    const focused = document.hidden ? null : focus.value;
    const watching = JSON.stringify([servers, focused]);
    if (watching === published) return;
    published = watching;
    const before = new Map(known);
    const answer = await session.inAccount(() => call('stats.watch', { servers, focus: focused }));
    if (!answer.ok) return;
    // What an event brought meanwhile is newer.
    merge(answer.value.filter(({ server }) => known.get(server) === before.get(server)));
  }

  /** Once scrolling has settled, or at once when the window is hidden. */
  const { start: publishSoon } = useTimeoutFn(
    () => void publish(),
    () => (document.hidden ? 0 : settleMs),
    { immediate: false },
  );

  // The same names may mean other servers.
  onAccountChange(() => {
    known.clear();
    published = '';
    publishSoon();
  });

  return {
    known,
    start() {
      listen('stats.changed', merge);
      document.addEventListener('visibilitychange', () => {
        publishSoon();
      });
    },
    watchRows(servers: readonly string[]) {
      rows.value = servers;
      publishSoon();
    },
    /** The server whose statistics are shown in full. */
    watchFocus(server: string | null) {
      focus.value = server;
      publishSoon();
    },
    focused: (): string | null => focus.value,
  };
});

/** One server's, kept up to date while they are shown; `null` where there is none. */
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

  const known = computed(() => stats.known.get(server() ?? ''));
  return {
    /** `undefined` until they have been read once. */
    statistics: computed(() => (known.value?.fetchedAt === 0 ? undefined : known.value)),
    failure: computed(() => known.value?.failure ?? (sync.offline ? sync.state.failure : null)),
  };
}

export type ServerReading = ReturnType<typeof useServerStatistics>;
