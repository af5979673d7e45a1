import type { Failure } from '#contract/failure.ts';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import {
  purchaseSecrets,
  type OrphanKey,
  type PaymentCandidate,
  type PurchaseEntry,
  type PurchaseResult,
  type PurchaseSecret,
  type PurchaseState,
} from '#contract/ipc/purchase-journal.ts';
import { shownInput, type Asked } from './request/asked.ts';
import { linkIn } from './links.ts';
import type { Span } from './reconciliation/view.ts';
import type { Wanted } from './request/wanted.ts';

/** An entry of the journal as it is sealed: plain data, secrets among it. */
export interface Entry {
  readonly id: string;
  readonly ticket: string;
  readonly row: PurchaseEndpoint;
  /** The input; of a withdrawal without its card or phone number. */
  readonly asked: Asked;
  readonly lastDigits: string;
  readonly state: PurchaseState;
  readonly attempts: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly changedAt: number;
  readonly wanted: Wanted;
  /** When the last attempt can have had its effect. */
  readonly span: Span;
  /** The whole answer while nothing has looked into it: status, and its bytes in Base64. */
  readonly answer: { readonly status: number; readonly body: string } | null;
  readonly result: PurchaseResult | null;
  readonly failure: Failure | null;
  readonly candidates: readonly PaymentCandidate[];
  readonly orphans: readonly OrphanKey[];
  readonly balance: { readonly before: number; readonly last: number } | null;
  readonly secrets: Readonly<Partial<Record<PurchaseSecret, string>>>;
  /** While waiting: the payments that its link may be for; `null` before that was looked up. */
  readonly payments: readonly number[] | null;
  /** Another purchase of our own was sent since: later traces are no longer told apart from it. */
  readonly overtaken: boolean;
}

/** A request is out, or it is being found out what became of it. */
export const underWay: ReadonlySet<PurchaseState> = new Set([
  'preparing',
  'sending',
  'finding-out',
]);

/** Nothing new is begun for the product until the person has said something. */
export const open: ReadonlySet<PurchaseState> = new Set([
  ...underWay,
  'not-seen',
  'unclear',
  'waiting',
]);

/** What the person may send again, by their word alone. */
export const mayBeSentAgain: ReadonlySet<PurchaseState> = new Set(['not-seen', 'unclear']);

/** A link that is still of use is kept without anyone having to say that it is saved. */
const linkStates: ReadonlySet<PurchaseState> = new Set(['waiting', 'stopped']);

/** Whether it holds something that the person has yet to say is saved. */
export function isUnsaved({ secrets, state }: Entry): boolean {
  return Object.keys(secrets).length > 0 && !linkStates.has(state);
}

/** Whether a withdrawal was asked, whose numbers are gone with its request. */
export function needsInput({ row }: Pick<Entry, 'row'>): boolean {
  return row === 'referral.withdrawSbp' || row === 'referral.withdrawCard';
}

/** The entry as the window sees it: without any secret. */
export function displayed(
  entry: Entry,
  service: string,
  confirmed: ReadonlySet<string>,
): PurchaseEntry {
  const { id, ticket, row, state, attempts, createdAt, changedAt, lastDigits } = entry;
  const { result, failure, candidates, orphans, balance, secrets } = entry;
  const link = linkIn(entry, service);
  return {
    id,
    ticket,
    endpoint: row,
    input: shownInput(entry.asked),
    lastDigits,
    state,
    attempts,
    createdAt,
    changedAt,
    result,
    failure,
    candidates,
    orphans,
    balance,
    secrets: purchaseSecrets.flatMap((name) => {
      const text = secrets[name];
      return text === undefined ? [] : [{ name, hidden: text.length }];
    }),
    unsaved: isUnsaved(entry),
    link: link && { host: link.host, confirmed: confirmed.has(link.host), opens: link.opens },
    needsInput: needsInput(entry) && mayBeSentAgain.has(state),
  };
}
