import { z } from 'zod';
import { Count, Id, openEnum, UnixSeconds } from '#contract/values.ts';

const deviceTypes = ['ios', 'android', 'windows', 'macos', 'linux'] as const;

const Device = z.object({
  id: Id,
  device_name: z.string(),
  device_type: openEnum(deviceTypes),
  os_version: z.string(),
  is_blocked: z.boolean(),
  last_seen_at: UnixSeconds,
});

/** Device of the account (specification, part 1, Device). */
export const AccountDevice = Device.extend({ is_fingerprinted: z.boolean() });
export type AccountDevice = z.output<typeof AccountDevice>;

export const SubscriptionDevice = Device.extend({
  device_model: z.string(),
  created_at: UnixSeconds,
});
export type SubscriptionDevice = z.output<typeof SubscriptionDevice>;

/** How devices are let in; `device_limit` 0 = unlimited. */
export const DeviceSettings = z.object({
  block_unknown_devices: z.boolean(),
  device_limit: Count,
});
export type DeviceSettings = z.output<typeof DeviceSettings>;

const DevicePage = z.object({ total: Count, page: Count, limit: Count });

export const SubscriptionDevices = DevicePage.extend({ devices: z.array(SubscriptionDevice) });

export const AccountDevices = DevicePage.extend({
  devices: z.array(AccountDevice),
  settings: DeviceSettings,
});
export type AccountDevices = z.output<typeof AccountDevices>;
