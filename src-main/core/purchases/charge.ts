import type { PurchaseContext } from './context.ts';
import { isWithin, type ExpectedEffect, type Span } from './match.ts';
import { descriptors } from './products/descriptors.ts';
import { inKopecks } from './products/prices.ts';
import { seenBalance } from './resolve.ts';
import { areComparable, newPayments, type Snapshot } from './snapshot.ts';

/** How often it is looked for in what was read, and the pauses between, milliseconds. */
const maxRounds = 4;
const firstPause = 5_000;
/** The longest while nothing can be read. */
const longestPause = 60_000;

/** The API takes no price: what was charged is only seen afterwards, also after a restart. */
export function readCharge(context: PurchaseContext, id: string): void {
  const { journal, pollers } = context;
  if (!journal.baseline(id)) return;
  let rounds = 0;
  pollers.start(id, 0, async (nth, isCurrent) => {
    const entry = journal.get(id);
    const before = journal.baseline(id);
    if (!entry || !before) return undefined;
    const scope = descriptors[entry.endpoint].snapshot(entry.input);
    const now = await context.takeSnapshot(
      { ...scope, payments: true, resources: undefined },
      'user',
    );
    if (!isCurrent()) return undefined;
    const pause = Math.min(firstPause * 2 ** nth, longestPause);
    if (!now.ok) return pause;
    rounds += 1;
    const roubles = chargeOf(before, entry.expected, now.value, entry.span);
    const balance = seenBalance(entry.balance, now.value);
    if (roubles !== null) context.update(id, { balance, charged: roubles });
    else {
      if (rounds === 1) context.update(id, { balance });
      if (rounds < maxRounds) return pause;
      journal.forgetBaseline(id);
    }
    return undefined;
  });
}

/** Its payment's amount, or what the balance fell by; `null` where that is not certain. */
function chargeOf(
  before: Snapshot,
  { types, days, asKey }: ExpectedEffect,
  now: Snapshot,
  span: Span,
): number | null {
  const fresh = newPayments(before, now);
  const possible = fresh.filter(
    (payment) =>
      payment.paid &&
      payment.method === 'balance' &&
      (payment.type === null || types.includes(payment.type)) &&
      payment.asKey === asKey &&
      (days === null || payment.days === days) &&
      isWithin(payment.createdAt, span),
  );
  const amounts = possible
    .filter(({ type }) => type !== null)
    .map(({ amount }) => Math.abs(Number(amount === null || amount.trim() === '' ? NaN : amount)));
  const [amount = NaN, ...others] = new Set(amounts);
  if (others.length === 0 && Number.isFinite(amount)) return amount;
  const fell = inKopecks((before.balance ?? NaN) - (now.balance ?? NaN));
  const isAlone =
    fresh.length <= 1 && fresh.length === possible.length && areComparable(before, now);
  return isAlone && fell > 0 ? fell : null;
}
