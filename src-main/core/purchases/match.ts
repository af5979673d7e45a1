import { z } from 'zod';
import type {
  OrphanKey,
  PaymentCandidate,
  PurchaseResult,
} from '#contract/ipc/purchase-journal.ts';
import type { Snapshot } from './snapshot.ts';

const Target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }).readonly(),
  z
    .object({
      kind: z.literal('new'),
      facts: z.record(z.string(), z.union([z.string(), z.number()])).readonly(),
    })
    .readonly(),
  z.object({ kind: z.literal('extended'), key: z.string() }).readonly(),
]);
export type Target = z.output<typeof Target>;

/** What must appear for a purchase to have happened. Plain data: it is stored with the intent. */
export const ExpectedEffect = z
  .object({
    /** The payment types it may have in the history (specification, part 1, Payment history entry). */
    types: z.array(z.string()).readonly(),
    /** `null`: the service chooses. */
    days: z.number().nullable(),
    /** What so many days cost, by any method in its own currency; `null` where that is not known. */
    amounts: z.array(z.number()).readonly().nullable(),
    asKey: z.boolean(),
    byPromocode: z.boolean(),
    /** A payment method was named: then it is a link, and nothing is taken from the balance. */
    byMethod: z.boolean(),
    target: Target,
  })
  .readonly();
export type ExpectedEffect = z.output<typeof ExpectedEffect>;

export function isFromBalance({ types, byMethod, byPromocode }: ExpectedEffect): boolean {
  return types.length > 0 && !byMethod && !byPromocode;
}

/** What a request without a payment leaves behind, besides its target. */
export const noPayment: ExpectedEffect = {
  types: [],
  days: null,
  amounts: null,
  asKey: false,
  byPromocode: false,
  byMethod: false,
  target: { kind: 'none' },
};

/** Between which moments of the service's clock a request can have had its effect, Unix seconds. */
export const Span = z.object({ from: z.number(), until: z.number() }).readonly();
export type Span = z.output<typeof Span>;

export function isWithin(at: number, { from, until }: Span): boolean {
  return at >= from && at <= until;
}

/**
 * What two snapshots say about a purchase whose answer did not arrive.
 *
 * - `done`: exactly one such purchase happened since, and everything about it agrees.
 * - `link-lost`: exactly one payment like it was opened, it is not paid, and nothing else changed.
 * - `orphan`: exactly one key of the requested name appeared.
 * - `unclear`: there are traces, and they do not add up to exactly one.
 */
export type MatchResult =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'done';
      readonly result: PurchaseResult;
      /** An activation key, which the list of purchased keys shows again. */
      readonly code?: string;
    }
  | { readonly kind: 'link-lost'; readonly payment: PaymentCandidate }
  | { readonly kind: 'orphan'; readonly orphan: OrphanKey }
  | {
      readonly kind: 'unclear';
      readonly candidates: readonly PaymentCandidate[];
      readonly orphans: readonly OrphanKey[];
    };

/** Whether the effect came between two snapshots. `late`: the search is over: what is new may be anyone's. */
export type Matcher = (
  before: Snapshot,
  expected: ExpectedEffect,
  now: Snapshot,
  context: { readonly span: Span; readonly late: boolean },
) => MatchResult;

export const noTrace: MatchResult = { kind: 'nothing' };

export function unclear(
  candidates: readonly PaymentCandidate[] = [],
  orphans: readonly OrphanKey[] = [],
): MatchResult {
  return { kind: 'unclear', candidates, orphans };
}
