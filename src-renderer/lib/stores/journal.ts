import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import {
  openStates,
  underWay,
  type PurchaseEntry,
  type PurchaseInput,
  type PurchaseJournal,
} from '#contract/ipc/purchase-journal.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useAccountState } from './account-ref.ts';

const untilRead: PurchaseJournal = { entries: [], unreadable: [], persistent: true };

/** Whether the journal blocks another entry of this kind. */
export function isOpen({ state }: Pick<PurchaseEntry, 'state'>): boolean {
  return openStates.has(state);
}

/** Whether nothing more comes of an entry by itself, and it waits for nobody. */
export function isOver(entry: PurchaseEntry): boolean {
  return !isOpen(entry) && entry.state !== 'orphan';
}

/** Whether an entry moves, waits for the user, or holds what they have yet to save. */
function isUnfinished(entry: PurchaseEntry): boolean {
  return entry.unsaved || !isOver(entry) || entry.result?.renewed === false;
}

/** Everything that costs money or is shown once, as main's journal has it. */
export const useJournalStore = defineStore('journal', () => {
  const main = useAccountState('purchases.changed', () => call('purchases.list', {}));
  const state = computed(() => main.state.value ?? untilRead);

  return {
    state,
    read: computed(() => main.state.value !== undefined),
    failure: main.failure,
    readAgain: main.read,
    /** How many entries hold something that was not saved: signing out erases it. */
    unsaved: computed(() => state.value.entries.filter((entry) => entry.unsaved).length),
    /** How many entries are open besides: their outcome would no longer be looked for. */
    open: computed(
      () => state.value.entries.filter((entry) => !entry.unsaved && !isOver(entry)).length,
    ),
    /** What is under way, waits for the user or holds something unsaved, newest first. */
    unfinished: computed(() => state.value.entries.filter(isUnfinished)),
    /** Those whose answer was lost, of which is being found out what happened. */
    findingOut: computed(() =>
      state.value.entries.filter((entry) => entry.state === 'finding-out'),
    ),
    /** The purchase that is not over and has such an input; `null` where there is none. */
    openOf: (endpoint: PurchaseEndpoint, isSuch: (input: PurchaseInput) => boolean) =>
      state.value.entries.find(
        (entry) => entry.endpoint === endpoint && !isOver(entry) && isSuch(entry.input),
      ) ?? null,
    /** Those of them that wait for the user otherwise than to be saved. */
    needy: computed(() =>
      state.value.entries.filter(
        (entry) => isUnfinished(entry) && !entry.unsaved && !underWay.has(entry.state),
      ),
    ),
  };
});
