import { computed, ref, shallowRef, watch } from 'vue';
import type { Failure } from '#contract/failure.ts';
import { useCurrentOption } from '#renderer/composables/use-current-option.ts';
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
  /** What the last search, or the last command, failed with. */
  const failure = shallowRef<Failure | null>(null);

  const { found, refresh, isAnswered, settle } = useSearch(search, async (text) => {
    const answer = await call('quick.find', { search: text });
    failure.value = answer.ok || session.state.status !== 'signed-in' ? null : answer.failure;
    return answer.ok ? answer.value : undefined;
  });
  const rows = computed(() => found.value?.rows ?? []);
  const option = useCurrentOption(rows, ({ key }) => key);
  watch(search, option.chooseFirst);

  return {
    search,
    failure,
    rows,
    option,
    /** What is said in place of rows; `null` where there are some. */
    message: computed(() =>
      quickMessage({
        session: session.state.status,
        refreshing: sync.state.refreshing && sync.state.refreshedAt === null,
        found: found.value,
        failed: failure.value !== null,
      }),
    ),
    /** Whether the rows are those of what is typed. */
    isAnswered,
    /** Resolves when they are. */
    settle,
    /** Asks for them again. */
    refresh,
    /** Nothing is typed any more. */
    clear(): void {
      failure.value = null;
      option.chooseFirst();
      if (search.value === '') void refresh();
      else search.value = '';
    },
  };
}

export type QuickRows = ReturnType<typeof useQuickRows>;
