import { ok, type Result } from '#contract/failure.ts';
import type { ConnectionDetail } from '#contract/ipc/connections.ts';
import { paidOptionOf, sourceOf } from '#contract/connections/sources.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';

/** In so many subscriptions a connection is looked for, and so many are read for it: each by itself. */
const maxLookedThrough = 100;
const maxRead = 16;

/** Reads what is in each subscription, as far as that is not known. Fails as the service's answers do. */
export async function readSubscriptions(
  readCache: Pick<ReadCache, 'fetchIfStale'>,
): Promise<Result<unknown>> {
  const listed = await readCache.fetchIfStale('customSubscriptions.list', {}, 'user');
  if (!listed.ok) return listed;
  const read = await Promise.all(
    listed.value
      .slice(0, maxRead)
      .map(({ id }) => readCache.fetchIfStale('customSubscriptions.get', { path: { id } }, 'user')),
  );
  // One that was deleted meanwhile has nothing in it.
  return read.find((each) => !each.ok && each.failure.kind !== 'not-found') ?? ok(undefined);
}

/** The subscriptions that have a connection, by what was read of them: nothing is requested for it. */
export function subscriptionsWith(
  readCache: Pick<ReadCache, 'cached'>,
  key: string,
): ConnectionDetail['usedBy'] {
  const option = paidOptionOf(key);
  const items = [sourceOf(key)?.settings?.bundled, option && `paid_option:${String(option)}`];
  const listed = readCache.cached('customSubscriptions.list', {})?.value ?? [];
  return listed.slice(0, maxLookedThrough).flatMap(({ id, title }) => {
    const read = readCache.cached('customSubscriptions.get', { path: { id } });
    const has = read?.value.items.some(({ item_type: type, item_reference_id: of }) =>
      items.includes(`${type}:${String(of)}`),
    );
    return has === true ? [{ id, title }] : [];
  });
}
