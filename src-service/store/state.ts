import type { AccountDevice, DeviceSettings } from '#contract/records/devices.ts';
import type { Payment, ReferralEntry } from '#contract/records/money.ts';
import type {
  Notification,
  NotificationSettings,
  PricingRule,
  Profile,
} from '#contract/records/profile.ts';
import type { CloudServerRecord, ConfigRecord, Named, PaidOptionRecord } from './records/owned.ts';
import type { PendingPayment, PromocodeRecord } from './records/payments.ts';
import type { SubscriptionRecord } from './records/subscriptions.ts';

/** All that the service remembers: Unix seconds, whole roubles, the wire's names. */
export interface State {
  seed: string;
  /** The next identifier; one sequence for every kind of record. */
  next_id: number;
  accounts: Account[];
  /** Keys that were bought, of every account: any account with the code may use it. */
  promocodes: PromocodeRecord[];
  /** Payment and messenger links that were given out. */
  payments: PendingPayment[];
  bindings: { code: string; account_id: number }[];
}

export interface Account extends Named<Profile> {
  pricing_rules: Named<PricingRule>[];
  notification_settings: Named<NotificationSettings>;
  device_settings: Named<DeviceSettings>;
  keys: KeyRecord[];
  configs: ConfigRecord[];
  cloud_servers: CloudServerRecord[];
  paid_options: PaidOptionRecord[];
  subscriptions: SubscriptionRecord[];
  devices: Named<AccountDevice>[];
  notifications: Named<Notification>[];
  /** The payments of `history` that auto-renewal made. */
  auto_renewals: number[];
  referral: Named<ReferralEntry>[];
  history: Named<Payment>[];
}

/** An API key without its secret, of which only the SHA-256 hash is stored. */
export interface KeyRecord {
  id: number;
  name: string;
  key_prefix: string;
  /** Hexadecimal SHA-256 of the secret's 24 characters. */
  secret_hash: string;
  created_at: number;
}

export function emptyState(seed: string): State {
  return { seed, next_id: 1000, accounts: [], promocodes: [], payments: [], bindings: [] };
}
