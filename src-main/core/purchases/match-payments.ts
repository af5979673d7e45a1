import { Payment } from '#contract/records/money.ts';
import type { PaymentCandidate } from '#contract/ipc/purchase-journal.ts';
import {
  isWithin,
  noTrace,
  unclear,
  type ExpectedEffect,
  type Matcher,
  type MatchResult,
  type Span,
} from './match.ts';
import {
  asCandidate,
  newPayments,
  newResources,
  type Resource,
  type SeenPayment,
  type Snapshot,
} from './snapshot.ts';

const daySeconds = 86_400;

const expiryTolerance = 120;

const methodsWithoutLink: readonly string[] = ['balance', 'promocode', 'referral'];

/** The payment types that the specification knows; another may mean anything. */
const knownTypes: readonly string[] = Payment.shape.type.unwrap().known;

/** Whether a payment can be the expected one. In doubt it can. */
type Likeness = 'same' | 'perhaps' | 'other';

function likenessOf(payment: SeenPayment, expected: ExpectedEffect, span: Span): Likeness {
  const { type, method, days, amount, asKey, paid, createdAt } = payment;
  const isExpectedType = type !== null && expected.types.includes(type);
  if (!isExpectedType && type !== null && knownTypes.includes(type)) return 'other';
  if (asKey !== expected.asKey) return 'other';
  if (expected.byPromocode !== (method === 'promocode')) return 'other';
  if (expected.days !== null && days !== expected.days && days !== 0) return 'other';
  const isExpectedAmount =
    expected.byPromocode ||
    expected.amounts === null ||
    (amount !== null && expected.amounts.includes(Number(amount)));
  // A payment by link was made by somebody who had the link; the lost answer's link reached nobody.
  const isExpectedWay =
    expected.byPromocode || (paid ? !expected.byMethod && method === 'balance' : true);
  const isExpectedDays = expected.days === null || days === expected.days;
  return isExpectedType &&
    isExpectedAmount &&
    isExpectedWay &&
    isExpectedDays &&
    isWithin(createdAt, span)
    ? 'same'
    : 'perhaps';
}

/** Matches a purchase by what history, balance and lists show since. */
export const matchPurchase: Matcher = (before, expected, now, { span, late }) => {
  const fresh = newPayments(before, now);
  const all = fresh.map((payment) => ({ payment, like: likenessOf(payment, expected, span) }));
  const possible = all.filter(({ like }) => like !== 'other');
  const changed = changedResources(before, expected, now);
  const candidates = possible.map(({ payment }) => asCandidate(payment));

  if (possible.length === 0 && changed.length === 0) {
    const fell = before.balance !== null && now.balance !== null && now.balance < before.balance;
    return fell && fresh.length === 0 ? unclear() : noTrace;
  }
  const [first] = possible;
  if (late || first === undefined || possible.length > 1 || first.like !== 'same') {
    return unclear(candidates);
  }
  const { payment } = first;
  if (!payment.paid) {
    // A renewal may be written as a purchase too: then an open purchase says nothing.
    const isCertainType = payment.type === expected.types[0];
    const untouched =
      isCertainType && changed.length === 0 && !methodsWithoutLink.includes(payment.method);
    return untouched ? { kind: 'link-lost', payment: asCandidate(payment) } : unclear(candidates);
  }
  const resource = onlyChange(before, changed, now);
  if (resource === undefined || fresh.filter(addsLikeResources(expected)).length > 1) {
    return unclear(candidates);
  }
  if (!isExpectedExpiry(before, resource, payment.days, now)) return unclear(candidates);
  return foundResource(expected, resource, payment);
};

/** The payments that a link which did arrive may be for. */
export function linkPayments(
  before: Snapshot,
  expected: ExpectedEffect,
  now: Snapshot,
  span: Span,
): PaymentCandidate[] {
  return newPayments(before, now)
    .filter((payment) => likenessOf(payment, expected, span) !== 'other')
    .filter(({ method }) => !methodsWithoutLink.includes(method))
    .map(asCandidate);
}

/** The result of a paid link: the resource, where exactly one matches. */
export function matchPaidLink(
  before: Snapshot,
  expected: ExpectedEffect,
  now: Snapshot,
  payment: number,
): MatchResult {
  const resource = onlyChange(before, changedResources(before, expected, now), now);
  const paid = now.payments.find(({ id }) => id === payment);
  if (resource === undefined || paid === undefined) {
    return { kind: 'done', result: { by: 'match', payment } };
  }
  return foundResource(expected, resource, paid);
}

function changedResources(before: Snapshot, { target }: ExpectedEffect, now: Snapshot): Resource[] {
  switch (target.kind) {
    case 'none':
      return [];
    case 'new':
      return newResources(before, now).filter(({ facts }) =>
        Object.entries(target.facts).every(([name, value]) => facts[name] === value),
      );
    case 'extended': {
      const old = before.resources.find(({ key }) => key === target.key)?.expiresAt ?? -Infinity;
      return now.resources.filter(
        ({ key, expiresAt }) => key === target.key && (expiresAt ?? -Infinity) > old,
      );
    }
  }
}

/** Whether a payment adds a like resource: of two, nothing says which is whose. */
function addsLikeResources(expected: ExpectedEffect): (payment: SeenPayment) => boolean {
  return ({ type, asKey, paid }) =>
    paid &&
    asKey === expected.asKey &&
    (type === null || expected.types.includes(type) || !knownTypes.includes(type));
}

/** The one resource that changed as expected, unless anything else of its list changed too. */
function onlyChange(
  before: Snapshot,
  expected: readonly Resource[],
  now: Snapshot,
): Resource | undefined {
  const old = new Map(before.resources.map(({ key, expiresAt }) => [key, expiresAt]));
  const all = now.resources.filter(
    ({ key, expiresAt }) => !old.has(key) || (expiresAt ?? -Infinity) > (old.get(key) ?? -Infinity),
  );
  return all.length === 1 ? expected[0] : undefined;
}

/** An extended expiry is later by the days that were paid, from itself or from now. */
function isExpectedExpiry(
  before: Snapshot,
  resource: Resource,
  days: number,
  now: Snapshot,
): boolean {
  const old = before.resources.find(({ key }) => key === resource.key)?.expiresAt;
  if (old === undefined || old === null || resource.expiresAt === null || days === 0) return true;
  const from = resource.expiresAt - days * daySeconds;
  if (Math.abs(from - old) <= expiryTolerance) return true;
  const span = { from: before.time - expiryTolerance, until: now.time + expiryTolerance };
  return from > old && isWithin(from, span);
}

function foundResource(
  expected: ExpectedEffect,
  { key, expiresAt, facts }: Resource,
  paid: SeenPayment,
): MatchResult {
  const { id: payment, days } = paid;
  if (expected.asKey) {
    const code = facts['code'];
    const result = { by: 'match', payment, days } as const;
    return { kind: 'done', result, ...(typeof code === 'string' && { code }) };
  }
  const result = { by: 'match', payment, resource: Number(key) } as const;
  return { kind: 'done', result: { ...result, ...(expiresAt !== null && { expiresAt }) } };
}
