import { z } from 'zod';
import { endpoint, global, limited } from '#contract/endpoint.ts';
import { ActivationKey, afterRenewal, paymentFields, PaymentLink } from '#contract/purchase.ts';
import {
  PaidOption,
  PaidOptionSubscription,
  PaidOptionTariff,
  PanelDevices,
} from '#contract/records/paid-options.ts';
import { AutoRenewal, ServerStatistics } from '#contract/records/shared.ts';
import { AutoRenewalBody, DeviceLimit, Done, Id, Title64 } from '#contract/values.ts';

/** Which number `:id` is of a paid option is not shown. */

const afterTitle = [
  'paidOptions.list',
  'customSubscriptions.availableItems',
  'customSubscriptions.get',
] as const;

/** Specification, part 2, Paid options: the options themselves. */
export const paidOptions = {
  'paidOptions.list': endpoint({
    method: 'GET',
    path: '/paid-options',
    ...limited(60, 60),
    data: z.array(PaidOption),
    answerSize: 'large',
    effect: 'read',
    exposure: 'window',
    secrets: ['[].configs[].connection_url', '[].configs[].xray_config'],
  }),
  'paidOptions.tariffs': endpoint({
    method: 'GET',
    path: '/paid-options/tariffs',
    ...global(300),
    data: z.array(PaidOptionTariff),
    answerSize: 'medium',
    effect: 'read',
    exposure: 'window',
  }),
  'paidOptions.create': endpoint({
    method: 'POST',
    path: '/paid-options',
    ...limited(1, 1),
    body: z.strictObject({
      paid_option_id: Id,
      ...paymentFields,
      tariff_id: Id.optional(),
      as_key: z.boolean().optional(),
    }),
    data: z.union([PaidOption, ActivationKey, PaymentLink]),
    answerSize: 'medium',
    statuses: [201],
    effect: 'money',
    exposure: 'journal',
    consent: { kind: 'purchase', product: 'option', action: 'buy' },
    makesStale: ['paidOptions.list', 'paidOptions.subscription', ...afterRenewal],
    secrets: ['configs[].connection_url', 'configs[].xray_config', 'promocode'],
  }),
  'paidOptions.devices': endpoint({
    method: 'GET',
    path: '/paid-options/:id/devices',
    ...limited(60, 60),
    data: PanelDevices,
    answerSize: 'large',
    effect: 'read',
    exposure: 'window',
  }),
  'paidOptions.subscription': endpoint({
    method: 'GET',
    path: '/paid-options/:id/subscription',
    ...limited(60, 60),
    data: PaidOptionSubscription,
    effect: 'read',
    exposure: 'window',
  }),
  'paidOptions.setLimits': endpoint({
    method: 'PATCH',
    path: '/paid-options/:id/limits',
    ...limited(1, 5),
    body: z.strictObject({
      /** 0 = unlimited, which reads as `null`. */
      device_limit: DeviceLimit.optional(),
      /** Bytes; 0 = unlimited. */
      traffic_limit: z.int().min(0).optional(),
    }),
    data: Done,
    effect: 'set',
    exposure: 'window',
    makesStale: ['paidOptions.subscription'],
  }),
  'paidOptions.setTitle': endpoint({
    method: 'PATCH',
    path: '/paid-options/:id/titles/:index',
    ...limited(5, 2),
    body: z.strictObject({ title: Title64 }),
    data: Done,
    effect: 'set',
    exposure: 'window',
    makesStale: afterTitle,
  }),
  'paidOptions.resetTitle': endpoint({
    method: 'DELETE',
    path: '/paid-options/:id/titles/:index',
    ...limited(5, 2),
    data: Done,
    effect: 'remove',
    exposure: 'window',
    makesStale: afterTitle,
  }),
  'paidOptions.stats': endpoint({
    method: 'GET',
    path: '/paid-options/:id/stats/:index',
    ...limited(3, 5),
    data: ServerStatistics,
    answerSize: 'medium',
    effect: 'read',
    exposure: 'window',
  }),
  /** `device_id` is the device's `hwid`. */
  'paidOptions.deleteDevice': endpoint({
    method: 'DELETE',
    path: '/paid-options/:id/devices/:device_id',
    ...limited(20, 60),
    data: Done,
    effect: 'remove',
    exposure: 'window',
    makesStale: ['paidOptions.devices'],
  }),
  'paidOptions.deleteAllDevices': endpoint({
    method: 'DELETE',
    path: '/paid-options/:id/devices',
    ...limited(1, 5),
    data: Done,
    effect: 'remove',
    exposure: 'window',
    makesStale: ['paidOptions.devices'],
  }),
  'paidOptions.setAutoRenewal': endpoint({
    method: 'PATCH',
    path: '/paid-options/:id/auto-renewal',
    ...limited(1, 1),
    body: AutoRenewalBody,
    data: AutoRenewal,
    effect: 'set',
    exposure: 'window',
    consent: { kind: 'auto-renewal', product: 'option' },
    makesStale: ['paidOptions.list'],
  }),
};
