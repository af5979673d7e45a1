import { z } from 'zod';
import { endpoint, forWindow, global, limited } from '#contract/endpoint.ts';
import { TemplateSettings } from '#contract/records/custom-subscriptions.ts';
import { DeviceSettings, SubscriptionDevices } from '#contract/records/devices.ts';
import { Count, DevicePageQuery, DeviceSettingsBody, LongText } from '#contract/values.ts';

/** Specification, part 2, Custom subscriptions: the XRay template and the devices. */
export const customSubscriptionParts = {
  'customSubscriptions.templateSettings': endpoint({
    ...forWindow.read,
    path: '/profile/custom-subscriptions/:id/xray-template/settings',
    ...global(60),
    data: TemplateSettings,
  }),
  'customSubscriptions.setTemplateSettings': endpoint({
    ...forWindow.setting,
    path: '/profile/custom-subscriptions/:id/xray-template/settings',
    ...limited(3, 1),
    body: z.strictObject({ enabled: z.boolean() }),
    data: TemplateSettings,
    makesStale: ['customSubscriptions.templateSettings'],
  }),
  /** JSON inside a string. */
  'customSubscriptions.template': endpoint({
    ...forWindow.read,
    path: '/profile/custom-subscriptions/:id/xray-template',
    ...global(60),
    data: z.string(),
    answerSize: 'large',
    secrets: [''],
  }),
  'customSubscriptions.setTemplate': endpoint({
    ...forWindow.setting,
    method: 'PUT',
    path: '/profile/custom-subscriptions/:id/xray-template',
    ...limited(3, 1),
    body: z.strictObject({ template: LongText }),
    makesStale: ['customSubscriptions.template'],
  }),
  'customSubscriptions.resetTemplate': endpoint({
    ...forWindow.removal,
    path: '/profile/custom-subscriptions/:id/xray-template',
    ...limited(3, 2),
    makesStale: ['customSubscriptions.template'],
  }),
  'customSubscriptions.devices': endpoint({
    ...forWindow.read,
    path: '/profile/custom-subscriptions/:id/devices',
    query: DevicePageQuery,
    data: SubscriptionDevices,
    answerSize: 'medium',
  }),
  'customSubscriptions.deviceSettings': endpoint({
    ...forWindow.read,
    path: '/profile/custom-subscriptions/:id/devices/settings',
    data: DeviceSettings,
  }),
  'customSubscriptions.setDeviceSettings': endpoint({
    ...forWindow.setting,
    path: '/profile/custom-subscriptions/:id/devices/settings',
    ...limited(3, 1),
    body: DeviceSettingsBody,
    data: DeviceSettings,
    makesStale: ['customSubscriptions.deviceSettings'],
  }),
  'customSubscriptions.setDeviceBlocked': endpoint({
    ...forWindow.setting,
    path: '/profile/custom-subscriptions/:id/devices/:deviceId/blocked',
    ...limited(3, 1),
    body: z.strictObject({ is_blocked: z.boolean() }),
    makesStale: ['customSubscriptions.devices'],
  }),
  'customSubscriptions.deleteDevice': endpoint({
    ...forWindow.removal,
    path: '/profile/custom-subscriptions/:id/devices/:deviceId',
    ...limited(3, 1),
    makesStale: ['customSubscriptions.devices'],
  }),
  'customSubscriptions.deleteAllDevices': endpoint({
    ...forWindow.removal,
    path: '/profile/custom-subscriptions/:id/devices',
    ...limited(1, 2),
    data: z.object({ deleted_count: Count }),
    makesStale: ['customSubscriptions.devices'],
  }),
};
