import type { Connection } from '../connections/connection.ts';

/**
 * Everything the service remembers, as plain data: what is saved to the state file is exactly this.
 * Times are Unix seconds, amounts whole roubles, names the wire's own.
 */
export interface State {
  version: 1;
  seed: string;
  /** The next identifier; one sequence for every kind of record. */
  next_id: number;
  accounts: Account[];
  /** Keys that were bought, of every account: whoever has the code may use it. */
  promocodes: PromocodeRecord[];
  /** Payment and messenger links that were given out. */
  payments: PendingPayment[];
  bindings: { code: string; account_id: number }[];
}

export interface Account {
  id: number;
  email: string | null;
  uuid: string | null;
  subscription_key: string | null;
  sign_in_method: string;
  balance: number;
  referral_balance: number;
  referrals_count: number;
  referral_code: string;
  is_messenger_connected: boolean;
  onboarding_completed: boolean;
  pricing_rules: PricingRuleRecord[];
  notification_settings: NotificationSettingsRecord;
  device_settings: DeviceSettingsRecord;
  keys: KeyRecord[];
  configs: ConfigRecord[];
  cloud_servers: CloudServerRecord[];
  paid_options: PaidOptionRecord[];
  subscriptions: SubscriptionRecord[];
  devices: DeviceRecord[];
  notifications: NotificationRecord[];
  referral: ReferralRecord[];
  history: HistoryRecord[];
}

/** An API key without its secret, of which only the SHA-256 hash is kept. */
export interface KeyRecord {
  id: number;
  name: string;
  /** `svc_<prefix8>`. */
  key_prefix: string;
  /** Hexadecimal SHA-256 of the secret's 24 characters. */
  secret_hash: string;
  created_at: number;
}

export interface Renewal {
  auto_renewal: boolean;
  auto_renewal_days: number | null;
}

export interface SubconfigRecord {
  id: number;
  protocol: string;
  secret: string;
  tls_domain: string | null;
}

export interface ConfigRecord extends Connection, Renewal {
  id: number;
  title: string | null;
  location_id: number;
  server_id: number;
  expires_at: number;
  created_at: number;
  flags: string[];
  subconfig: SubconfigRecord | null;
}

export interface CloudServerRecord extends Renewal {
  id: number;
  location_id: number;
  tariff_config_id: number;
  ordered_at: number;
  /** When the server was paid for long enough to be handed over; moves `ordered` on. */
  status: 'ordered' | 'purchased' | 'active';
  expires_at: number;
  url: string | null;
  hostname: string | null;
  /** Hexadecimal; the keys of the server are derived from it. */
  secret: string;
  /** When the last reboot was asked for. */
  rebooted_at: number | null;
  configs: CloudConfigRecord[];
  proxies: ProxyRecord[];
}

export interface CloudConfigRecord extends Connection {
  id: number;
  title: string | null;
  created_at: number;
}

export interface ProxyRecord {
  id: number;
  title: string | null;
  protocol: string;
  secret: string;
  created_at: number;
}

export interface PaidOptionRecord extends Renewal {
  option_id: number;
  expires_at: number;
  started_at: number;
  /** `null` = unlimited. */
  device_limit: number | null;
  /** 0 = unlimited. */
  traffic_limit_bytes: number;
  /** Bytes used up to `used_at`, of this period and of the option's life. */
  used_traffic_bytes: number;
  lifetime_used_traffic_bytes: number;
  used_at: number;
  disabled: boolean;
  configs: PaidConfigRecord[];
  devices: PanelDeviceRecord[];
}

export interface PaidConfigRecord extends Connection {
  id: number;
  index: number;
  server_id: number;
  title: string | null;
  original_title: string;
  custom_title: string | null;
  created_at: number;
  subconfig: SubconfigRecord | null;
  /** Comes with the option; the others were created by the person. */
  built_in: boolean;
}

export interface PanelDeviceRecord {
  hwid: string;
  platform: string;
  os_version: string;
  device_model: string;
  created_at: number;
}

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

export interface PricingRuleRecord {
  type: string;
  product_title: string;
  percent: number;
  comment: string | null;
}

export interface NotificationSettingsRecord {
  renewal_reminders: boolean;
  notification_start_hour: number;
  notification_end_hour: number;
  timezone_offset: number;
}

export interface NotificationRecord {
  id: number;
  content: string;
}

export interface ReferralRecord {
  amount: number;
  created_at: number;
  method?: string;
  account?: string;
  status?: string;
  email?: string;
}

export interface HistoryRecord {
  id: number;
  amount: string | null;
  type: string | null;
  method: string;
  days: number;
  is_paid: boolean;
  as_key: boolean;
  created_at: number;
}

export interface PromocodeRecord {
  id: number;
  account_id: number;
  code: string;
  activation_days: number;
  product_type: ProductType;
  is_active: boolean;
  created_at: number;
}

export type ProductType = 'configs' | 'paid_options' | 'cloud_servers';

export interface PendingPayment {
  token: string;
  account_id: number;
  history_id: number;
  paid: boolean;
  days: number;
  /** What the page says is paid. */
  label: string;
  price: string;
  order: Order;
}

/** What is carried out once it is paid. */
export type Order =
  | {
      kind: 'new-config';
      location_id: number;
      protocol: string;
      server_id: number | null;
      options: Record<string, true>;
      auto_renewal: boolean;
    }
  | { kind: 'renew-config'; config_id: number; auto_renewal: boolean }
  | {
      kind: 'new-cloud-server';
      location_id: number;
      tariff_config_id: number;
      hostname: string | null;
      auto_renewal: boolean;
    }
  | { kind: 'renew-cloud-server'; server_id: number; auto_renewal: boolean }
  | { kind: 'paid-option'; option_id: number; auto_renewal: boolean }
  | { kind: 'key'; product_type: ProductType }
  | { kind: 'top-up'; amount: number };

export function emptyState(seed: string): State {
  return {
    version: 1,
    seed,
    next_id: 1000,
    accounts: [],
    promocodes: [],
    payments: [],
    bindings: [],
  };
}
