import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { PurchaseEntry, PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import { fail, type Result } from '#contract/failure.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { Priority } from '#core/api/limits/priority.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Clock, Random, Shell } from '#core/kernel/ports.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import type { Consent } from './consent/consent.ts';
import type { SubjectSources } from './consent/endpoint-question.ts';
import { createConfirm } from './confirm.ts';
import { displayed, type Entry } from './entry.ts';
import { Journal } from './journal.ts';
import { createPollers } from './polling.ts';
import { descriptors } from './products/descriptors.ts';
import { createPriceSource } from './products/prices.ts';
import { createTakeSnapshot } from './snapshot.ts';

export interface PurchasesOptions {
  readonly client: ApiClient;
  readonly readCache: Pick<ReadCache, 'cached' | 'fetch' | 'fetchNow'>;
  readonly connections: SubjectSources['connections'] & Pick<Connections, 'extend'>;
  readonly vault: SealedVault;
  readonly persistent: boolean;
  readonly service: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly shell: Pick<Shell, 'openExternal'>;
  readonly ask: Consent['ask'];
  readonly makeStale: (ids: readonly string[]) => void;
  readonly publish: (journal: PurchaseJournal) => void;
}

/** What the steps of a purchase work with: `submit`, `execute`, `reconcile` and the entry actions. */
export type PurchaseContext = ReturnType<typeof createContext>;

export function createContext(options: PurchasesOptions) {
  const { clock, service } = options;
  const journal = new Journal(options.vault);
  const pollers = createPollers(clock);
  let stopped = false;

  const shown = (entry: Entry): PurchaseEntry => displayed(entry, service);

  function list(): PurchaseJournal {
    return {
      entries: journal.entries().map(shown),
      unreadable: journal.unreadable(),
      persistent: options.persistent,
    };
  }

  function publish(): void {
    if (!stopped) options.publish(list());
  }

  return {
    ...options,
    journal,
    pollers,
    takeSnapshot: createTakeSnapshot(options.client, clock),
    /** Of what is read before a purchase, and of its request. */
    priority: 'user' as Priority,
    prices: createPriceSource(options.readCache),
    confirm: createConfirm({ ...options, isStopped: () => stopped }),
    isStopped: () => stopped,
    list,
    publish,
    displayed: shown,
    /** Changes an entry and publishes it; `undefined` where it is gone or the account is closed. */
    update: (id: string, change: Partial<Entry>): Entry | undefined => {
      const entry = journal.get(id);
      if (!entry || stopped) return undefined;
      const next = { ...entry, ...change, changedAt: clock.now() };
      journal.put(next);
      publish();
      const { resource, expiresAt } = change.result ?? {};
      const { productKind: kind } = descriptors[next.endpoint];
      if (resource !== undefined && expiresAt !== undefined && kind !== null) {
        options.connections.extend({ kind, id: resource }, expiresAt);
      }
      return next;
    },
    /** Marks what this endpoint changes as stale: it took effect, or may have. */
    markStale(id: EndpointId): void {
      const endpoint: Endpoint = api[id];
      if (!stopped) options.makeStale(endpoint.makesStale);
    },
    /** Ends every poller. Nothing is written from then on. */
    stop: (): void => {
      stopped = true;
      pollers.stopAll();
    },
  };
}

/** Nothing was done for a command, and why. */
export function refuse(path: string, code: string): Result<never> {
  return fail('invalid-input', { issues: [{ path, code }] });
}
