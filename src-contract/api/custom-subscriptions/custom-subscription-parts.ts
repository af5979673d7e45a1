import { z } from 'zod';
import { endpoint, global, limited } from '#contract/endpoint.ts';
import { TemplateSettings } from '#contract/records/custom-subscriptions.ts';
import { DeviceSettings, SubscriptionDevices } from '#contract/records/devices.ts';
import { Count, DeviceLimit, DevicePageQuery, Done, LongText } from '#contract/values.ts';

/** Specification, part 2, Custom subscriptions: the XRay template and the devices. */
export const customSubscriptionParts = {
  'customSubscriptions.templateSettings': endpoint({
    method: 'GET',
    path: '/profile/custom-subscriptions/:id/xray-template/settings',
    ...global(60),
    data: TemplateSettings,
    effect: 'read',
    exposure: 'window',
  }),
  'customSubscriptions.setTemplateSettings': endpoint({
    method: 'PATCH',
    path: '/profile/custom-subscriptions/:id/xray-template/settings',
    ...limited(3, 1),
    body: z.strictObject({ enabled: z.boolean() }),
    data: TemplateSettings,
    effect: 'set',
    makesStale: ['customSubscriptions.templateSettings'],
    exposure: 'window',
  }),
  /** JSON inside a string. */
  'customSubscriptions.template': endpoint({
    method: 'GET',
    path: '/profile/custom-subscriptions/:id/xray-template',
    ...global(60),
    data: z.string(),
    answerSize: 'large',
    effect: 'read',
    secrets: [''],
    exposure: 'window',
  }),
  'customSubscriptions.setTemplate': endpoint({
    method: 'PUT',
    path: '/profile/custom-subscriptions/:id/xray-template',
    ...limited(3, 1),
    body: z.strictObject({
      template: LongText,
    }),
    data: Done,
    effect: 'set',
    makesStale: ['customSubscriptions.template'],
    exposure: 'window',
  }),
  'customSubscriptions.resetTemplate': endpoint({
    method: 'DELETE',
    path: '/profile/custom-subscriptions/:id/xray-template',
    ...limited(3, 2),
    data: Done,
    effect: 'remove',
    makesStale: ['customSubscriptions.template'],
    exposure: 'window',
  }),
  'customSubscriptions.devices': endpoint({
    method: 'GET',
    path: '/profile/custom-subscriptions/:id/devices',
    ...global(300),
    query: DevicePageQuery,
    data: SubscriptionDevices,
    answerSize: 'medium',
    effect: 'read',
    exposure: 'window',
  }),
  'customSubscriptions.deviceSettings': endpoint({
    method: 'GET',
    path: '/profile/custom-subscriptions/:id/devices/settings',
    ...global(300),
    data: DeviceSettings,
    effect: 'read',
    exposure: 'window',
  }),
  'customSubscriptions.setDeviceSettings': endpoint({
    method: 'PATCH',
    path: '/profile/custom-subscriptions/:id/devices/settings',
    ...limited(3, 1),
    body: z.strictObject({
      block_unknown_devices: z.boolean().optional(),
      device_limit: DeviceLimit.optional(),
    }),
    data: DeviceSettings,
    effect: 'set',
    makesStale: ['customSubscriptions.deviceSettings'],
    exposure: 'window',
  }),
  'customSubscriptions.setDeviceBlocked': endpoint({
    method: 'PATCH',
    path: '/profile/custom-subscriptions/:id/devices/:deviceId/blocked',
    ...limited(3, 1),
    body: z.strictObject({ is_blocked: z.boolean() }),
    data: Done,
    effect: 'set',
    makesStale: ['customSubscriptions.devices'],
    exposure: 'window',
  }),
  'customSubscriptions.deleteDevice': endpoint({
    method: 'DELETE',
    path: '/profile/custom-subscriptions/:id/devices/:deviceId',
    ...limited(3, 1),
    data: Done,
    effect: 'remove',
    makesStale: ['customSubscriptions.devices'],
    exposure: 'window',
  }),
  'customSubscriptions.deleteAllDevices': endpoint({
    method: 'DELETE',
    path: '/profile/custom-subscriptions/:id/devices',
    ...limited(1, 2),
    data: z.looseObject({ deleted_count: Count }),
    effect: 'remove',
    makesStale: ['customSubscriptions.devices'],
    exposure: 'window',
  }),
};
