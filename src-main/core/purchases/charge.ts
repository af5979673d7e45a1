import type { PurchaseContext } from './context.ts';
import { isWithin, type ExpectedEffect, type Span } from './match.ts';
import { areComparable, newPayments, type Snapshot, type SnapshotScope } from './snapshot.ts';

const scope: SnapshotScope = { payments: true, balance: 'balance', resources: null };

/** How often it is looked for, and the pauses between, milliseconds. */
const maxRounds = 4;
const firstPause = 5_000;

/**
 * Looks up what a purchase that is done has taken from the balance. The API takes no price with a
 * purchase: one that rose after it was read is only seen afterwards. What an earlier run left here is
 * looked up again.
 */
export function readCharge(context: PurchaseContext, id: string): void {
  const { journal, pollers } = context;
  if (!journal.baseline(id)) return;
  pollers.start(id, 0, async (nth, isCurrent) => {
    const entry = journal.get(id);
    const before = journal.baseline(id);
    if (!entry || !before) return undefined;
    const now = await context.takeSnapshot(scope, 'user');
    if (!isCurrent()) return undefined;
    const roubles = now.ok ? chargeOf(before, entry.expected, now.value, entry.span) : null;
    if (roubles !== null) context.charged(entry, roubles);
    else if (nth + 1 < maxRounds) return firstPause * 2 ** nth;
    else journal.forgetBaseline(id);
    return undefined;
  });
}

/**
 * Roubles that a purchase took from the balance: the amount of its payment, and where the history
 * shows no new one at all, what the balance fell by. `null` where that is not certain.
 */
function chargeOf(
  before: Snapshot,
  { types, days, asKey }: ExpectedEffect,
  now: Snapshot,
  span: Span,
): number | null {
  const fresh = newPayments(before, now);
  const amounts = fresh
    .filter(
      (payment) =>
        payment.paid &&
        payment.method === 'balance' &&
        payment.type !== null &&
        types.includes(payment.type) &&
        payment.asKey === asKey &&
        (days === null || payment.days === days) &&
        isWithin(payment.createdAt, span),
    )
    .map(({ amount }) => (amount === null ? NaN : Math.abs(Number(amount))));
  const [amount = NaN, ...others] = new Set(amounts);
  if (others.length === 0 && Number.isFinite(amount)) return amount;
  const fell = (before.balance ?? NaN) - (now.balance ?? NaN);
  const isAlone = fresh.length === 0 && areComparable(before, now);
  return isAlone && fell > 0 ? fell : null;
}
