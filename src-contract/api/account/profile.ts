import { z } from 'zod';
import { endpoint, forWindow, global, limited } from '#contract/endpoint.ts';
import { AccountDevices, DeviceSettings } from '#contract/records/devices.ts';
import { Notification, NotificationSettings, Profile } from '#contract/records/profile.ts';
import {
  Count,
  DeviceSettingsBody,
  DevicePageQuery,
  Hour,
  TimezoneOffset,
} from '#contract/values.ts';

/** Specification, part 2, Profile, devices and notifications. */
export const profile = {
  'profile.get': endpoint({
    ...forWindow.read,
    path: '/profile',
    data: Profile,
    answerSize: 'medium',
    secrets: ['subscription_key'],
  }),
  'profile.notificationSettings': endpoint({
    ...forWindow.read,
    path: '/profile/notification-settings',
    data: NotificationSettings,
  }),
  'profile.setNotificationSettings': endpoint({
    ...forWindow.setting,
    path: '/profile/notification-settings',
    ...limited(5, 60),
    body: z.strictObject({
      renewal_reminders: z.boolean().optional(),
      notification_start_hour: Hour.optional(),
      notification_end_hour: Hour.optional(),
      timezone_offset: TimezoneOffset.optional(),
    }),
    data: NotificationSettings,
    makesStale: ['profile.notificationSettings'],
  }),
  /** Answers with the new key. All attached devices are deleted and panel access is revoked. */
  'profile.resetSubscriptionLink': endpoint({
    method: 'PATCH',
    path: '/profile/subscriptionLink',
    ...limited(2, 60),
    data: z.string(),
    effect: 'invalidates',
    exposure: 'journal',
    consent: { kind: 'key-reset', of: 'account' },
    makesStale: [
      'profile.get',
      'devices.list',
      'paidOptions.list',
      'paidOptions.subscription',
      'paidOptions.devices',
    ],
    secrets: [''],
  }),
  'notifications.take': endpoint({
    method: 'GET',
    path: '/profile/notifications',
    ...global(300),
    data: z.array(Notification),
    answerSize: 'large',
    effect: 'destructive-read',
  }),
  'devices.list': endpoint({
    ...forWindow.read,
    path: '/profile/devices',
    query: DevicePageQuery,
    data: AccountDevices,
    answerSize: 'medium',
  }),
  'devices.settings': endpoint({
    ...forWindow.read,
    path: '/profile/devices/settings',
    data: DeviceSettings,
  }),
  'devices.setSettings': endpoint({
    ...forWindow.setting,
    path: '/profile/devices/settings',
    ...limited(5, 1),
    body: DeviceSettingsBody,
    data: DeviceSettings,
    makesStale: ['devices.settings', 'devices.list'],
  }),
  'devices.setBlocked': endpoint({
    ...forWindow.setting,
    path: '/profile/devices/:id/blocked',
    ...limited(5, 1),
    body: z.strictObject({ is_blocked: z.boolean() }),
    makesStale: ['devices.list'],
  }),
  'devices.delete': endpoint({
    ...forWindow.removal,
    path: '/profile/devices/:id',
    ...limited(5, 1),
    makesStale: ['devices.list'],
    errors: [40],
  }),
  /** Answers with how many were deleted. */
  'devices.deleteAll': endpoint({
    ...forWindow.removal,
    path: '/profile/devices',
    data: Count,
    makesStale: ['devices.list'],
  }),
};
