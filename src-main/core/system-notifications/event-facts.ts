import type { EndpointId } from '#contract/api/index.ts';
import { pageOfDevices } from '#contract/constants.ts';
import { tariffLists, type Expiring } from '#contract/rules/expiring.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { Clock } from '#core/ports.ts';
import type { EventFacts } from './account-events.ts';
import { thresholdOf } from './expiry.ts';

/** The notification settings change rarely, and other devices may change them, milliseconds. */
const hoursFreshFor = 6 * 3_600_000;
/** Traffic, devices: read at most so often for notifications, milliseconds. */
const factsFreshFor = 3_600_000;
/** Prices of what renews itself in the next days, milliseconds. */
const pricesFreshFor = 24 * 3_600_000;

/** More devices than are on the first page are not compared. */
const firstDevices = { query: pageOfDevices } as const;

interface Sources {
  readonly clock: Pick<Clock, 'now'>;
  readonly readCache: ReadCache;
  readonly connections: Connections;
}

/** What events are noticed in, of what was read. */
export function eventFacts(
  { readCache, connections }: Sources,
  resources: readonly Expiring[],
): EventFacts {
  const page = readCache.cached('devices.list', firstDevices)?.value;
  const titleOf = (key: string) => resources.find((each) => each.key === key)?.title ?? '';
  return {
    favourites: connections.favourites().flatMap((key) => favourite(connections, key)),
    options: optionIds(readCache).flatMap((id) => {
      const read = readCache.cached('paidOptions.subscription', { path: { id } })?.value;
      if (read === undefined) return [];
      const { used_traffic_bytes: used, traffic_limit_bytes: limit } = read;
      return [{ id, title: titleOf(`paid:${String(id)}`), used, limit }];
    }),
    devices:
      page === undefined || page.total > page.devices.length
        ? undefined
        : page.devices.map(({ id, device_name: name }) => ({ id, name })),
    resources,
  };
}

function favourite(connections: Connections, key: string): EventFacts['favourites'] {
  const record = connections.record(key);
  const state = connections.stateOf(key);
  if (!record || record.server === null || state === undefined) return [];
  const { title, place, server } = record;
  const isKnown = state.state !== 'unknown' && state.state !== 'rebooting';
  const seen = isKnown && state.online !== 'unknown' ? state.online : undefined;
  return [
    {
      title: title.trim() || place,
      path: `/connections/${key}`,
      server,
      state: seen && (seen === 'online' ? 'up' : 'down'),
      readAt: state.since ?? 0,
    },
  ];
}

/**
 * Reads what notifications need and nothing else reads often enough: quiet hours, each paid option's
 * traffic, the account's devices, and prices of what renews itself in the next days.
 */
export async function readEventFacts(
  sources: Sources,
  resources: () => readonly Expiring[],
): Promise<void> {
  await readIfOlder(sources, 'profile.notificationSettings', {}, hoursFreshFor);
  for (const id of optionIds(sources.readCache))
    await readIfOlder(sources, 'paidOptions.subscription', { path: { id } }, factsFreshFor);
  await readIfOlder(sources, 'devices.list', firstDevices, factsFreshFor);
  const now = sources.clock.now();
  const renewing = resources().filter(
    ({ autoRenewal, expiresAt }) => autoRenewal && thresholdOf(expiresAt, now) !== undefined,
  );
  for (const kind of new Set(renewing.map((each) => each.kind)))
    await readIfOlder(sources, tariffLists[kind], {}, pricesFreshFor);
}

async function readIfOlder(
  { readCache, clock }: Sources,
  ...[id, input, freshFor]: [EndpointId, unknown, number]
): Promise<void> {
  const seen = readCache.cached(id, input as never);
  const age = clock.now() - (seen?.fetchedAt ?? 0);
  if (seen && age >= 0 && age < freshFor) return;
  await readCache.fetch(id, input as never, 'background');
}

function optionIds(readCache: ReadCache): readonly number[] {
  return (readCache.cached('paidOptions.list', {})?.value ?? []).map(({ option_id: id }) => id);
}
