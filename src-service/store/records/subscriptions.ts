import type { DeviceSettings, SubscriptionDevice } from '#contract/records/devices.ts';
import type { Named } from './owned.ts';

export interface SubscriptionRecord {
  id: number;
  title: string;
  subscription_key: string;
  items: SubscriptionItemRecord[];
  template_enabled: boolean;
  /** `null`: the default template. */
  template: string | null;
  device_settings: Named<DeviceSettings>;
  devices: Named<SubscriptionDevice>[];
}

export interface SubscriptionItemRecord {
  id: number;
  item_type: string;
  item_reference_id: number;
  item_index: number | null;
  /** What the thing was called when it was put in; shown when it is gone. */
  title: string;
}
