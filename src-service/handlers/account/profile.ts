import type { profile as endpoints } from '#contract/api/account/profile.ts';
import { Profile } from '#contract/records/profile.ts';
import { alphanumeric } from '#service/random.ts';
import { known } from '#service/store/refusal.ts';
import type { Account } from '#service/store/state.ts';
import { done, listedFields, type HandlersOf } from '#service/handlers/handler.ts';
import { pageOf } from '#service/handlers/paging.ts';

function findDevice(account: Account, id: number): Account['devices'][number] {
  const device = account.devices.find((candidate) => candidate.id === id);
  if (device === undefined) throw known(40);
  return device;
}

/** Without what is there only for users with prices of their own. */
const StoredProfile = Profile.omit({ pricing_rules: true });

export const profileHandlers: HandlersOf<typeof endpoints> = {
  'profile.get': ({ account }) => ({
    data: {
      ...listedFields(StoredProfile, account),
      ...(account.pricing_rules.length > 0 && { pricing_rules: account.pricing_rules }),
    },
  }),

  'profile.notificationSettings': ({ account }) => ({ data: account.notification_settings }),

  'profile.setNotificationSettings': ({ account }, { body }) => ({
    data: Object.assign(account.notification_settings, body),
  }),

  // All attached devices are deleted and panel access is revoked (specification, part 1, States).
  'profile.resetSubscriptionLink': ({ store, account }) => {
    const key = store.random.text(24, alphanumeric);
    account.subscription_key = key;
    account.devices = [];
    for (const option of account.paid_options) option.devices = [];
    return { data: key };
  },

  'notifications.take': ({ account }) => {
    const taken = account.notifications;
    account.notifications = [];
    return { data: taken };
  },

  'devices.list': ({ account }, { query }) => ({
    data: { ...pageOf(account.devices, query), settings: account.device_settings },
  }),

  'devices.settings': ({ account }) => ({ data: account.device_settings }),

  'devices.setSettings': ({ account }, { body }) => ({
    data: Object.assign(account.device_settings, body),
  }),

  'devices.setBlocked': ({ account }, { path: { id }, body: { is_blocked } }) => {
    findDevice(account, id).is_blocked = is_blocked;
    return done;
  },

  'devices.delete': ({ account }, { path: { id } }) => {
    const device = findDevice(account, id);
    account.devices = account.devices.filter((other) => other !== device);
    return done;
  },

  'devices.deleteAll': ({ account }) => {
    const deleted = account.devices.length;
    account.devices = [];
    return { data: deleted };
  },
};
