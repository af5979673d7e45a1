import { z } from 'zod';
import { endpoint, forWindow, limited, payment } from '#contract/endpoint.ts';
import { ActivationKey, afterRenewal, paymentFields, PaymentLink } from '#contract/purchase.ts';
import {
  PaidOption,
  PaidOptionSubscription,
  PaidOptionTariff,
  PanelDevices,
} from '#contract/records/paid-options.ts';
import { AutoRenewal, ServerStatistics } from '#contract/records/shared.ts';
import { AutoRenewalBody, DeviceLimit, Id, Title64 } from '#contract/values.ts';

/** What a change of one of its configurations makes out of date. */
export const afterChange = [
  'paidOptions.list',
  'customSubscriptions.availableItems',
  'customSubscriptions.get',
] as const;

/** Specification, part 2, Paid options: the options themselves. Which number `:id` is, is not shown. */
export const paidOptions = {
  'paidOptions.list': endpoint({
    ...forWindow.read,
    path: '/paid-options',
    ...limited(60, 60),
    data: z.array(PaidOption),
    answerSize: 'large',
    secrets: ['[].configs[].connection_url', '[].configs[].xray_config'],
  }),
  'paidOptions.tariffs': endpoint({
    ...forWindow.read,
    path: '/paid-options/tariffs',
    data: z.array(PaidOptionTariff),
  }),
  'paidOptions.create': endpoint({
    ...payment,
    path: '/paid-options',
    body: z.strictObject({
      paid_option_id: Id,
      ...paymentFields,
      tariff_id: Id.optional(),
      as_key: z.boolean().optional(),
    }),
    data: z.union([PaidOption, ActivationKey, PaymentLink]),
    answerSize: 'medium',
    statuses: [201],
    consent: { kind: 'purchase', product: 'option', action: 'buy' },
    makesStale: ['paidOptions.list', 'paidOptions.subscription', ...afterRenewal],
    secrets: ['configs[].connection_url', 'configs[].xray_config', 'promocode'],
  }),
  'paidOptions.devices': endpoint({
    ...forWindow.read,
    path: '/paid-options/:id/devices',
    ...limited(60, 60),
    data: PanelDevices,
    answerSize: 'large',
  }),
  'paidOptions.subscription': endpoint({
    ...forWindow.read,
    path: '/paid-options/:id/subscription',
    ...limited(60, 60),
    data: PaidOptionSubscription,
  }),
  'paidOptions.setLimits': endpoint({
    ...forWindow.setting,
    path: '/paid-options/:id/limits',
    ...limited(1, 5),
    body: z.strictObject({
      /** 0 = unlimited, which reads as `null`. */
      device_limit: DeviceLimit.optional(),
      /** Bytes; 0 = unlimited. */
      traffic_limit: z.int().min(0).optional(),
    }),
    makesStale: ['paidOptions.subscription'],
  }),
  'paidOptions.setTitle': endpoint({
    ...forWindow.setting,
    path: '/paid-options/:id/titles/:index',
    ...limited(5, 2),
    body: z.strictObject({ title: Title64 }),
    makesStale: afterChange,
  }),
  'paidOptions.resetTitle': endpoint({
    ...forWindow.removal,
    path: '/paid-options/:id/titles/:index',
    ...limited(5, 2),
    makesStale: afterChange,
  }),
  'paidOptions.stats': endpoint({
    ...forWindow.read,
    path: '/paid-options/:id/stats/:index',
    ...limited(3, 5),
    data: ServerStatistics,
    answerSize: 'medium',
  }),
  /** `device_id` is the device's `hwid`. */
  'paidOptions.deleteDevice': endpoint({
    ...forWindow.removal,
    path: '/paid-options/:id/devices/:device_id',
    ...limited(20, 60),
    makesStale: ['paidOptions.devices'],
  }),
  'paidOptions.deleteAllDevices': endpoint({
    ...forWindow.removal,
    path: '/paid-options/:id/devices',
    ...limited(1, 5),
    makesStale: ['paidOptions.devices'],
  }),
  'paidOptions.setAutoRenewal': endpoint({
    ...forWindow.setting,
    path: '/paid-options/:id/auto-renewal',
    body: AutoRenewalBody,
    data: AutoRenewal,
    consent: { kind: 'auto-renewal', product: 'option' },
    makesStale: ['paidOptions.list'],
  }),
};
