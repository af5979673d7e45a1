import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { Library } from '#core/cache/read-cache.ts';
import type { Clock, Random, Shell } from '#core/ports.ts';
import type { SealedVault } from '#core/vault/sealed-vault.ts';
import { createCourse } from './executor.ts';
import { displayed, type Entry } from './entry.ts';
import { openJournal } from './journal.ts';
import { createKeeping, type Keeping } from './entry-actions.ts';
import { createLook } from './reconciliation/look.ts';
import { readPrices } from './request/prices.ts';
import { createWatches } from './watches.ts';
import { createWords, type Words } from './purchase-commands.ts';

/**
 * The journal of everything that costs money or is shown once. What it promises, and what it cannot:
 * docs/purchases.md.
 */
export interface Purchases extends Words, Keeping {
  list(): PurchaseJournal;
  /** Goes on with what an earlier run left open. */
  resume(): void;
  /** Ends every watch. Nothing is written from then on. */
  stop(): void;
}

/**
 * @param options.vault the account's records; goes on in memory when the disk refuses
 * @param options.sure the same records; throws then, and an intent that is not on the disk is not sent
 * @param options.kept whether the records outlive this run
 * @param options.makeStale hears which reads a purchase put out of date
 */
export function createPurchases(options: {
  readonly client: ApiClient;
  readonly library: Pick<Library, 'seen' | 'fetch'>;
  readonly vault: SealedVault;
  readonly sure: SealedVault;
  readonly kept: boolean;
  readonly service: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly shell: Pick<Shell, 'openExternal'>;
  readonly copy: (text: string) => Promise<number | null>;
  readonly makeStale: (ids: readonly string[]) => void;
  readonly publish: (journal: PurchaseJournal) => void;
}): Purchases {
  const { client, library, clock, service } = options;
  const journal = openJournal(options);
  const watches = createWatches(clock);
  let stopped = false;

  const shown = (entry: Entry) => displayed(entry, service, journal.hosts());
  const list = (): PurchaseJournal => ({
    entries: journal.entries().map(shown),
    kept: options.kept,
  });

  function show(): void {
    if (!stopped) options.publish(list());
  }

  function update(id: string, change: Partial<Entry>): Entry | undefined {
    const entry = journal.get(id);
    if (!entry || stopped) return undefined;
    const next = { ...entry, ...change, changedAt: clock.now() };
    journal.put(next);
    show();
    return next;
  }

  function happened(row: EndpointId): void {
    const endpoint: Endpoint = api[row];
    if (!stopped) options.makeStale(endpoint.makesStale);
  }

  const parts = {
    ...options,
    journal,
    watches,
    look: createLook(client, clock),
    update,
    show,
    list,
    displayed: shown,
    happened,
  };
  const course = createCourse(parts);
  const words = createWords({
    ...parts,
    course,
    prices: (row, asked) => readPrices(client, library, clock.now(), row, asked),
  });

  return {
    ...words,
    ...createKeeping(parts),
    list,
    resume() {
      for (const entry of journal.entries()) course.goOn(entry);
    },
    stop() {
      stopped = true;
      watches.stopAll();
    },
  };
}
