export interface SubscriptionRecord {
  id: number;
  title: string;
  subscription_key: string;
  items: SubscriptionItemRecord[];
  template_enabled: boolean;
  /** `null`: the default template. */
  template: string | null;
  device_settings: DeviceSettingsRecord;
  devices: SubscriptionDeviceRecord[];
}

export interface SubscriptionItemRecord {
  id: number;
  item_type: string;
  item_reference_id: number;
  item_index: number | null;
  /** What the thing was called when it was put in; shown when it is gone. */
  title: string;
}

export interface DeviceSettingsRecord {
  block_unknown_devices: boolean;
  device_limit: number;
}

export interface DeviceRecord {
  id: number;
  device_name: string;
  device_type: string;
  os_version: string;
  is_blocked: boolean;
  is_fingerprinted: boolean;
  last_seen_at: number;
}

export interface SubscriptionDeviceRecord {
  id: number;
  device_name: string;
  device_type: string;
  device_model: string;
  os_version: string;
  is_blocked: boolean;
  last_seen_at: number;
  created_at: number;
}
