import type { PurchaseEndpoint } from '#contract/api/index.ts';
import type { PurchaseEntry, PurchaseInput } from '#contract/ipc/purchase-journal.ts';
import type { Money } from '#contract/values.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { SubjectSources } from './consent/endpoint-question.ts';
import { createBatchConfirm } from './confirm.ts';
import type { PurchaseContext } from './context.ts';
import { openStates } from './entry.ts';
import { descriptors } from './products/descriptors.ts';
import { createPriceSource } from './products/prices.ts';
import { createPurchaseCommands } from './submit.ts';

/** What a batch buys is urgent to nobody: the user's own requests go first. */
const priority = 'on-screen';

interface BatchPurchaseOptions extends SubjectSources {
  readonly readCache: Pick<ReadCache, 'cached' | 'fetchNow'>;
  readonly isStopped: () => boolean;
}

/** A part of a batch: complete, with the price and the days that the user agreed to. */
interface AgreedPurchase {
  readonly ticket: string;
  readonly endpoint: PurchaseEndpoint;
  readonly input: unknown;
  readonly price: Money;
  readonly days: number | null;
}

export function createBatchPurchases(context: PurchaseContext, options: BatchPurchaseOptions) {
  const { journal } = context;
  const commands = createPurchaseCommands({
    ...context,
    priority,
    needsBalance: true,
    prices: createPriceSource(options.readCache, priority),
    confirm: createBatchConfirm(options),
  });

  return {
    /**
     * From the balance alone, unasked: the batch was agreed to, at this price and for these days.
     */
    submitAgreed: (purchase: AgreedPurchase) => commands.submit(purchase),
    /** The entry with this ticket, as the window is shown it; `'spent'` for one that was taken off. */
    byTicket: (ticket: string): PurchaseEntry | 'spent' | undefined => {
      const entry = journal.byTicket(ticket);
      if (entry) return context.displayed(entry);
      return journal.isSpent(ticket) ? 'spent' : undefined;
    },
    /** Whether a purchase of the same product is not over: no other can be sent. */
    isOpen: (endpoint: PurchaseEndpoint, input: PurchaseInput): boolean =>
      journal
        .entries()
        .some(
          (entry) =>
            openStates.has(entry.state) &&
            descriptors[entry.endpoint].product(entry.input) ===
              descriptors[endpoint].product(input),
        ),
  };
}
