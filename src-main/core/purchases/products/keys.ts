import { createHash } from 'node:crypto';
import { api } from '#contract/api/index.ts';
import type { OrphanKey } from '#contract/ipc/purchase-journal.ts';
import { ok } from '#contract/failure.ts';
import { isWithin, type Matcher, noPayment, noTrace, unclear } from '#core/purchases/match.ts';
import {
  mapResult,
  newResources,
  resource,
  type Resource,
  type ResourceReader,
} from '#core/purchases/snapshot.ts';
import { newResource } from './paid-products.ts';
import { describePurchase } from './product.ts';

const readApiKeys: ResourceReader = async (read) =>
  mapResult(await read('apiKeys.list', {}), ({ id, name, key_prefix, created_at }) =>
    resource(id, null, { name, key_prefix, created_at }),
  );

/** Matches the creation of an API key: the secret of a key that appeared under its name is lost. */
export const matchNewApiKey: Matcher = (before, { target }, now, { span, late }) => {
  const name = target.kind === 'new' ? target.facts['name'] : undefined;
  const found = newResources(before, now).filter(({ facts }) => facts['name'] === name);
  const [first] = found;
  if (first === undefined) return noTrace;
  const timely = !late && isWithin(Number(first.facts['created_at']), span);
  const orphans = found.map(orphanOf);
  return found.length === 1 && timely
    ? { kind: 'orphan', orphan: orphanOf(first) }
    : unclear([], orphans);
};

function orphanOf({ key, facts }: Resource): OrphanKey {
  return {
    id: Number(key),
    name: String(facts['name']),
    keyPrefix: String(facts['key_prefix']),
  };
}

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
  if (old === undefined || current === undefined || old.key === current.key) return noTrace;
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

export const keys = {
  'apiKeys.create': describePurchase(api['apiKeys.create'], {
    queue: 'keys',
    spends: false,
    holdsApiKey: true,
    product: () => 'api keys',
    snapshot: () => ({ resources: readApiKeys }),
    expectedEffect: ({ body }) => ({ ...noPayment, target: newResource(body, ['name']) }),
    interpret: ({ id, key }) => ({
      result: { by: 'answer', resource: id },
      secrets: { 'api-key': key },
    }),
    match: matchNewApiKey,
    lateSearch: true,
  }),
  'profile.resetSubscriptionLink': describePurchase(api['profile.resetSubscriptionLink'], {
    ...keyReset,
    product: () => 'account key',
    snapshot: () => ({ resources: readAccountKey }),
  }),
  'customSubscriptions.resetKey': describePurchase(api['customSubscriptions.resetKey'], {
    ...keyReset,
    product: ({ path }) => `subscription ${String(path?.id)}`,
    snapshot: ({ path }) => ({ resources: readSubscriptionKey(path?.id ?? 0) }),
  }),
  'xray.createKeys': describePurchase(api['xray.createKeys'], {
    queue: 'harmless',
    spends: false,
    product: () => 'key pair',
    snapshot: () => ({}),
    expectedEffect: () => noPayment,
    interpret: ({ private_key, public_key }) => ({
      secrets: { 'private-key': private_key, 'public-key': public_key },
    }),
    match: null,
    lateSearch: false,
  }),
};
