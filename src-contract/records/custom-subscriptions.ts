import { z } from 'zod';
import { cloudProtocols } from '#contract/constants.ts';
import { Count, Id, openEnum, UnixSeconds } from '#contract/values.ts';

/** What an item of a custom subscription can be (specification, part 1, Custom subscription). */
export const itemTypes = [
  'user_config',
  'cloud_server_config',
  'paid_option',
  'paid_option_index',
  'paid_option_config',
] as const;

export const SubscriptionSummary = z.object({
  id: Id,
  title: z.string(),
  subscription_key: z.string(),
  items_count: Count,
});
export type SubscriptionSummary = z.output<typeof SubscriptionSummary>;

/** Item as a change of the set answers. */
export const SubscriptionItem = z.object({
  id: Id,
  item_type: openEnum(itemTypes),
  item_reference_id: Id,
  /** 0 is a value: the first of a paid option's configurations. */
  item_index: Count.nullable().optional(),
  resolved_title: z.string().nullable(),
  /** `false` once the thing behind it is gone or has expired. */
  is_valid: z.boolean(),
});
export type SubscriptionItem = z.output<typeof SubscriptionItem>;

/** Item as the detail shows it. The structure of `server_config` is not shown; it may be `null`. */
export const SubscriptionDetailItem = SubscriptionItem.extend({
  server_config: z.unknown().refine((value) => value !== undefined, 'required'),
});

/** Summary and items, as creating and replacing the set answer. */
export const SubscriptionWithItems = SubscriptionSummary.extend({
  items: z.array(SubscriptionItem),
});

export const SubscriptionDetail = SubscriptionSummary.extend({
  items: z.array(SubscriptionDetailItem),
});
export type SubscriptionDetail = z.output<typeof SubscriptionDetail>;

/** A configuration that can be put into a custom subscription; its title may be absent. */
export const AvailableConfig = z.object({
  id: Id,
  title: z.string().nullable(),
  protocol: openEnum(cloudProtocols),
  location_emoji: z.string().optional(),
  expires_at: UnixSeconds,
  is_online: z.boolean(),
  source: openEnum(['user_config', 'cloud_server_config']),
  cloud_server_id: Id.optional(),
});

export const AvailableIndex = z.object({
  type: z.literal('index'),
  index: z.int(),
  original_title: z.string(),
  custom_title: z.string().nullable(),
});
export type AvailableIndex = z.output<typeof AvailableIndex>;

export const AvailableServerConfig = z.object({
  type: z.literal('server'),
  id: Id,
  server_id: Id,
  title: z.string().nullable(),
  is_online: z.boolean(),
});
export type AvailableServerConfig = z.output<typeof AvailableServerConfig>;

/** A kind that the specification does not know yet. */
const AvailableOther = z.object({
  type: z.string().refine((type) => type !== 'index' && type !== 'server'),
});

/** One of the cases above; tell them apart with `isAvailableIndex` and `isAvailableServerConfig`. */
export const AvailableOptionConfig = z.union([
  AvailableIndex,
  AvailableServerConfig,
  AvailableOther,
]);
export type AvailableOptionConfig = z.output<typeof AvailableOptionConfig>;

export function isAvailableIndex(config: AvailableOptionConfig): config is AvailableIndex {
  return config.type === 'index';
}

export function isAvailableServerConfig(
  config: AvailableOptionConfig,
): config is AvailableServerConfig {
  return config.type === 'server';
}

/** A paid option that can be put into a custom subscription, whole or by configuration. */
export const AvailablePaidOption = z.object({
  id: Id,
  title: z.string().nullable(),
  expires_at: UnixSeconds,
  configs: z.array(AvailableOptionConfig),
});
export type AvailablePaidOption = z.output<typeof AvailablePaidOption>;

export const AvailableItems = z.object({
  configs: z.array(AvailableConfig),
  paid_options: z.array(AvailablePaidOption),
});
export type AvailableItems = z.output<typeof AvailableItems>;

/** Whether a custom subscription uses its own XRay template. */
export const TemplateSettings = z.object({ enabled: z.boolean() });
