import type { Api, EndpointId } from '#contract/api/index.ts';
import { pageOfDevices } from '#contract/constants.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { products } from '#contract/products.ts';
import type { Expiring } from '#contract/upcoming/expiring.ts';
import { accountBounds } from '#core/api/account-bounds.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { Clock } from '#core/kernel/ports.ts';
import type { EventFacts } from './account-events.ts';
import { thresholdOf } from './expiry.ts';

/** The notification settings change rarely, and other devices may change them, milliseconds. */
const hoursFreshFor = 6 * 3_600_000;
/** Traffic, devices: read at most so often for notifications, milliseconds. */
const factsFreshFor = 3_600_000;
/** Names of paid options, and prices of what renews itself in the next days, milliseconds. */
const pricesFreshFor = 24 * 3_600_000;

const firstDevices = { query: pageOfDevices } as const;
/** What stands for a page that was not read: no total is that. */
const unreadDevices = { devices: [], total: -1 } as const;

type Cache = Pick<ReadCache, 'cached'>;

interface Sources {
  readonly clock: Pick<Clock, 'now'>;
  readonly readCache: Pick<ReadCache, 'cached' | 'fetch'>;
}

interface FactSources {
  readonly readCache: Cache;
  readonly connections: Pick<Connections, 'favourites' | 'record' | 'stateOf'>;
}

export function eventFacts(
  { readCache, connections }: FactSources,
  resources: readonly Expiring[],
): EventFacts {
  const titles = new Map(resources.map(({ key, title }) => [key, title]));
  return {
    favourites: connections.favourites().flatMap((key) => favourite(connections, key)),
    options: optionIds(readCache).flatMap((id) => {
      const read = readCache.cached('paidOptions.subscription', { path: { id } })?.value;
      if (read === undefined) return [];
      const { used_traffic_bytes: used, traffic_limit_bytes: limit } = read;
      return [{ id, title: titles.get(`paid:${String(id)}`) ?? '', used, limit }];
    }),
    devices: allDevices(readCache),
  };
}

/** All devices; `undefined` where the pages do not make up the total they name. */
function allDevices(readCache: Cache): EventFacts['devices'] {
  const pages = devicePages(readCache).map(
    (page) => readCache.cached('devices.list', page)?.value ?? unreadDevices,
  );
  const names = new Map(
    pages.flatMap(({ devices }) => devices.map(({ id, device_name: name }) => [id, name])),
  );
  if (pages.some(({ total }) => total !== names.size)) return undefined;
  return [...names].map(([id, name]) => ({ id, name }));
}

/** The inputs of the pages that hold all devices, as far as the first one says: it is always there. */
function devicePages(readCache: Cache): readonly InputOf<Api['devices.list']>[] {
  const total = readCache.cached('devices.list', firstDevices)?.value.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageOfDevices.limit));
  const count = Math.min(pages, accountBounds.devicePages);
  return Array.from({ length: count }, (_, at) => ({ query: { ...pageOfDevices, page: at + 1 } }));
}

function favourite(connections: FactSources['connections'], key: string): EventFacts['favourites'] {
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

/** What notifications need and nothing else reads; what is on screen goes first. */
export async function readEventFacts(
  sources: Sources,
  resources: () => readonly Expiring[],
): Promise<void> {
  await readIfOlder(sources, 'profile.notificationSettings', {}, hoursFreshFor);
  const options = optionIds(sources.readCache);
  for (const id of options)
    await readIfOlder(sources, 'paidOptions.subscription', { path: { id } }, factsFreshFor);
  const now = sources.clock.now();
  const renewing = resources().filter(
    ({ autoRenewal, expiresAt }) => autoRenewal && thresholdOf(expiresAt, now) !== undefined,
  );
  const kinds = new Set(renewing.map((each) => each.kind));
  // That list alone names the options.
  if (options.length > 0) kinds.add('option');
  for (const kind of kinds) await readIfOlder(sources, products[kind].tariffs, {}, pricesFreshFor);
  await readIfOlder(sources, 'devices.list', firstDevices, factsFreshFor);
  // The first one has just said how many there are.
  for (const page of devicePages(sources.readCache).slice(1))
    await readIfOlder(sources, 'devices.list', page, factsFreshFor);
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

function optionIds(readCache: Cache): readonly number[] {
  const options = readCache.cached('paidOptions.list', {})?.value ?? [];
  return [...new Set(options.map(({ option_id: id }) => id))].slice(0, accountBounds.options);
}
