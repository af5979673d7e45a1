import { computed, nextTick, ref, shallowRef, watch } from 'vue';
import type { QuickRows as FoundRows } from '#contract/ipc/quick.ts';
import type { SessionState } from '#contract/ipc/session.ts';
import { createLatest } from '#renderer/lib/latest.ts';
import { useCurrentOption } from '#renderer/lib/use-current-option.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { useSyncStore } from '#renderer/lib/stores/sync.ts';

/** The connections that are found for what is typed, and the current one. */
export function useQuickRows() {
  const session = useSessionStore();
  const sync = useSyncStore();
  const search = ref('');
  const failed = ref(false);

  /** `undefined` before the first answer, and where the newest search failed. */
  const found = shallowRef<FoundRows>();
  const answered = ref<string>();
  /** Whether rows in a new order are on their way: those on screen are of an earlier opening. */
  let isReordering = false;
  const searches = createLatest();
  let settled = Promise.resolve();

  function isAnswered(): boolean {
    return answered.value === search.value.trim();
  }

  /** @param inPlace the rows that are on screen stay in their order */
  async function find(text: string, inPlace: boolean): Promise<void> {
    const isLatest = searches.begin();
    isReordering ||= !inPlace;
    const before = !isReordering && answered.value === text ? rows.value : [];
    const keys = before.length > 0 && { keys: before.map(({ key }) => key) };
    const answer = await call('quick.find', { search: text, ...keys });
    // Answers may overtake each other: a caller that waits gets the newest search.
    if (!isLatest()) return settled;
    failed.value = !answer.ok && session.state.status === 'signed-in';
    isReordering = false;
    found.value = answer.ok ? answer.value : undefined;
    answered.value = answer.ok ? text : undefined;
  }

  function refresh(inPlace = false): Promise<void> {
    settled = find(search.value.trim(), inPlace);
    return settled;
  }

  const rows = computed(() => found.value?.rows ?? []);
  const option = useCurrentOption(rows, ({ key }) => key);
  watch(search, () => {
    option.chooseFirst();
    void refresh();
  });
  void refresh();

  return {
    search,
    rows,
    option,
    /** `null` where one that works has to be looked for, `undefined` where none can be. */
    working: computed(() => found.value?.working),
    /** What is said in place of rows; `null` where there are some. */
    message: computed(() =>
      quickMessage({
        session: session.state.status,
        refreshing: sync.arriving,
        found: found.value,
        failed: failed.value,
      }),
    ),
    isAnswered,
    /** Resolves when they are: Enter can be faster than the answer. */
    settle: async (): Promise<void> => {
      if (isAnswered()) return;
      await nextTick();
      await settled;
    },
    /** Asks for them again; `inPlace` leaves those on screen in their order. */
    refresh,
    /** Nothing is typed any more. */
    clear(): void {
      failed.value = false;
      option.chooseFirst();
      if (search.value === '') void refresh();
      else search.value = '';
    },
  };
}

/**
 * What the quick copy window says in place of rows, by the keys of its messages. `opens`: Enter opens
 * the window of the app, with Ctrl or Cmd where Enter may be meant to copy.
 */
const messages = {
  opening: { title: 'opening', text: null, opens: null },
  'signed-out': { title: 'signedOut', text: 'signedOutText', opens: 'enter' },
  locked: { title: 'locked', text: 'lockedText', opens: 'enter' },
  'auto-locked': { title: 'autoLocked', text: 'lockedText', opens: 'enter' },
  'service-changed': { title: 'changed', text: null, opens: 'enter' },
  failed: { title: 'failed', text: null, opens: 'enter' },
  empty: { title: 'empty', text: 'emptyText', opens: 'enter' },
  nothing: { title: 'nothing', text: 'nothingText', opens: 'command-enter' },
} as const;

/** `null` where there are rows to show. */
function quickMessage(state: {
  readonly session: SessionState['status'];
  /** Nothing was read yet, and it is being read. */
  readonly refreshing: boolean;
  readonly found: FoundRows | undefined;
  readonly failed: boolean;
}) {
  const { session, refreshing, found, failed } = state;
  if (session !== 'signed-in') return messages[session];
  if (found === undefined) return failed ? messages.failed : messages.opening;
  if (found.all === 0) return refreshing ? messages.opening : messages.empty;
  return found.rows.length === 0 ? messages.nothing : null;
}

export type QuickRows = ReturnType<typeof useQuickRows>;
