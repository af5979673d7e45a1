import { computed, nextTick, ref, shallowRef } from 'vue';
import type { Failure } from '#contract/failure.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { useSearch } from '#renderer/composables/use-search.ts';
import { call } from '#renderer/ipc.ts';
import { useSessionStore } from '#renderer/stores/session.ts';
import { useSyncStore } from '#renderer/stores/sync.ts';
import { quickMessage } from './quick-message.ts';

/** The connections that are found for what is typed, and the current one. */
export function useQuickRows() {
  const session = useSessionStore();
  const sync = useSyncStore();
  const search = ref('');
  /** Index of the current row. */
  const at = ref(0);
  /** What the last search, or the last command, failed with. */
  const failure = shallowRef<Failure | null>(null);

  const { found, refresh, settle } = useSearch(
    search,
    async (text) => {
      const answer = await call('quick.find', { search: text });
      failure.value = answer.ok || session.state.status !== 'signed-in' ? null : answer.failure;
      return answer.ok ? answer.value : undefined;
    },
    () => {
      at.value = 0;
    },
  );
  const rows = computed(() => found.value?.rows ?? []);
  const current = computed((): ConnectionRow | undefined => rows.value[at.value]);

  return {
    search,
    at,
    failure,
    rows,
    current,
    /** What is said in place of rows; `null` where there are some. */
    message: computed(() =>
      quickMessage({
        session: session.state.status,
        refreshing: sync.state.refreshing && sync.state.refreshedAt === null,
        found: found.value,
        failed: failure.value !== null,
      }),
    ),
    /** Resolves when the rows are those of what is typed. */
    settle,
    /** Rows that changed behind: the current connection stays the current one. */
    async refresh(): Promise<void> {
      const key = current.value?.key;
      await refresh();
      const moved = rows.value.findIndex((row) => row.key === key);
      at.value = Math.max(0, moved);
    },
    /** One row further the list goes round; by more than one it ends. */
    async moveBy(by: number): Promise<void> {
      const { length } = rows.value;
      if (length === 0) return;
      const target = at.value + by;
      at.value =
        Math.abs(by) === 1 ? (target + length) % length : Math.min(Math.max(target, 0), length - 1);
      await nextTick();
    },
    /** Nothing is typed any more. */
    clear(): void {
      failure.value = null;
      at.value = 0;
      if (search.value === '') void refresh();
      else search.value = '';
    },
  };
}

export type QuickRows = ReturnType<typeof useQuickRows>;
