import { endpointQuestion } from './consent/endpoint-question.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import { createBatchConfirm } from './confirm.ts';
import { createContext, type PurchaseContext, type PurchasesOptions } from './context.ts';
import { linkIn, type Entry } from './entry.ts';
import { createEntryActions } from './entry-actions.ts';
import { resume } from './execute.ts';
import { descriptors } from './products/descriptors.ts';
import { createPriceSource } from './products/prices.ts';
import { createPurchaseCommands } from './submit.ts';

/** The journal of everything that costs money or is shown once (docs/purchases.md). */
export type Purchases = ReturnType<typeof createPurchases>;

/** Those of a batch are urgent to nobody. */
const ofBatch = 'on-screen';

export function createPurchases(options: PurchasesOptions) {
  const context = createContext(options);
  const { journal, list, stop } = context;
  return {
    ...createPurchaseCommands(context),
    ...createEntryActions(context),
    /** Without asking: the batch was agreed to, at this price and for these days. */
    submitAgreed: createPurchaseCommands({
      ...context,
      priority: ofBatch,
      prices: createPriceSource(options.readCache, ofBatch),
      confirm: createBatchConfirm(context),
    }).submit,
    list,
    /** What the user is asked before the link of an entry is opened; `null` where none would be. */
    linkQuestion: (id: string): ConsentQuestion | null => linkQuestion(journal.get(id), context),
    /** The user is back, perhaps from paying: looks at once whether open links were used. */
    lookNow() {
      for (const { id, state } of journal.entries()) {
        if (state === 'waiting') context.pollers.pollNow(id);
      }
    },
    resume() {
      for (const entry of journal.entries()) resume(context, entry);
    },
    stop,
  };
}

function linkQuestion(entry: Entry | undefined, context: PurchaseContext): ConsentQuestion | null {
  const { service, readCache } = context;
  if (entry === undefined) return null;
  const link = linkIn(entry, service);
  if (link?.opens !== true) return null;
  const { endpoint, input, price } = entry;
  const bought = endpointQuestion(endpoint, input, context);
  const other = descriptors[endpoint].linkUse === 'messenger' ? 'messenger' : 'top-up';
  const roubles = input.body?.amount;
  return {
    kind: 'link',
    purpose: bought?.kind === 'purchase' ? bought : other,
    price: price ?? (roubles === undefined ? null : { amount: roubles, currency: 'RUB' }),
    origin: link.origin,
    account: readCache.cached('profile.get', {})?.value.email ?? '',
    service,
  };
}
