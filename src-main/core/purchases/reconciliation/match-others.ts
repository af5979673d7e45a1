import type { OrphanKey } from '#contract/ipc/purchase-journal.ts';
import { nothing, unclear, type Occasion, type Verdict } from './verdict.ts';
import { newThings, within, type Span, type Thing, type View } from './view.ts';
import type { Wanted } from '#core/purchases/request/wanted.ts';

/** A key has no date: seen as another this long after the deadline, it may be anyone's, seconds. */
const soon = 300;

/** Judges a withdrawal by the referral entries and the referral balance since. */
export function judgeWithdrawal(
  before: View,
  wanted: Wanted,
  now: View,
  { span, late }: Occasion,
): Verdict {
  const fresh = newThings(before, now);
  const like = fresh.map((entry) => ({ entry, like: withdrawalLikeness(entry, wanted, span) }));
  const possible = like.filter((each) => each.like !== 'other');
  // What others took or earned meanwhile explains its own share of the balance.
  const others = like.filter((each) => each.like === 'other');
  const earned = others.reduce((sum, { entry }) => sum + Number(entry.facts['amount'] ?? 0), 0);
  const fell = (before.balance ?? 0) - (now.balance ?? 0) + earned;
  if (possible.length === 0) return fell === 0 ? nothing : unclear();
  const amount = wanted.target.kind === 'new' ? wanted.target.facts['amount'] : undefined;
  const exact = possible.length === 1 && possible[0]?.like === 'same' && fell === amount;
  return exact && !late ? { kind: 'done', result: { by: 'match' } } : unclear();
}

function withdrawalLikeness(
  { facts }: Thing,
  { target }: Wanted,
  span: Span,
): 'same' | 'perhaps' | 'other' {
  if (target.kind !== 'new') return 'other';
  const { amount, method, digits } = target.facts;
  if (Math.abs(Number(facts['amount'])) !== amount) return 'other';
  const account = String(facts['account'] ?? '');
  const ending = /\d{4}$/.exec(account)?.[0];
  if (digits !== '' && ending !== undefined && ending !== digits) return 'other';
  const timely = within(Number(facts['created_at']), span);
  return timely && facts['method'] === method ? 'same' : 'perhaps';
}

/** Judges the creation of an API key: whatever appeared with its name has a secret nobody has. */
export function judgeApiKey(
  before: View,
  wanted: Wanted,
  now: View,
  { span, late }: Occasion,
): Verdict {
  const name = wanted.target.kind === 'new' ? wanted.target.facts['name'] : undefined;
  const found = newThings(before, now).filter(({ facts }) => facts['name'] === name);
  const [first] = found;
  if (first === undefined) return nothing;
  const timely = !late && within(Number(first.facts['created_at']), span);
  const orphans = found.map(orphanOf);
  return found.length === 1 && timely
    ? { kind: 'orphan', orphan: orphanOf(first) }
    : unclear([], orphans);
}

function orphanOf({ key, facts }: Thing): OrphanKey {
  return {
    id: Number(key),
    name: String(facts['name']),
    keyPrefix: String(facts['key_prefix']),
  };
}

/** Judges the replacement of a key that can be read again: it is another one now, or it is not. */
export function judgeReplacement(
  before: View,
  _wanted: Wanted,
  now: View,
  { span, late }: Occasion,
): Verdict {
  const [old] = before.things;
  const [current] = now.things;
  if (old === undefined || current === undefined || old.key === current.key) return nothing;
  if (late || now.time > span.until + soon) return unclear();
  return { kind: 'done', result: { by: 'match' } };
}
