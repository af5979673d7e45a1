import { byId, noInput, type SamplesOf } from './sample.ts';

const page = { good: { query: { limit: 10, offset: 0 } }, bad: { query: { limit: 101 } } };

/** What belongs to the account and not to one thing of it, and what it pays with. */
export const accountSamples: SamplesOf<
  | 'apiKeys'
  | 'locations'
  | 'xray'
  | 'profile'
  | 'notifications'
  | 'devices'
  | 'referral'
  | 'balance'
  | 'messenger'
  | 'payments'
  | 'promocodes'
> = {
  'apiKeys.list': noInput,
  'apiKeys.create': { good: { body: { name: 'laptop' } }, bad: { body: { name: '' } } },
  'apiKeys.delete': byId,

  'locations.list': noInput,
  'xray.createKeys': noInput,

  'profile.get': noInput,
  'profile.notificationSettings': noInput,
  'profile.setNotificationSettings': {
    good: { body: { notification_start_hour: 0, timezone_offset: -720 } },
    bad: { body: { notification_start_hour: 24 } },
  },
  'profile.resetSubscriptionLink': noInput,
  'notifications.take': noInput,
  'devices.list': { good: { query: {} }, bad: { query: { limit: 0 } } },
  'devices.settings': noInput,
  'devices.setSettings': {
    good: { body: { block_unknown_devices: false, device_limit: 100 } },
    bad: { body: { device_limit: -1 } },
  },
  'devices.setBlocked': {
    good: { path: { id: 1 }, body: { is_blocked: false } },
    bad: { path: { id: 1 }, body: { is_blocked: 'no' } },
  },
  'devices.delete': byId,
  'devices.deleteAll': noInput,

  'referral.list': page,
  'referral.sbpBanks': noInput,
  'referral.withdrawSbp': {
    good: { body: { bank_id: '100000000001', amount: 1000, phone_number: '+79000000000' } },
    bad: { body: { bank_id: '100000000001', amount: 1000, phone_number: '89000000000' } },
  },
  'referral.withdrawCard': {
    good: { body: { amount: 75_000, card_number: '4242424242424242' } },
    bad: { body: { amount: 75_000, card_number: '4242424242424241' } },
  },
  'balance.calculate': { good: { query: { amount: 500 } }, bad: { query: { amount: 15_001 } } },
  'balance.topup': {
    good: { body: { amount: 500, payment_method_id: 1 } },
    bad: { body: { amount: 0, payment_method_id: 1 } },
  },
  'messenger.connection': noInput,
  'messenger.connect': noInput,
  'messenger.disconnect': noInput,
  'payments.history': page,
  'promocodes.list': page,
};
