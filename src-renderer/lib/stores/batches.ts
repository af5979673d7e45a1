import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { BatchAction, BatchList, BatchRequest } from '#contract/ipc/batches.ts';
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
  | {
      readonly action: 'request';
      readonly request: BatchRequest;
      /** The batch that does it, where it began without a question. */
      readonly started?: string;
    };

/** What can follow a batch: its rest, what failed once more, or its undoing. */
type Following = Extract<BatchRequest, { batch: string }>['action'];

/** Undoing these changes names and labels alone: nothing to ask about. */
const freelyUndone: ReadonlySet<BatchAction> = new Set<BatchAction>(['rename', 'devices']);

export const useBatchesStore = defineStore('batches', () => {
  const main = useAccountState('batches.changed', () => call('batches.list', {}));
  const list = computed(() => main.state.value ?? none);
  const intent = accountRef<BatchIntent | null>(null);
  /** The newest one, where it ended and that was not seen. */
  const unseen = computed(() => {
    const [newest] = list.value.batches;
    return newest === undefined || newest.running || newest.seen ? undefined : newest;
  });

  /** Begins at once where that costs nothing; else the panel asks. */
  async function undo(batch: string): Promise<void> {
    const request = { action: 'undo', batch } as const;
    const plan = await call('batches.plan', { request });
    const { change, count, sum } = plan.ok ? plan.value : { change: null, count: 0, sum: null };
    const isFree = change !== null && freelyUndone.has(change.action) && sum === null && count > 0;
    const start = isFree ? await call('batches.start', { request, count, sum }) : null;
    if (start?.ok !== true) intent.value = { action: 'request', request };
    else if (intent.value !== null) {
      intent.value = { action: 'request', request, started: start.value.id };
    }
  }

  return {
    intent,
    begin(action: Following, batch: string): void {
      if (action === 'undo') void undo(batch);
      else intent.value = { action: 'request', request: { action, batch } };
    },
    /** Newest first. */
    batches: computed(() => list.value.batches),
    read: computed(() => main.state.value !== undefined),
    failure: main.failure,
    readAgain: main.read,
    unseen,
    /** The one that the keyboard undoes: what was put back is not done again by it. */
    undoable: computed(() =>
      unseen.value !== undefined && !unseen.value.undoes && unseen.value.undoable > 0
        ? unseen.value.id
        : undefined,
    ),
    running: computed(() => list.value.batches.find(({ running }) => running)),
    stop: (id: string) => main.change(() => call('batches.stop', { id })),
    see: (id: string) => main.change(() => call('batches.see', { id })),
    dismiss: (id: string) => main.change(() => call('batches.dismiss', { id })),
  };
});
