import { computed } from 'vue';
import type { Api, PurchaseEndpoint } from '#contract/api/index.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { fail, type Result } from '#contract/failure.ts';
import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import type { Money } from '#contract/values.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useJournalStore } from '#renderer/lib/stores/journal.ts';
import { useAction } from '#renderer/lib/mutations/use-action.ts';

/** Goes through the journal; while it is under way, another click sends nothing. */
export function useJournaledMutation<Endpoint extends PurchaseEndpoint>(
  endpoint: Endpoint,
  of: (entry: PurchaseEntry) => boolean = () => true,
) {
  const journal = useJournalStore();
  const { busy, error, run, reset } = useAction();

  async function begin(
    input: InputOf<Api[Endpoint]>,
    price: Money | undefined,
  ): Promise<Result<PurchaseEntry>> {
    const ticket = crypto.randomUUID();
    const answer = await call('purchases.submit', { ticket, endpoint, input, price });
    if (!answer.ok) return answer;
    const { entry, started } = answer.value;
    return started
      ? { ok: true, value: entry }
      : fail('unsent', { reason: 'in-the-way', endpoint });
  }

  return {
    busy,
    error,
    /** Its entries that still hold something or are not over, newest first. */
    entries: computed(() =>
      journal.state.entries.filter((entry) => entry.endpoint === endpoint && of(entry)),
    ),
    /** `null` where it is certain that nothing happened, or an open entry blocks it. */
    async start(input: InputOf<Api[Endpoint]>, price?: Money): Promise<PurchaseEntry | null> {
      const answer = await run(() => begin(input, price));
      if (!answer.ok) return null;
      const entry = answer.value;
      // It is done and holds nothing: there is nothing to list it for.
      if (entry.state === 'done' && !entry.unsaved)
        await call('purchases.dismiss', { id: entry.id });
      return entry;
    },
    reset,
  };
}

export type JournaledMutation<Endpoint extends PurchaseEndpoint> = ReturnType<
  typeof useJournaledMutation<Endpoint>
>;
