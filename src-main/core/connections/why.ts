import { pageOfDevices } from '#contract/constants.ts';
import type { ConnectionRow, OptionUse } from '#contract/ipc/connections.ts';
import { replacementFor } from '#contract/connections/next-working.ts';
import { deviceFactsOf, whyNotWorking, type Why } from '#contract/connections/why-not-working.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Sync } from '#core/cache/sync.ts';
import type { Connections } from './connections.ts';

type Cached = Pick<ReadCache, 'cached'>;

/** What was last read of a paid option's traffic, limits and devices, without a request. */
export function optionUse(readCache: Cached, optionId: number): OptionUse | undefined {
  const input = { path: { id: optionId } };
  const info = readCache.cached('paidOptions.subscription', input);
  if (!info) return undefined;
  const devices = readCache.cached('paidOptions.devices', input);
  const { status, used_traffic_bytes, traffic_limit_bytes, device_limit } = info.value;
  return {
    status,
    usedBytes: used_traffic_bytes,
    limitBytes: traffic_limit_bytes,
    deviceLimit: device_limit,
    at: info.fetchedAt,
    ...(devices && { devices: { total: devices.value.total, at: devices.fetchedAt } }),
  };
}

/** Why a connection does not work, from what is known without a request. */
export function whyOf(
  {
    connections,
    readCache,
    sync,
  }: {
    readonly connections: Pick<Connections, 'sorted' | 'detail'>;
    readonly readCache: Cached;
    readonly sync: Pick<Sync, 'state'>;
  },
  row: ConnectionRow,
  now: number,
): Why {
  const devices = readCache.cached('devices.list', { query: pageOfDevices });
  return whyNotWorking({
    row,
    now,
    copiedAt: row.changedSinceCopy ? connections.detail(row.key)?.lastCopy?.at : undefined,
    offline: sync.state().network === 'offline',
    devices: devices && deviceFactsOf(devices.value, devices.fetchedAt),
    other: replacementFor(connections.sorted(), row, now),
  });
}
