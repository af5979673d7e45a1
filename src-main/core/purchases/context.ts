import type { EndpointId } from '#contract/api/index.ts';
import type {
  PurchaseEntry,
  PurchaseJournal,
  PurchaseInput,
} from '#contract/ipc/purchase-journal.ts';
import { fail, type Result } from '#contract/failure.ts';
import type { Money } from '#contract/values.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { Priority } from '#core/api/limits/priority.ts';
import type { Clock, Random, Shell } from '#core/kernel/ports.ts';
import type { Entry } from './entry.ts';
import type { Journal } from './journal.ts';
import type { Pollers } from './polling.ts';
import type { OfferedPrice, PriceSource } from './products/prices.ts';
import type { TakeSnapshot } from './snapshot.ts';

export interface Confirmed {
  /** The price that was said; `null` for none or an unknown one. */
  readonly price: Money | null;
  readonly subject: Entry['subject'];
  readonly days: Entry['days'];
  /** Everything that the product is sold for. */
  readonly prices: readonly OfferedPrice[];
}

/** What the steps of a purchase work with: `submit`, `execute`, `reconcile` and the entry actions. */
export interface PurchaseContext {
  readonly client: ApiClient;
  readonly journal: Journal;
  readonly pollers: Pollers;
  readonly takeSnapshot: TakeSnapshot;
  /** Of what is read before a purchase, and of its request. */
  readonly priority: Priority;
  readonly prices: PriceSource;
  readonly clock: Clock;
  readonly random: Random;
  readonly shell: Pick<Shell, 'openExternal'>;
  /** Asks with the price as it is now; fails unasked where the form shows another. */
  readonly confirm: (
    entry: Entry,
    input: PurchaseInput,
    readPrices: () => Promise<Result<readonly OfferedPrice[]>>,
  ) => Promise<Result<Confirmed>>;
  readonly service: string;
  /** Changes an entry and publishes it; `undefined` where it is gone or the account is closed. */
  readonly update: (id: string, change: Partial<Entry>) => Entry | undefined;
  readonly publish: () => void;
  readonly list: () => PurchaseJournal;
  readonly displayed: (entry: Entry) => PurchaseEntry;
  /** Marks what this endpoint changes as stale: it took effect, or may have. */
  readonly markStale: (endpoint: EndpointId) => void;
}

/** Nothing was done for a command, and why. */
export function refuse(path: string, code: string): Result<never> {
  return fail('invalid-input', { issues: [{ path, code }] });
}
