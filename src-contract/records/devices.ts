import { z } from 'zod';
import { Count, Id, openEnum, UnixSeconds } from '#contract/values.ts';

const deviceTypes = ['ios', 'android', 'windows', 'macos', 'linux'] as const;

/** Device of the account (specification, part 1, Device). */
export const AccountDevice = z.looseObject({
  id: Id,
  device_name: z.string(),
  device_type: openEnum(deviceTypes),
  os_version: z.string(),
  is_blocked: z.boolean(),
  is_fingerprinted: z.boolean(),
  last_seen_at: UnixSeconds,
});
export type AccountDevice = z.output<typeof AccountDevice>;

export const SubscriptionDevice = z.looseObject({
  id: Id,
  device_name: z.string(),
  device_type: openEnum(deviceTypes),
  device_model: z.string(),
  os_version: z.string(),
  is_blocked: z.boolean(),
  last_seen_at: UnixSeconds,
  created_at: UnixSeconds,
});
export type SubscriptionDevice = z.output<typeof SubscriptionDevice>;

/** How devices are let in; `device_limit` 0 = unlimited. */
export const DeviceSettings = z.looseObject({
  block_unknown_devices: z.boolean(),
  device_limit: Count,
});
export type DeviceSettings = z.output<typeof DeviceSettings>;

export const SubscriptionDevices = z.looseObject({
  devices: z.array(SubscriptionDevice),
  total: Count,
  page: Count,
  limit: Count,
});
export type SubscriptionDevices = z.output<typeof SubscriptionDevices>;

export const AccountDevices = z.looseObject({
  devices: z.array(AccountDevice),
  total: Count,
  page: Count,
  limit: Count,
  settings: DeviceSettings,
});
export type AccountDevices = z.output<typeof AccountDevices>;
