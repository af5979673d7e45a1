import { computed, onScopeDispose, ref, shallowRef } from 'vue';
import type { Api, PurchaseEndpoint } from '#contract/api/index.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Failure } from '#contract/failure.ts';
import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import { call } from '#renderer/ipc.ts';
import { useJournalStore } from '#renderer/stores/journal.ts';

/**
 * A change that goes through main's journal, because it is sent once or answers with what is shown
 * once. A click that comes twice is one change: both carry the same ticket.
 *
 * @param of which of the endpoint's entries are meant, where there are several things to do it to
 */
export function useJournaled<Endpoint extends PurchaseEndpoint>(
  endpoint: Endpoint,
  of: (entry: PurchaseEntry) => boolean = () => true,
) {
  const journal = useJournalStore();
  const busy = ref(false);
  const failure = shallowRef<Failure | null>(null);
  let ticket = crypto.randomUUID();
  let alive = true;
  onScopeDispose(() => {
    alive = false;
  });

  return {
    busy,
    failure,
    /** Its entries that still hold something or are not over, newest first. */
    entries: computed(() =>
      journal.state.entries.filter((entry) => entry.endpoint === endpoint && of(entry)),
    ),
    /**
     * Sends it; answers the entry, or `null` where it is certain that nothing happened: it was
     * refused, or something that is not over yet stands in its way.
     */
    async start(input: InputOf<Api[Endpoint]>): Promise<PurchaseEntry | null> {
      if (busy.value) return null;
      busy.value = true;
      failure.value = null;
      const answer = await call('purchases.submit', {
        ticket,
        endpoint,
        input: JSON.parse(JSON.stringify(input)) as unknown,
      });
      busy.value = false;
      ticket = crypto.randomUUID();
      if (!answer.ok) {
        if (alive) failure.value = answer.failure;
        return null;
      }
      const { entry, started } = answer.value;
      if (!started) {
        if (alive) failure.value = { kind: 'unsent', reason: 'in-the-way', endpoint };
        return null;
      }
      // It is done and holds nothing: there is nothing to list it for.
      if (entry.state === 'done' && !entry.unsaved)
        await call('purchases.dismiss', { id: entry.id });
      return entry;
    },
    forget: (): void => {
      failure.value = null;
    },
  };
}

export type Journaled<Endpoint extends PurchaseEndpoint> = ReturnType<
  typeof useJournaled<Endpoint>
>;
