import { Payment } from '#contract/records/money.ts';
import type { PaymentCandidate } from '#contract/ipc/purchase-journal.ts';
import { nothing, unclear, type Occasion, type Verdict } from './verdict.ts';
import {
  asCandidate,
  newPayments,
  newThings,
  within,
  type SeenPayment,
  type Span,
  type Thing,
  type View,
} from './view.ts';
import type { Wanted } from '#core/purchases/request/wanted.ts';

const daySeconds = 86_400;

/** How far an expiry may be from the sum, seconds. */
const slack = 120;

/** Ways of paying that need no link. */
const atOnce: readonly string[] = ['balance', 'promocode', 'referral'];

type Likeness = 'same' | 'perhaps' | 'other';

/** The words for types that the specification knows; another may mean anything. */
const knownTypes: readonly string[] = Payment.shape.type.unwrap().known;

/** Whether a payment can be the one that was asked for. In doubt it can. */
export function likeness(payment: SeenPayment, wanted: Wanted, span: Span): Likeness {
  const { type, method, days, amount, asKey, paid, createdAt } = payment;
  const typed = type !== null && wanted.types.includes(type);
  if (!typed && type !== null && knownTypes.includes(type)) return 'other';
  if (asKey !== wanted.asKey) return 'other';
  if (wanted.byPromocode !== (method === 'promocode')) return 'other';
  if (wanted.days !== null && days !== wanted.days && days !== 0) return 'other';
  const priced =
    wanted.byPromocode ||
    wanted.amounts === null ||
    (amount !== null && wanted.amounts.includes(Number(amount)));
  // What was paid by a link was paid by somebody who had it; ours has reached nobody.
  const paidSo = wanted.byPromocode || (paid ? !wanted.byMethod && method === 'balance' : true);
  const whole = wanted.days === null || days === wanted.days;
  return typed && priced && paidSo && whole && within(createdAt, span) ? 'same' : 'perhaps';
}

/** Judges a purchase by what history, balance and lists show since. */
export function judgePurchase(
  before: View,
  wanted: Wanted,
  now: View,
  { span, late }: Occasion,
): Verdict {
  const fresh = newPayments(before, now);
  const all = fresh.map((payment) => ({ payment, like: likeness(payment, wanted, span) }));
  const possible = all.filter(({ like }) => like !== 'other');
  const changed = changedThings(before, wanted, now);
  const candidates = possible.map(({ payment }) => asCandidate(payment));

  if (possible.length === 0 && changed.length === 0) {
    const fell = before.balance !== null && now.balance !== null && now.balance < before.balance;
    return fell && fresh.length === 0 ? unclear() : nothing;
  }
  const [first] = possible;
  if (late || first === undefined || possible.length > 1 || first.like !== 'same') {
    return unclear(candidates);
  }
  const { payment } = first;
  if (!payment.paid) {
    // Of a renewal, which may be written as a purchase too, an open purchase says nothing.
    const sure = payment.type === wanted.types[0];
    const untouched = sure && changed.length === 0 && !atOnce.includes(payment.method);
    return untouched ? { kind: 'link-lost', payment: asCandidate(payment) } : unclear(candidates);
  }
  const thing = onlyChange(before, changed, now);
  if (thing === undefined || fresh.filter(bringsLikeThings(wanted)).length > 1) {
    return unclear(candidates);
  }
  if (!expiryFits(before, thing, payment.days, now)) return unclear(candidates);
  return foundThing(wanted, thing, payment);
}

/** The payments that a link which did arrive may be for. */
export function linkPayments(
  before: View,
  wanted: Wanted,
  now: View,
  span: Span,
): PaymentCandidate[] {
  return newPayments(before, now)
    .filter((payment) => likeness(payment, wanted, span) !== 'other')
    .filter(({ method }) => !atOnce.includes(method))
    .map(asCandidate);
}

/** What came of a link that was paid: the thing, where exactly one can be it. */
export function paidThing(before: View, wanted: Wanted, now: View, payment: number): Verdict {
  const thing = onlyChange(before, changedThings(before, wanted, now), now);
  const paid = now.payments.find(({ id }) => id === payment);
  if (thing === undefined || paid === undefined) {
    return { kind: 'done', result: { by: 'match', payment } };
  }
  return foundThing(wanted, thing, paid);
}

/** Things that were added or extended in the way that was asked for. */
function changedThings(before: View, { target }: Wanted, now: View): Thing[] {
  switch (target.kind) {
    case 'none':
      return [];
    case 'new':
      return newThings(before, now).filter(({ facts }) =>
        Object.entries(target.facts).every(([name, value]) => facts[name] === value),
      );
    case 'extended': {
      const old = before.things.find(({ key }) => key === target.key)?.expiresAt ?? -Infinity;
      return now.things.filter(
        ({ key, expiresAt }) => key === target.key && (expiresAt ?? -Infinity) > old,
      );
    }
  }
}

/**
 * Whether a payment brings what is looked for to its list, whatever it is in detail. Where there are
 * two of them, nothing says which thing belongs to which.
 */
function bringsLikeThings(wanted: Wanted): (payment: SeenPayment) => boolean {
  return ({ type, asKey, paid }) =>
    paid &&
    asKey === wanted.asKey &&
    (type === null || wanted.types.includes(type) || !knownTypes.includes(type));
}

/** The one thing that was changed as asked for, unless anything else of its list changed too. */
function onlyChange(before: View, asked: readonly Thing[], now: View): Thing | undefined {
  const old = new Map(before.things.map(({ key, expiresAt }) => [key, expiresAt]));
  const all = now.things.filter(
    ({ key, expiresAt }) => !old.has(key) || (expiresAt ?? -Infinity) > (old.get(key) ?? -Infinity),
  );
  return all.length === 1 ? asked[0] : undefined;
}

/** An expiry that was extended is later by the days that were paid, from itself or from now. */
function expiryFits(before: View, thing: Thing, days: number, now: View): boolean {
  const old = before.things.find(({ key }) => key === thing.key)?.expiresAt;
  if (old === undefined || old === null || thing.expiresAt === null || days === 0) return true;
  const from = thing.expiresAt - days * daySeconds;
  if (Math.abs(from - old) <= slack) return true;
  return from > old && within(from, { from: before.time - slack, until: now.time + slack });
}

function foundThing(wanted: Wanted, { key, expiresAt, facts }: Thing, paid: SeenPayment): Verdict {
  const { id: payment, days } = paid;
  if (wanted.asKey) {
    const code = facts['code'];
    const result = { by: 'match', payment, days } as const;
    return { kind: 'done', result, ...(typeof code === 'string' && { code }) };
  }
  const resource = Number(key);
  const result = { by: 'match', payment, resource } as const;
  return { kind: 'done', result: { ...result, ...(expiresAt !== null && { expiresAt }) } };
}
