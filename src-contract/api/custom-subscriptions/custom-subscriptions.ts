import { z } from 'zod';
import { endpoint, forWindow, limited } from '#contract/endpoint.ts';
import {
  AvailableItems,
  itemTypes,
  SubscriptionDetail,
  SubscriptionSummary,
  SubscriptionWithItems,
} from '#contract/records/custom-subscriptions.ts';
import { Id, Title64 } from '#contract/values.ts';

const Items = z
  .array(
    z.strictObject({
      item_type: z.enum(itemTypes),
      item_reference_id: Id,
      /** For `paid_option_index`. */
      item_index: z.int().min(0).max(20).optional(),
    }),
  )
  .min(1)
  .max(50);

/** Specification, part 2, Custom subscriptions: the subscriptions themselves. */
export const customSubscriptions = {
  'customSubscriptions.list': endpoint({
    ...forWindow.read,
    path: '/profile/custom-subscriptions',
    data: z.array(SubscriptionSummary),
    answerSize: 'large',
    secrets: ['[].subscription_key'],
  }),
  'customSubscriptions.availableItems': endpoint({
    ...forWindow.read,
    path: '/profile/custom-subscriptions/available-items',
    data: AvailableItems,
    answerSize: 'whole',
  }),
  /** What `server_config` holds is not shown: it may open the server, so it counts as secret. */
  'customSubscriptions.get': endpoint({
    ...forWindow.read,
    path: '/profile/custom-subscriptions/:id',
    data: SubscriptionDetail,
    answerSize: 'large',
    secrets: ['subscription_key', 'items[].server_config'],
    writtenBack: true,
  }),
  'customSubscriptions.create': endpoint({
    ...forWindow.creation,
    path: '/profile/custom-subscriptions',
    ...limited(3, 5),
    body: z.strictObject({ title: Title64, items: Items }),
    data: SubscriptionWithItems,
    answerSize: 'large',
    statuses: [201],
    makesStale: ['customSubscriptions.list'],
    secrets: ['subscription_key'],
  }),
  'customSubscriptions.setTitle': endpoint({
    ...forWindow.setting,
    path: '/profile/custom-subscriptions/:id/title',
    ...limited(5, 1),
    body: z.strictObject({ title: Title64 }),
    data: SubscriptionSummary,
    makesStale: ['customSubscriptions.list', 'customSubscriptions.get'],
    secrets: ['subscription_key'],
  }),
  'customSubscriptions.setItems': endpoint({
    ...forWindow.setting,
    method: 'PUT',
    path: '/profile/custom-subscriptions/:id/items',
    ...limited(3, 2),
    body: z.strictObject({ items: Items }),
    data: SubscriptionWithItems,
    answerSize: 'large',
    makesStale: ['customSubscriptions.list', 'customSubscriptions.get'],
    secrets: ['subscription_key'],
  }),
  /** The old key stops working. */
  'customSubscriptions.resetKey': endpoint({
    method: 'POST',
    path: '/profile/custom-subscriptions/:id/reset-key',
    ...limited(2, 10),
    data: SubscriptionSummary,
    statuses: [201],
    effect: 'invalidates',
    exposure: 'journal',
    consent: { kind: 'key-reset', of: 'subscription' },
    makesStale: [
      'customSubscriptions.list',
      'customSubscriptions.get',
      'customSubscriptions.encryptedLink',
    ],
    secrets: ['subscription_key'],
  }),
  'customSubscriptions.delete': endpoint({
    ...forWindow.removal,
    path: '/profile/custom-subscriptions/:id',
    ...limited(3, 2),
    makesStale: [
      'customSubscriptions.list',
      'customSubscriptions.get',
      'customSubscriptions.encryptedLink',
      'customSubscriptions.templateSettings',
      'customSubscriptions.template',
      'customSubscriptions.devices',
      'customSubscriptions.deviceSettings',
    ],
  }),
  'customSubscriptions.encryptedLink': endpoint({
    ...forWindow.read,
    path: '/profile/custom-subscriptions/:id/encrypted-subscription-link',
    ...limited(3, 60),
    data: z.string(),
    secrets: [''],
  }),
};
