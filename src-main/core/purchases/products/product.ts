import { z } from 'zod';
import type { DataOf, Endpoint } from '#contract/endpoint.ts';
import type { Result } from '#contract/failure.ts';
import type {
  PurchaseInput,
  PurchaseResult,
  PurchaseSecret,
  PurchaseTraits,
} from '#contract/ipc/purchase-journal.ts';
import type { ExpectedEffect, Matcher } from '#core/purchases/match.ts';
import type { SnapshotScope } from '#core/purchases/snapshot.ts';
import type { OfferedPrice, Price, PriceSource } from './prices.ts';

export interface AnswerOutcome {
  readonly state: 'done' | 'waiting';
  readonly result: PurchaseResult;
  readonly secrets: Readonly<Partial<Record<PurchaseSecret, string>>>;
}

export interface PurchaseDescriptor extends PurchaseTraits {
  /** Only one request of a queue is in flight at a time, so that two of ours are never confused. */
  readonly queue: 'money' | 'referral' | 'keys' | 'harmless';
  /** What is bought: while a purchase of a product is open, no other of the same is started. */
  readonly product: (input: PurchaseInput) => string;
  /** Fields of the body that live as long as their request: they are neither stored nor shown. */
  readonly transientFields: readonly string[];
  /** What has to be read before it is sent, and again to reconcile it. */
  readonly snapshot: (input: PurchaseInput) => SnapshotScope;
  /** What the product is sold for; empty for what has no price. */
  readonly prices: (
    source: PriceSource,
    input: PurchaseInput,
  ) => Promise<Result<readonly OfferedPrice[]>>;
  readonly expectedEffect: (input: PurchaseInput, prices: readonly Price[]) => ExpectedEffect;
  /** What the `data` of an answer means. Throws for data that the endpoint's schema refuses. */
  readonly interpret: (data: unknown, input: PurchaseInput) => AnswerOutcome;
  /** `null` where a lost answer leaves nothing behind: it may simply be sent again. */
  readonly match: Matcher | null;
  readonly lateSearch: boolean;
}

type Spec<E extends Endpoint> = Omit<PurchaseDescriptor, 'interpret' | 'productKind' | Default> &
  Partial<Pick<PurchaseDescriptor, Default>> & {
    readonly interpret: (data: DataOf<E>, input: PurchaseInput) => Partial<AnswerOutcome>;
  };
type Default = keyof typeof defaults;

const defaults = {
  holdsApiKey: false,
  linkUse: 'payment',
  transientFields: [],
  prices: () => Promise.resolve({ ok: true, value: [] }),
} as const satisfies Partial<PurchaseDescriptor>;

/** Describes how one endpoint is bought; `interpret` defaults to `done` by the answer. */
export function describePurchase<E extends Endpoint>(
  endpoint: E,
  spec: Spec<E>,
): PurchaseDescriptor {
  const schema: E['data'] = endpoint.data;
  return {
    ...defaults,
    ...spec,
    productKind: endpoint.consent?.kind === 'purchase' ? endpoint.consent.product : null,
    interpret: (data, input) => ({
      state: 'done',
      result: { by: 'answer' },
      secrets: {},
      ...spec.interpret(z.parse(schema, data), input),
    }),
  };
}

export function waitingForLink(
  name: 'payment-link' | 'messenger-link',
  link: string,
): Partial<AnswerOutcome> {
  return { state: 'waiting', secrets: { [name]: link } };
}
