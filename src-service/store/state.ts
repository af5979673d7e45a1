import type { CloudServerRecord, ConfigRecord, PaidOptionRecord } from './records/owned.ts';
import type { HistoryRecord, PendingPayment, PromocodeRecord } from './records/payments.ts';
import type {
  DeviceRecord,
  DeviceSettingsRecord,
  SubscriptionRecord,
} from './records/subscriptions.ts';

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
  /** The payments of `history` that auto-renewal made. */
  auto_renewals: number[];
  referral: ReferralRecord[];
  history: HistoryRecord[];
}

/** An API key without its secret, of which only the SHA-256 hash is stored. */
export interface KeyRecord {
  id: number;
  name: string;
  /** `svc_<prefix8>`. */
  key_prefix: string;
  /** Hexadecimal SHA-256 of the secret's 24 characters. */
  secret_hash: string;
  created_at: number;
}

interface PricingRuleRecord {
  type: string;
  product_title: string;
  percent: number;
  comment: string | null;
}

interface NotificationSettingsRecord {
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

export function emptyState(seed: string): State {
  return {
    seed,
    next_id: 1000,
    accounts: [],
    promocodes: [],
    payments: [],
    bindings: [],
  };
}
