import { createHash } from 'node:crypto';
import { api } from '#contract/api/index.ts';
import { ok } from '#contract/failure.ts';
import { noPayment, nothing, unclear, type Matcher } from '#core/purchases/match.ts';
import type { Resource, ResourceReader } from '#core/purchases/snapshot.ts';
import { describePurchase } from './product.ts';

/** A key has no date: seen as another this long after the deadline, it may be anyone's, seconds. */
const soon = 300;

export const readAccountKey: ResourceReader = async (read) => {
  const profile = await read('profile.get', {});
  return profile.ok ? ok([digestOf(profile.value.subscription_key)]) : profile;
};

function readSubscriptionKey(id: number): ResourceReader {
  return async (read) => {
    const subscription = await read('customSubscriptions.get', { path: { id } });
    return subscription.ok ? ok([digestOf(subscription.value.subscription_key)]) : subscription;
  };
}

/** A key that is only compared is stored as its digest. */
function digestOf(key: string | null): Resource {
  const digest = createHash('sha256')
    .update(key ?? '')
    .digest('base64');
  return { key: digest, expiresAt: null, facts: {} };
}

/** Matches the reset of a key that can be read again: it is another one now, or it is not. */
export const matchKeyReset: Matcher = (before, _expected, now, { span, late }) => {
  const [old] = before.resources;
  const [current] = now.resources;
  if (old === undefined || current === undefined || old.key === current.key) return nothing;
  if (late || now.time > span.until + soon) return unclear();
  return { kind: 'done', result: { by: 'match' } };
};

const keyReset = {
  queue: 'keys',
  spends: false,
  expectedEffect: () => noPayment,
  interpret: () => ({}),
  match: matchKeyReset,
  lateSearch: false,
} as const;

export const accountKeyReset = describePurchase(api['profile.resetSubscriptionLink'], {
  ...keyReset,
  product: () => 'account key',
  snapshot: () => ({ payments: false, balance: null, resources: readAccountKey }),
});

export const subscriptionKeyReset = describePurchase(api['customSubscriptions.resetKey'], {
  ...keyReset,
  product: ({ path }) => `subscription ${String(path?.id)}`,
  snapshot: ({ path }) => ({
    payments: false,
    balance: null,
    resources: readSubscriptionKey(path?.id ?? 0),
  }),
});
