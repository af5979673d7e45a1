import { z } from 'zod';
import { endpoint, global, limited } from '#contract/endpoint.ts';
import {
  AvailableItems,
  itemTypes,
  SubscriptionDetail,
  SubscriptionSummary,
  SubscriptionWithItems,
} from '#contract/records/custom-subscriptions.ts';
import { Done, Id, Title64 } from '#contract/values.ts';

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
    method: 'GET',
    path: '/profile/custom-subscriptions',
    ...global(300),
    data: z.array(SubscriptionSummary),
    answerSize: 'large',
    effect: 'read',
    secrets: ['[].subscription_key'],
    exposure: 'window',
  }),
  'customSubscriptions.availableItems': endpoint({
    method: 'GET',
    path: '/profile/custom-subscriptions/available-items',
    ...global(300),
    data: AvailableItems,
    answerSize: 'whole',
    effect: 'read',
    exposure: 'window',
  }),
  /** What `server_config` holds is not shown: it may open the server, so it counts as secret. */
  'customSubscriptions.get': endpoint({
    method: 'GET',
    path: '/profile/custom-subscriptions/:id',
    ...global(300),
    data: SubscriptionDetail,
    answerSize: 'large',
    effect: 'read',
    secrets: ['subscription_key', 'items[].server_config'],
    exposure: 'window',
    writtenBack: true,
  }),
  'customSubscriptions.create': endpoint({
    method: 'POST',
    path: '/profile/custom-subscriptions',
    ...limited(3, 5),
    body: z.strictObject({ title: Title64, items: Items }),
    data: SubscriptionWithItems,
    answerSize: 'large',
    statuses: [201],
    effect: 'create',
    makesStale: ['customSubscriptions.list'],
    secrets: ['subscription_key'],
    exposure: 'window',
  }),
  'customSubscriptions.setTitle': endpoint({
    method: 'PATCH',
    path: '/profile/custom-subscriptions/:id/title',
    ...limited(5, 1),
    body: z.strictObject({ title: Title64 }),
    data: SubscriptionSummary,
    effect: 'set',
    makesStale: ['customSubscriptions.list', 'customSubscriptions.get'],
    secrets: ['subscription_key'],
    exposure: 'window',
  }),
  'customSubscriptions.setItems': endpoint({
    method: 'PUT',
    path: '/profile/custom-subscriptions/:id/items',
    ...limited(3, 2),
    body: z.strictObject({ items: Items }),
    data: SubscriptionWithItems,
    answerSize: 'large',
    effect: 'set',
    makesStale: ['customSubscriptions.list', 'customSubscriptions.get'],
    secrets: ['subscription_key'],
    exposure: 'window',
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
    method: 'DELETE',
    path: '/profile/custom-subscriptions/:id',
    ...limited(3, 2),
    data: Done,
    effect: 'remove',
    makesStale: [
      'customSubscriptions.list',
      'customSubscriptions.get',
      'customSubscriptions.encryptedLink',
      'customSubscriptions.templateSettings',
      'customSubscriptions.template',
      'customSubscriptions.devices',
      'customSubscriptions.deviceSettings',
    ],
    exposure: 'window',
  }),
  'customSubscriptions.encryptedLink': endpoint({
    method: 'GET',
    path: '/profile/custom-subscriptions/:id/encrypted-subscription-link',
    ...limited(3, 60),
    data: z.string(),
    effect: 'read',
    secrets: [''],
    exposure: 'window',
  }),
};
