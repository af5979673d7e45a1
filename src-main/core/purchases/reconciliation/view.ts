import type { PaymentCandidate } from '#contract/ipc/purchase-journal.ts';

/** A payment of the history, as far as it can be matched. */
export interface SeenPayment extends PaymentCandidate {
  readonly asKey: boolean;
}

/** Anything of a list that a purchase may add or change. */
export interface Thing {
  /** Its id; of a record without one, everything it says. */
  readonly key: string;
  /** Unix seconds; `null` for what does not expire. */
  readonly expiresAt: number | null;
  /** What tells it from others of its list. A baseline keeps none. */
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * What can be seen of an account that bears on one purchase. Two of them, before and after, are all
 * there is to find out from: the service gives no payment id and no status.
 */
export interface View {
  /** Unix seconds: of the service's own clock where its answer told, else of ours. */
  readonly time: number;
  /** The balance that it would be taken from, whole roubles. */
  readonly balance: number | null;
  readonly payments: readonly SeenPayment[];
  readonly things: readonly Thing[];
}

/** A payment as it is shown to the person. */
export function asCandidate(payment: SeenPayment): PaymentCandidate {
  const { id, type, method, amount, days, paid, createdAt } = payment;
  return { id, type, method, amount, days, paid, createdAt };
}

/** How many payments a view holds at least, where there are so many. */
export const paymentsSeen = 100;

/** A view as it is kept to compare with: without what it would only weigh. */
export function asBaseline(view: View): View {
  return { ...view, things: view.things.map((thing) => ({ ...thing, facts: {} })) };
}

/** Payments that were not there before. Older ones that slide into a full page are not new. */
export function newPayments(before: View, now: View): SeenPayment[] {
  const known = new Set(before.payments.map(({ id }) => id));
  const floor =
    before.payments.length < paymentsSeen
      ? -Infinity
      : Math.min(...before.payments.map(({ createdAt }) => createdAt));
  return now.payments.filter(({ id, createdAt }) => !known.has(id) && createdAt >= floor);
}

/** Things that were not there before. */
export function newThings(before: View, now: View): Thing[] {
  const known = new Set(before.things.map(({ key }) => key));
  return now.things.filter(({ key }) => !known.has(key));
}

/** Between which moments of the service's clock a request can have had its effect, Unix seconds. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export function within(at: number, { from, until }: Span): boolean {
  return at >= from && at <= until;
}
