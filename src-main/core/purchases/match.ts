import type {
  OrphanKey,
  PaymentCandidate,
  PurchaseResult,
} from '#contract/ipc/purchase-journal.ts';
import type { Snapshot } from './snapshot.ts';

/** What must appear for a purchase to have happened. Plain data: it is stored with the intent. */
export interface ExpectedEffect {
  /** The payment types it may have in the history (specification, part 1, Payment history entry). */
  readonly types: readonly string[];
  /** `null`: the service chooses. */
  readonly days: number | null;
  /** What so many days cost, by any method in its own currency; `null` where that is not known. */
  readonly amounts: readonly number[] | null;
  readonly asKey: boolean;
  readonly byPromocode: boolean;
  /** A payment method was named: then it is a link, and nothing is taken from the balance. */
  readonly byMethod: boolean;
  /** The resource that it adds or extends. */
  readonly target: Target;
}

/** Whether it takes money from the balance. */
export function isFromBalance({ types, byMethod, byPromocode }: ExpectedEffect): boolean {
  return types.length > 0 && !byMethod && !byPromocode;
}

export type Target =
  | { readonly kind: 'none' }
  | { readonly kind: 'new'; readonly facts: Readonly<Record<string, string | number>> }
  | { readonly kind: 'extended'; readonly key: string };

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
export interface Span {
  readonly from: number;
  readonly until: number;
}

export function isWithin(at: number, { from, until }: Span): boolean {
  return at >= from && at <= until;
}

/** When two snapshots are compared. */
interface MatchContext {
  /** When the request can have had its effect. */
  readonly span: Span;
  /** The search ended without a result: what is new since may be anyone's and is never called ours. */
  readonly late: boolean;
}

/**
 * What two snapshots say about a purchase whose answer did not arrive.
 *
 * - `nothing`: no trace of it.
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

/** Decides from two snapshots whether the expected effect happened between them. */
export type Matcher = (
  before: Snapshot,
  expected: ExpectedEffect,
  now: Snapshot,
  context: MatchContext,
) => MatchResult;

export const nothing: MatchResult = { kind: 'nothing' };

export function unclear(
  candidates: readonly PaymentCandidate[] = [],
  orphans: readonly OrphanKey[] = [],
): MatchResult {
  return { kind: 'unclear', candidates, orphans };
}
