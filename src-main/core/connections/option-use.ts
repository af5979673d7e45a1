import type { OptionUse } from '#contract/ipc/connections.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';

/** What was last read of a paid option's traffic, limits and devices, without a request. */
export function optionUse(
  readCache: Pick<ReadCache, 'cached'>,
  optionId: number,
): OptionUse | undefined {
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
