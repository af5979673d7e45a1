import { api } from '#contract/api/index.ts';
import type { OrphanKey } from '#contract/ipc/purchase-journal.ts';
import { isWithin, noPayment, nothing, unclear, type Matcher } from '#core/purchases/match.ts';
import {
  mapResult,
  newResources,
  resource,
  type Resource,
  type ResourceReader,
} from '#core/purchases/snapshot.ts';
import { newResource } from './paid-product.ts';
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
  if (first === undefined) return nothing;
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

export const apiKeyCreation = describePurchase(api['apiKeys.create'], {
  queue: 'keys',
  spends: false,
  holdsApiKey: true,
  product: () => 'api keys',
  snapshot: () => ({ payments: false, balance: null, resources: readApiKeys }),
  expectedEffect: ({ body }) => ({ ...noPayment, target: newResource(body, ['name']) }),
  interpret: ({ id, key }) => ({
    result: { by: 'answer', resource: id },
    secrets: { 'api-key': key },
  }),
  match: matchNewApiKey,
  lateSearch: true,
});
