import { computed, ref } from 'vue';
import type { Api, PurchaseEndpoint } from '#contract/api/index.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { call } from '#renderer/ipc.ts';
import { useJournalStore } from '#renderer/stores/journal.ts';
import { useSending } from './use-sending.ts';

/**
 * A form that buys. However often it is sent, its ticket is one purchase; another one begins with
 * `anew`. What became of it is an entry of the journal, which stays whether or not this form does.
 */
export function useBuying<Endpoint extends PurchaseEndpoint>(endpoint: Endpoint) {
  const journal = useJournalStore();
  const sending = useSending();
  const { busy, failure } = sending;
  const ticket = ref(crypto.randomUUID());
  const obstacle = ref<string | null>(null);

  return {
    busy,
    failure,
    /** What became of it, or what stands in its way; `null` while neither is known. */
    entry: computed(() => {
      const found = journal.state.entries.find(
        (each) => each.ticket === ticket.value || each.id === obstacle.value,
      );
      return busy.value ? null : (found ?? null);
    }),
    /** Nothing was sent: `entry` is of another purchase that is not over. */
    blocked: computed(() => obstacle.value !== null),
    async buy(input: InputOf<Api[Endpoint]>): Promise<void> {
      // A plain copy: what crosses IPC is cloned, and a proxy cannot be.
      const plain = JSON.parse(JSON.stringify(input)) as unknown;
      const answer = await sending.send(() =>
        call('purchases.submit', { ticket: ticket.value, endpoint, input: plain }),
      );
      if (answer.ok && answer.value.entry.ticket !== ticket.value)
        obstacle.value = answer.value.entry.id;
    },
    /** Another purchase. */
    anew(): void {
      ticket.value = crypto.randomUUID();
      obstacle.value = null;
      sending.forget();
    },
  };
}
