import { z } from 'zod';
import { endpoint, global, limited } from '#contract/endpoint.ts';
import { AccountDevices, DeviceSettings } from '#contract/records/devices.ts';
import { Notification, NotificationSettings, Profile } from '#contract/records/profile.ts';
import {
  Count,
  DeviceLimit,
  DevicePageQuery,
  Done,
  Hour,
  Id,
  TimezoneOffset,
} from '#contract/values.ts';

const ById = z.strictObject({ id: Id });

/** Specification, part 2, Profile, devices and notifications. */
export const profile = {
  'profile.get': endpoint({
    method: 'GET',
    path: '/profile',
    ...global(300),
    input: z.strictObject({}),
    data: Profile,
    answerSize: 'medium',
    effect: 'read',
    secrets: ['subscription_key'],
    exposure: 'window',
  }),
  'profile.notificationSettings': endpoint({
    method: 'GET',
    path: '/profile/notification-settings',
    ...global(300),
    input: z.strictObject({}),
    data: NotificationSettings,
    effect: 'read',
    exposure: 'window',
  }),
  'profile.setNotificationSettings': endpoint({
    method: 'PATCH',
    path: '/profile/notification-settings',
    ...limited(5, 60),
    input: z.strictObject({
      body: z.strictObject({
        renewal_reminders: z.boolean().optional(),
        notification_start_hour: Hour.optional(),
        notification_end_hour: Hour.optional(),
        timezone_offset: TimezoneOffset.optional(),
      }),
    }),
    data: NotificationSettings,
    effect: 'set',
    makesStale: ['profile.notificationSettings'],
    exposure: 'window',
  }),
  /** Answers with the new key. All attached devices are deleted and panel access is revoked. */
  'profile.resetSubscriptionLink': endpoint({
    method: 'PATCH',
    path: '/profile/subscriptionLink',
    ...limited(2, 60),
    input: z.strictObject({}),
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
    input: z.strictObject({}),
    data: z.array(Notification),
    answerSize: 'large',
    effect: 'destructive-read',
  }),
  'devices.list': endpoint({
    method: 'GET',
    path: '/profile/devices',
    ...global(300),
    input: z.strictObject({ query: DevicePageQuery }),
    data: AccountDevices,
    answerSize: 'medium',
    effect: 'read',
    exposure: 'window',
  }),
  'devices.settings': endpoint({
    method: 'GET',
    path: '/profile/devices/settings',
    ...global(300),
    input: z.strictObject({}),
    data: DeviceSettings,
    effect: 'read',
    exposure: 'window',
  }),
  'devices.setSettings': endpoint({
    method: 'PATCH',
    path: '/profile/devices/settings',
    ...limited(5, 1),
    input: z.strictObject({
      body: z.strictObject({
        block_unknown_devices: z.boolean().optional(),
        device_limit: DeviceLimit.optional(),
      }),
    }),
    data: DeviceSettings,
    effect: 'set',
    makesStale: ['devices.settings', 'devices.list'],
    exposure: 'window',
  }),
  'devices.setBlocked': endpoint({
    method: 'PATCH',
    path: '/profile/devices/:id/blocked',
    ...limited(5, 1),
    input: z.strictObject({ path: ById, body: z.strictObject({ is_blocked: z.boolean() }) }),
    data: Done,
    effect: 'set',
    makesStale: ['devices.list'],
    exposure: 'window',
  }),
  'devices.delete': endpoint({
    method: 'DELETE',
    path: '/profile/devices/:id',
    ...limited(5, 1),
    input: z.strictObject({ path: ById }),
    data: Done,
    effect: 'remove',
    makesStale: ['devices.list'],
    exposure: 'window',
    errors: [40],
  }),
  /** Answers with how many were deleted. */
  'devices.deleteAll': endpoint({
    method: 'DELETE',
    path: '/profile/devices',
    ...limited(1, 1),
    input: z.strictObject({}),
    data: Count,
    effect: 'remove',
    makesStale: ['devices.list'],
    exposure: 'window',
  }),
};
