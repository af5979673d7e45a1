import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type {
  PurchaseEntry,
  PurchaseJournal,
  PurchaseState,
} from '#contract/ipc/purchase-journal.ts';
import type { Failure } from '#contract/failure.ts';
import { call, listen } from '#renderer/ipc.ts';

const untilRead: PurchaseJournal = { entries: [], unreadable: [], persistent: true };

/** Final states, with or without secrets. */
const over: ReadonlySet<PurchaseState> = new Set([
  'stopped',
  'done',
  'link-lost',
  'removed',
  'lost',
  'refused',
]);

/** Whether an entry moves, waits for the user, or holds what they have yet to save. */
function isUnfinished({ state, unsaved, result }: PurchaseEntry): boolean {
  return unsaved || !over.has(state) || result?.renewed === false;
}

/** Everything that costs money or is shown once, as main's journal has it. */
export const useJournalStore = defineStore('journal', () => {
  const state = shallowRef(untilRead);
  const read = shallowRef(false);
  const failure = shallowRef<Failure | null>(null);

  function show(journal: PurchaseJournal): void {
    state.value = journal;
    read.value = true;
    failure.value = null;
  }

  async function readAgain(): Promise<void> {
    failure.value = null;
    const answer = await call('purchases.list', {});
    if (answer.ok) show(answer.value);
    else failure.value = answer.failure;
  }

  return {
    state,
    /** Whether `state` is what main has. */
    read,
    /** Why it could not be read. */
    failure,
    readAgain,
    /** How many entries hold something that was not saved: signing out erases it. */
    unsaved: computed(() => state.value.entries.filter((entry) => entry.unsaved).length),
    /** How many entries are open besides: their outcome would no longer be looked for. */
    open: computed(
      () => state.value.entries.filter((entry) => !entry.unsaved && !over.has(entry.state)).length,
    ),
    /** What is under way, waits for the user or holds something unsaved, newest first. */
    unfinished: computed(() => state.value.entries.filter(isUnfinished)),
    start() {
      listen('purchases.changed', show);
      void readAgain();
    },
    /** Another account: nothing of the last one stays. */
    forget() {
      state.value = untilRead;
      read.value = false;
      void readAgain();
    },
  };
});
