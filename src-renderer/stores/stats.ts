import { defineStore } from 'pinia';
import { shallowReactive, shallowRef } from 'vue';
import type { ServerStats } from '#contract/ipc/stats.ts';
import { call, listen } from '#renderer/ipc.ts';

const settleMs = 150;
const mostWatched = 100;
const mostKept = 400;

/** The newest statistics of the servers that are, or lately were, on screen. */
export const useStatsStore = defineStore('stats', () => {
  const known = shallowReactive(new Map<string, ServerStats>());
  const rows = shallowRef<readonly string[]>([]);
  const focus = shallowRef<string | null>(null);
  let told = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function merge(changed: readonly ServerStats[]): void {
    for (const stats of changed) {
      known.set(stats.server, stats);
    }
    if (known.size <= mostKept) return;
    const wanted = new Set([...rows.value, focus.value]);
    for (const server of known.keys()) {
      if (known.size <= mostKept) break;
      if (!wanted.has(server)) known.delete(server);
    }
  }

  async function tell(): Promise<void> {
    const servers = document.hidden ? [] : [...new Set(rows.value)].slice(0, mostWatched);
    const looked = document.hidden ? null : focus.value;
    const saying = JSON.stringify([servers, looked]);
    if (saying === told) return;
    told = saying;
    const answer = await call('stats.watch', { servers, focus: looked });
    if (answer.ok) merge(answer.value);
  }

  /** Main hears what is on screen once it has settled, at once when nothing is. */
  function settle(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void tell(), document.hidden ? 0 : settleMs);
  }

  return {
    known,
    start() {
      listen('stats.changed', merge);
      document.addEventListener('visibilitychange', settle);
    },
    /** Says which servers' rows are on screen. */
    watchRows(servers: readonly string[]) {
      rows.value = servers;
      settle();
    },
    /** Says which server is looked at. */
    watchFocus(server: string | null) {
      focus.value = server;
      settle();
    },
    focused: (): string | null => focus.value,
    /** Another account: its numbers may mean other servers. */
    forget() {
      known.clear();
      told = '';
      settle();
    },
  };
});
