import { watch } from 'vue';
import { useRouter } from 'vue-router';
import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useJournalStore } from '#renderer/lib/stores/journal.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { useJournalWords } from './journal-text.ts';

/** Says that a payment arrived on every page but those that show its entry. */
export function usePaymentArrivals(): void {
  const { t } = useI18n();
  const journal = useJournalStore();
  const toast = useToastStore();
  const words = useJournalWords();
  const router = useRouter();
  const isShown = (page: string | null): boolean => {
    const { path } = router.currentRoute.value;
    return path === page || path.startsWith('/money') || path.startsWith('/shop');
  };
  watch(
    () => journal.state.entries,
    (entries, before) => {
      const isPending = ({ state, linkUse }: PurchaseEntry) =>
        state === 'waiting' && linkUse === 'payment';
      const pending = new Set(before.filter(isPending).map(({ id }) => id));
      const paid = entries.find(({ id, state }) => state === 'done' && pending.has(id));
      if (paid === undefined || isShown(paid.page)) return;
      toast.say(t('journal.arrived', { price: words.cost(paid), title: words.title(paid) }));
    },
  );
}
