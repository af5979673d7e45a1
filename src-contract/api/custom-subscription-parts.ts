import { z } from 'zod';
import { endpoint, global, limited } from '../endpoint.ts';
import { TemplateSettings } from '../records/custom-subscriptions.ts';
import { DeviceSettings, SubscriptionDevices } from '../records/devices.ts';
import { DeviceLimit, DevicePageQuery, Done, Id } from '../values.ts';

const ById = z.strictObject({ id: Id });
const ByDevice = z.strictObject({ id: Id, deviceId: Id });

/** Specification, part 2, Custom subscriptions: the rows about the XRay template and the devices. */
export const customSubscriptionParts = {
  'customSubscriptions.templateSettings': endpoint({
    id: 'customSubscriptions.templateSettings',
    method: 'GET',
    path: '/profile/custom-subscriptions/:id/xray-template/settings',
    ...global(60),
    input: z.strictObject({ path: ById }),
    data: TemplateSettings,
    statuses: [200],
    effect: 'read',
  }),
  'customSubscriptions.setTemplateSettings': endpoint({
    id: 'customSubscriptions.setTemplateSettings',
    method: 'PATCH',
    path: '/profile/custom-subscriptions/:id/xray-template/settings',
    ...limited(3, 1),
    input: z.strictObject({ path: ById, body: z.strictObject({ enabled: z.boolean() }) }),
    data: TemplateSettings,
    statuses: [200],
    effect: 'set',
    makesStale: ['customSubscriptions.templateSettings'],
  }),
  /** JSON inside a string. */
  'customSubscriptions.template': endpoint({
    id: 'customSubscriptions.template',
    method: 'GET',
    path: '/profile/custom-subscriptions/:id/xray-template',
    ...global(60),
    input: z.strictObject({ path: ById }),
    data: z.string(),
    statuses: [200],
    effect: 'read',
    secrets: [''],
  }),
  'customSubscriptions.setTemplate': endpoint({
    id: 'customSubscriptions.setTemplate',
    method: 'PUT',
    path: '/profile/custom-subscriptions/:id/xray-template',
    ...limited(3, 1),
    input: z.strictObject({
      path: ById,
      body: z.strictObject({
        /** JSON. */
        template: z.string(),
      }),
    }),
    data: Done,
    statuses: [200],
    effect: 'set',
    makesStale: ['customSubscriptions.template'],
  }),
  /** Back to the default. */
  'customSubscriptions.resetTemplate': endpoint({
    id: 'customSubscriptions.resetTemplate',
    method: 'DELETE',
    path: '/profile/custom-subscriptions/:id/xray-template',
    ...limited(3, 2),
    input: z.strictObject({ path: ById }),
    data: Done,
    statuses: [200],
    effect: 'remove',
    makesStale: ['customSubscriptions.template'],
  }),
  'customSubscriptions.devices': endpoint({
    id: 'customSubscriptions.devices',
    method: 'GET',
    path: '/profile/custom-subscriptions/:id/devices',
    ...global(300),
    input: z.strictObject({ path: ById, query: DevicePageQuery }),
    data: SubscriptionDevices,
    statuses: [200],
    effect: 'read',
  }),
  'customSubscriptions.deviceSettings': endpoint({
    id: 'customSubscriptions.deviceSettings',
    method: 'GET',
    path: '/profile/custom-subscriptions/:id/devices/settings',
    ...global(300),
    input: z.strictObject({ path: ById }),
    data: DeviceSettings,
    statuses: [200],
    effect: 'read',
  }),
  'customSubscriptions.setDeviceSettings': endpoint({
    id: 'customSubscriptions.setDeviceSettings',
    method: 'PATCH',
    path: '/profile/custom-subscriptions/:id/devices/settings',
    ...limited(3, 1),
    input: z.strictObject({
      path: ById,
      body: z.strictObject({
        block_unknown_devices: z.boolean().optional(),
        device_limit: DeviceLimit.optional(),
      }),
    }),
    data: DeviceSettings,
    statuses: [200],
    effect: 'set',
    makesStale: ['customSubscriptions.deviceSettings'],
  }),
  'customSubscriptions.setDeviceBlocked': endpoint({
    id: 'customSubscriptions.setDeviceBlocked',
    method: 'PATCH',
    path: '/profile/custom-subscriptions/:id/devices/:deviceId/blocked',
    ...limited(3, 1),
    input: z.strictObject({ path: ByDevice, body: z.strictObject({ is_blocked: z.boolean() }) }),
    data: Done,
    statuses: [200],
    effect: 'set',
    makesStale: ['customSubscriptions.devices'],
  }),
  'customSubscriptions.deleteDevice': endpoint({
    id: 'customSubscriptions.deleteDevice',
    method: 'DELETE',
    path: '/profile/custom-subscriptions/:id/devices/:deviceId',
    ...limited(3, 1),
    input: z.strictObject({ path: ByDevice }),
    data: Done,
    statuses: [200],
    effect: 'remove',
    makesStale: ['customSubscriptions.devices'],
  }),
  'customSubscriptions.deleteAllDevices': endpoint({
    id: 'customSubscriptions.deleteAllDevices',
    method: 'DELETE',
    path: '/profile/custom-subscriptions/:id/devices',
    ...limited(1, 2),
    input: z.strictObject({ path: ById }),
    data: z.looseObject({ deleted_count: z.number() }),
    statuses: [200],
    effect: 'remove',
    makesStale: ['customSubscriptions.devices'],
  }),
};
