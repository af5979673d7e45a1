import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Clock, Random, Shell } from '#core/kernel/ports.ts';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import type { Consent } from './consent/consent.ts';
import { endpointQuestion, type SubjectSources } from './consent/endpoint-question.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import { createBatchConfirm, createConfirm } from './confirm.ts';
import type { PurchaseContext } from './context.ts';
import { displayed, linkIn, type Entry } from './entry.ts';
import { createEntryActions } from './entry-actions.ts';
import { resume } from './execute.ts';
import { Journal } from './journal.ts';
import { createPollers } from './polling.ts';
import { descriptors } from './products/descriptors.ts';
import { createPriceSource } from './products/prices.ts';
import { createTakeSnapshot } from './snapshot.ts';
import { createPurchaseCommands } from './submit.ts';

/** The journal of everything that costs money or is shown once (docs/purchases.md). */
export type Purchases = ReturnType<typeof createPurchases>;

/** Those of a batch are urgent to nobody. */
const ofBatch = 'on-screen';

/**
 * @param options.vault falls back to memory when the disk refuses; `durableVault`, of the same records,
 *   throws then, and an intent that is not on the disk is not sent
 */
export function createPurchases(options: {
  readonly client: ApiClient;
  readonly readCache: Pick<ReadCache, 'cached' | 'fetch' | 'fetchNow'>;
  readonly connections: SubjectSources['connections'];
  readonly vault: SealedVault;
  readonly durableVault: Pick<SealedVault, 'write'>;
  readonly persistent: boolean;
  readonly service: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly shell: Pick<Shell, 'openExternal'>;
  readonly ask: Consent['ask'];
  readonly makeStale: (ids: readonly string[]) => void;
  readonly publish: (journal: PurchaseJournal) => void;
}) {
  const { client, clock, service } = options;
  const journal = new Journal(options);
  const pollers = createPollers(clock);
  let stopped = false;
  const shown = (entry: Entry) => displayed(entry, service);
  const list = (): PurchaseJournal => ({
    entries: journal.entries().map(shown),
    unreadable: journal.unreadable(),
    persistent: options.persistent,
  });
  const publish = () => {
    if (!stopped) options.publish(list());
  };
  const asking = { ...options, isStopped: () => stopped };
  const context: PurchaseContext = {
    ...options,
    journal,
    pollers,
    takeSnapshot: createTakeSnapshot(client, clock),
    priority: 'user',
    prices: createPriceSource(options.readCache),
    confirm: createConfirm(asking),
    update(id, change) {
      const entry = journal.get(id);
      if (!entry || stopped) return undefined;
      const next = { ...entry, ...change, changedAt: clock.now() };
      journal.put(next);
      publish();
      return next;
    },
    publish,
    list,
    displayed: shown,
    markStale(id: EndpointId) {
      const endpoint: Endpoint = api[id];
      if (!stopped) options.makeStale(endpoint.makesStale);
    },
  };

  return {
    ...createPurchaseCommands(context),
    ...createEntryActions(context),
    /** Without asking: the batch was agreed to, at this price and for these days. */
    submitAgreed: createPurchaseCommands({
      ...context,
      priority: ofBatch,
      prices: createPriceSource(options.readCache, ofBatch),
      confirm: createBatchConfirm(asking),
    }).submit,
    list,
    /** What the user is asked before the link of an entry is opened; `null` where none would be. */
    linkQuestion: (id: string): ConsentQuestion | null => linkQuestion(journal.get(id), options),
    resume() {
      for (const entry of journal.entries()) resume(context, entry);
    },
    /** Ends every poller. Nothing is written from then on. */
    stop() {
      stopped = true;
      pollers.stopAll();
    },
  };
}

function linkQuestion(
  entry: Entry | undefined,
  sources: SubjectSources & { readonly service: string },
): ConsentQuestion | null {
  const { service, readCache } = sources;
  if (entry === undefined) return null;
  const link = linkIn(entry, service);
  if (link?.opens !== true) return null;
  const { endpoint, input, price } = entry;
  const bought = endpointQuestion(endpoint, input, sources);
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
