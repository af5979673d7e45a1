import { z } from 'zod';
import type { DataOf, Endpoint } from '#contract/endpoint.ts';
import type { Result } from '#contract/failure.ts';
import type { ConsentQuestion } from '#core/consent/question.ts';
import type {
  PurchaseResult,
  PurchaseSecret,
  PurchaseTraits,
} from '#contract/ipc/purchase-journal.ts';
import type { ExpectedEffect, Matcher } from '#core/purchases/match.ts';
import type { SnapshotScope } from '#core/purchases/snapshot.ts';
import type { OfferedPrice, Price, PriceSource } from './prices.ts';
import type { PurchaseSubject, SubjectSources } from './subjects.ts';

/**
 * The checked input of any purchase endpoint, and as it is stored: the fields of all of them that a
 * descriptor looks at, each absent where its endpoint does not have it. Other fields pass.
 */
export const PurchaseInput = z.looseObject({
  path: z
    .looseObject({
      /** The configuration that is renewed. */
      config_id: z.number().optional(),
      /** The custom subscription whose key is reset. */
      id: z.number().optional(),
    })
    .optional(),
  body: z
    .looseObject({
      location_id: z.number().optional(),
      protocol: z.string().optional(),
      server_id: z.number().optional(),
      tariff_config_id: z.number().optional(),
      hostname: z.string().optional(),
      paid_option_id: z.number().optional(),
      payment_method_id: z.number().optional(),
      tariff_id: z.number().optional(),
      days: z.number().optional(),
      promocode: z.string().optional(),
      as_key: z.boolean().optional(),
      amount: z.number().optional(),
      card_number: z.string().optional(),
      phone_number: z.string().optional(),
      bank_id: z.string().optional(),
      enable_auto_renewal: z.boolean().optional(),
      name: z.string().optional(),
    })
    .optional(),
});
export type PurchaseInput = z.output<typeof PurchaseInput>;

/** What an answer means for the entry. */
export interface AnswerOutcome {
  readonly state: 'done' | 'waiting';
  readonly result: PurchaseResult;
  readonly secrets: Readonly<Partial<Record<PurchaseSecret, string>>>;
}

/** Everything that the journal knows of one purchase endpoint. */
export interface PurchaseDescriptor extends PurchaseTraits {
  /** Only one request of a queue is in flight at a time, so that two of ours are never confused. */
  readonly queue: 'money' | 'referral' | 'keys' | 'harmless';
  /** What is bought: while a purchase of a product is open, no other of the same is started. */
  readonly product: (input: PurchaseInput) => string;
  /** The thing that it is about, as far as it is known. */
  readonly subject: (sources: SubjectSources, input: PurchaseInput) => PurchaseSubject;
  /** The window's page of what is paid for by a link; `null` where none is paid. */
  readonly page: string | null;
  /** What names one resource below that page. */
  readonly resourceKey: (id: number) => string;
  /** Fields of the body that live as long as their request: they are neither stored nor shown. */
  readonly transientFields: readonly string[];
  /** What the user is asked before it is sent; `null` for what spends and gives away nothing. */
  readonly question: (
    input: PurchaseInput,
    prices: readonly OfferedPrice[],
    subject: PurchaseSubject,
  ) => ConsentQuestion | null;
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
  /** Whether traces are looked for after the deadline too. */
  readonly lateSearch: boolean;
}

type Spec<E extends Endpoint> = Omit<PurchaseDescriptor, 'interpret' | Default> &
  Partial<Pick<PurchaseDescriptor, Default>> & {
    readonly interpret: (data: DataOf<E>, input: PurchaseInput) => Partial<AnswerOutcome>;
  };
type Default = keyof typeof defaults;

const defaults = {
  productKind: null,
  holdsApiKey: false,
  linkUse: 'payment',
  subject: () => ({ name: '' }),
  page: null,
  resourceKey: String,
  transientFields: [],
  prices: () => Promise.resolve({ ok: true, value: [] }),
} as const satisfies Partial<PurchaseDescriptor>;

/**
 * Describes how one endpoint is bought. What `spec.interpret` leaves out of its outcome is `done`, by
 * the answer, without a secret.
 */
export function describePurchase<E extends Endpoint>(
  endpoint: E,
  spec: Spec<E>,
): PurchaseDescriptor {
  const schema: E['data'] = endpoint.data;
  return {
    ...defaults,
    ...spec,
    interpret: (data, input) => ({
      state: 'done',
      result: { by: 'answer' },
      secrets: {},
      ...spec.interpret(z.parse(schema, data), input),
    }),
  };
}

/** An answer whose link has yet to be used. */
export function waitingForLink(
  name: 'payment-link' | 'messenger-link',
  link: string,
): Partial<AnswerOutcome> {
  return { state: 'waiting', secrets: { [name]: link } };
}
