import type {
  OrphanKey,
  PaymentCandidate,
  PurchaseResult,
} from '#contract/ipc/purchase-journal.ts';
import type { Span } from './view.ts';

/** When two views are compared. */
export interface Occasion {
  /** When the request can have had its effect. */
  readonly span: Span;
  /**
   * The search had ended without this: what is new since may be anyone's, and is never called ours.
   */
  readonly late: boolean;
}

/**
 * What two views of an account say about a purchase whose answer did not arrive.
 *
 * - `nothing`: no trace of it.
 * - `done`: exactly one such thing happened since, and everything about it agrees.
 * - `link-lost`: exactly one payment like it was opened, it is not paid, and nothing else moved.
 * - `orphan`: exactly one key of the asked name appeared.
 * - `unclear`: there are traces, and they do not add up to exactly one.
 */
export type Verdict =
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

export const nothing: Verdict = { kind: 'nothing' };

export function unclear(
  candidates: readonly PaymentCandidate[] = [],
  orphans: readonly OrphanKey[] = [],
): Verdict {
  return { kind: 'unclear', candidates, orphans };
}
