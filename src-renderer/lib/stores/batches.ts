import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { BatchList, BatchRequest } from '#contract/ipc/batches.ts';
import { call } from '#renderer/lib/ipc.ts';
import { accountRef, useAccountState } from './account-ref.ts';

const none: BatchList = { batches: [] };

/** What the user wants to do with many, before it is put into exact words. */
export type BatchIntent =
  | { readonly action: 'rename' | 'renew' | 'delete'; readonly keys: readonly string[] }
  | {
      readonly action: 'auto-renewal';
      readonly keys: readonly string[];
      readonly enabled: boolean;
    }
  | { readonly action: 'request'; readonly request: BatchRequest };

export const useBatchesStore = defineStore('batches', () => {
  const main = useAccountState('batches.changed', () => call('batches.list', {}));
  const list = computed(() => main.state.value ?? none);
  /** What is being prepared; `null` while nothing is. */
  const intent = accountRef<BatchIntent | null>(null);

  return {
    intent,
    /** Newest first. */
    batches: computed(() => list.value.batches),
    read: computed(() => main.state.value !== undefined),
    failure: main.failure,
    readAgain: main.read,
    /** The newest one, where it ended and that was not seen. */
    unseen: computed(() => {
      const [newest] = list.value.batches;
      return newest === undefined || newest.running || newest.seen ? undefined : newest;
    }),
    running: computed(() => list.value.batches.find(({ running }) => running)),
    stop: (id: string) => main.change(() => call('batches.stop', { id })),
    see: (id: string) => main.change(() => call('batches.see', { id })),
    dismiss: (id: string) => main.change(() => call('batches.dismiss', { id })),
  };
});
