import type { ConnectionDetail } from '#contract/ipc/connections.ts';
import { paidOptionOf, sourceOf } from '#contract/connections/sources.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';

/** In so many subscriptions a connection is looked for: each is a read of its own. */
const maxLookedThrough = 100;

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
