import type { DeviceSettingsRecord } from '#service/store/records/subscriptions.ts';

/** Changes what is given and answers with the whole. */
export function changeDeviceSettings(
  settings: DeviceSettingsRecord,
  body: { block_unknown_devices?: boolean | undefined; device_limit?: number | undefined },
): { block_unknown_devices: boolean; device_limit: number } {
  settings.block_unknown_devices = body.block_unknown_devices ?? settings.block_unknown_devices;
  settings.device_limit = body.device_limit ?? settings.device_limit;
  return { ...settings };
}
