import { computed, ref, watch } from 'vue';
import type { Api, PurchaseEndpoint } from '#contract/api/index.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import type { Money } from '#contract/values.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useJournalStore } from '#renderer/lib/stores/journal.ts';
import { useAction } from '#renderer/lib/mutations/use-action.ts';

/**
 * A form that buys. However often it is sent, its ticket is one purchase; another one begins with
 * `restart`, or when the entry of the purchase is taken out of the journal. The entry stays whether
 * or not this form does.
 *
 * @param open a purchase of the same thing that is not over: it is shown in place of the form
 */
export function usePurchaseForm<Endpoint extends PurchaseEndpoint>(
  endpoint: Endpoint,
  open: () => PurchaseEntry | null = () => null,
) {
  const journal = useJournalStore();
  const { busy, error, run, reset } = useAction();
  const ticket = ref(crypto.randomUUID());
  /** The entry that the last answer named: its own, or the one that blocks it. */
  const answered = ref<string | null>(null);
  /** The entry that was open already. It stays when it is over: the user looks at it. */
  const earlier = ref<string | null>(null);
  const own = computed(() => journal.state.entries.find((each) => each.ticket === ticket.value));
  const entry = computed(() => {
    if (busy.value) return null;
    const id = answered.value ?? (own.value === undefined ? earlier.value : null);
    return journal.state.entries.find((each) => each.id === id) ?? own.value ?? null;
  });

  function restart(): void {
    ticket.value = crypto.randomUUID();
    answered.value = null;
    earlier.value = null;
    reset();
  }

  watch(
    open,
    (now) => {
      if (now !== null && now.ticket !== ticket.value) earlier.value = now.id;
    },
    { immediate: true },
  );

  // Main takes no ticket twice: a purchase that was dismissed has spent this one.
  watch(own, (now, before) => {
    if (now === undefined && before !== undefined && before.ticket === ticket.value) restart();
  });

  return {
    busy,
    error,
    /** The entry of the purchase, or the one that blocks it; `null` while neither is known. */
    entry,
    /** Nothing was sent: `entry` is of another purchase that is not over. */
    blocked: computed(
      () => answered.value !== null && entry.value !== null && entry.value.ticket !== ticket.value,
    ),
    /** @param price what the form shows, where it shows one */
    async buy(input: InputOf<Api[Endpoint]>, price: Money | undefined): Promise<void> {
      const answer = await run(() =>
        call('purchases.submit', { ticket: ticket.value, endpoint, input, price }),
      );
      answered.value = answer.ok ? answer.value.entry.id : null;
    },
    restart,
  };
}
