import { alphanumeric } from '#service/random.ts';
import { uuidOf } from '#service/connections/credentials.ts';
import { nextId, type Store } from '#service/store/store.ts';
import { createPromocode } from '#service/store/orders.ts';
import type { Account } from '#service/store/state.ts';
import { addDemoCloudServers } from './cloud.ts';
import { demoConfigs, scaledConfigs } from './configs.ts';
import { addDemoOption } from './options.ts';
import {
  demoDevices,
  demoHistory,
  demoNotifications,
  demoReferral,
  demoSubscriptions,
} from './people.ts';

/** An account that owns nothing yet. */
export function emptyAccount(store: Store): Account {
  return {
    id: nextId(store),
    email: null,
    uuid: null,
    subscription_key: null,
    sign_in_method: 'authCode',
    balance: 0,
    referral_balance: 0,
    referrals_count: 0,
    referral_code: store.random.text(8, alphanumeric),
    is_messenger_connected: false,
    onboarding_completed: false,
    pricing_rules: [],
    notification_settings: {
      renewal_reminders: true,
      notification_start_hour: 9,
      notification_end_hour: 21,
      timezone_offset: 180,
    },
    device_settings: { block_unknown_devices: false, device_limit: 0 },
    keys: [],
    configs: [],
    cloud_servers: [],
    paid_options: [],
    subscriptions: [],
    devices: [],
    notifications: [],
    auto_renewals: [],
    referral: [],
    history: [],
  };
}

/** Holds every case that a client must show; `scale`: so many configurations. */
export function seedAccount(store: Store, scale: number | undefined): Account {
  const account: Account = {
    ...emptyAccount(store),
    email: 'anna@example.com',
    uuid: uuidOf(store.random.hex(16)),
    subscription_key: store.random.text(24, alphanumeric),
    balance: 2340,
    referral_balance: 6150,
    referrals_count: 14,
    is_messenger_connected: true,
    onboarding_completed: true,
    pricing_rules: [
      {
        type: 'configs',
        product_title: 'Конфигурации',
        percent: -10,
        comment: 'Скидка за два года с нами',
      },
      { type: 'cloud_server', product_title: 'Cloud servers', percent: 5, comment: null },
    ],
    device_settings: { block_unknown_devices: false, device_limit: 30 },
  };
  store.state.accounts.push(account);
  account.configs = scale === undefined ? demoConfigs(store) : scaledConfigs(store, scale);
  addDemoCloudServers(store, account);
  addDemoOption(store, account);
  account.devices = demoDevices(store);
  account.history = demoHistory(store);
  account.referral = demoReferral(store);
  account.notifications = demoNotifications.map((content) => ({ id: nextId(store), content }));
  account.subscriptions = demoSubscriptions(store, account);
  for (const [product_type, days] of [
    ['configs', 30],
    ['configs', 90],
    ['cloud_servers', 30],
    ['paid_options', 30],
  ] as const) {
    createPromocode(store, account, product_type, days);
  }
  const [used] = store.state.promocodes;
  if (used !== undefined) used.is_active = false;
  return account;
}
