import { api } from '#contract/api/index.ts';
import type { PurchaseInput } from '#contract/ipc/purchase-journal.ts';
import {
  isWithin,
  noPayment,
  noTrace,
  unclear,
  type ExpectedEffect,
  type Matcher,
  type Span,
} from '#core/purchases/match.ts';
import {
  mapResult,
  newResources,
  readNewest,
  type Resource,
  type ResourceReader,
  type SnapshotScope,
} from '#core/purchases/snapshot.ts';
import { describePurchase } from './product.ts';

/** Referral entries have no id: each is known by all that it says, and by how many say the same. */
export const readReferral: ResourceReader = async (read) => {
  const all = await readNewest((query) => read('referral.list', { query }));
  const seen = new Map<string, number>();
  return mapResult(all, ({ amount, method, account, created_at }) => {
    const text = JSON.stringify([amount, method ?? null, account ?? null, created_at]);
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    const facts = { amount, method: method ?? null, account: account ?? null, created_at };
    return { key: `${text} ${String(nth)}`, expiresAt: null, facts };
  });
};

/** Matches a withdrawal by the referral entries and the referral balance since. */
export const matchWithdrawal: Matcher = (before, expected, now, { span, late }) => {
  const all = newResources(before, now).map((entry) => ({
    entry,
    like: likenessOf(entry, expected, span),
  }));
  const possible = all.filter(({ like }) => like !== 'other');
  // What others took or earned meanwhile explains its own share of the balance.
  const others = all.filter(({ like }) => like === 'other');
  const earned = others.reduce((sum, { entry }) => sum + Number(entry.facts['amount'] ?? 0), 0);
  const fell = (before.balance ?? 0) - (now.balance ?? 0) + earned;
  if (possible.length === 0) return fell === 0 ? noTrace : unclear();
  const { target } = expected;
  const amount = target.kind === 'new' ? target.facts['amount'] : undefined;
  const exact = possible.length === 1 && possible[0]?.like === 'same' && fell === amount;
  return exact && !late ? { kind: 'done', result: { by: 'match' } } : unclear();
};

function likenessOf(
  { facts }: Resource,
  { target }: ExpectedEffect,
  span: Span,
): 'same' | 'perhaps' | 'other' {
  if (target.kind !== 'new') return 'other';
  const { amount, method, digits } = target.facts;
  if (Math.abs(Number(facts['amount'])) !== amount) return 'other';
  const ending = /\d{4}$/.exec(String(facts['account'] ?? ''))?.[0];
  if (digits !== '' && ending !== undefined && ending !== digits) return 'other';
  const timely = isWithin(Number(facts['created_at']), span);
  return timely && facts['method'] === method ? 'same' : 'perhaps';
}

/** Last four digits of the card, which is all that is stored of it; empty without one. */
export function lastDigits({ body }: PurchaseInput): string {
  return body?.card_number?.slice(-4) ?? '';
}

const withdrawal = {
  queue: 'referral',
  spends: true,
  product: () => 'referral',
  snapshot: (): SnapshotScope => ({ balance: 'referral_balance', resources: readReferral }),
  match: matchWithdrawal,
  lateSearch: true,
} as const;

function expectedWithdrawal(input: PurchaseInput, method: 'sbp' | 'card'): ExpectedEffect {
  const facts = { amount: input.body?.amount ?? 0, method, digits: lastDigits(input) };
  return { ...noPayment, target: { kind: 'new', facts } };
}

export const withdrawals = {
  'referral.withdrawSbp': describePurchase(api['referral.withdrawSbp'], {
    ...withdrawal,
    transientFields: ['phone_number'],
    expectedEffect: (input) => expectedWithdrawal(input, 'sbp'),
    interpret: ({ id }) => ({ result: { by: 'answer', resource: id } }),
  }),
  'referral.withdrawCard': describePurchase(api['referral.withdrawCard'], {
    ...withdrawal,
    transientFields: ['card_number'],
    expectedEffect: (input) => expectedWithdrawal(input, 'card'),
    interpret: ({ id }) => ({ result: { by: 'answer', resource: id } }),
  }),
};
