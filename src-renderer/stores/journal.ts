import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { PurchaseJournal } from '../../src-contract/purchase-journal.ts';
import { call, listen } from '../bridge.ts';

const untilRead: PurchaseJournal = { entries: [], kept: true };

/** Everything that costs money or is shown once, as main's journal has it. */
export const useJournalStore = defineStore('journal', () => {
  const state = shallowRef(untilRead);

  async function read(): Promise<void> {
    const answer = await call('purchases.list', {});
    if (answer.ok) state.value = answer.value;
  }

  return {
    state,
    start() {
      listen('purchases.changed', (changed) => {
        state.value = changed;
      });
      void read();
    },
    /** Another account: nothing of the last one stays. */
    forget() {
      state.value = untilRead;
      void read();
    },
  };
});
