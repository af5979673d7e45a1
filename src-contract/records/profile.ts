import { z } from 'zod';
import { Count, Hour, Id, Measure, openEnum, Roubles, TimezoneOffset } from '#contract/values.ts';

/** A personal discount (negative `percent`) or markup (positive). */
export const PricingRule = z.object({
  type: openEnum([
    'all',
    'config',
    'configs',
    'cloud_server',
    'cloud_servers',
    'paid_option',
    'paid_options',
  ]),
  product_title: z.string(),
  percent: Measure,
  comment: z.string().nullable(),
});
export type PricingRule = z.output<typeof PricingRule>;

/** Profile of the account (specification, part 1, Profile). */
export const Profile = z.object({
  id: Id,
  email: z.string().nullable(),
  uuid: z.string().nullable(),
  subscription_key: z.string().nullable(),
  /** Also values of identity providers, messengers and social networks, which are not shown. */
  sign_in_method: openEnum(['authCode', 'signIn']),
  referral_balance: Roubles,
  balance: Roubles,
  referrals_count: Count,
  is_messenger_connected: z.boolean(),
  referral_code: z.string(),
  onboarding_completed: z.boolean(),
  /** Present only when there are personal discounts or markups. */
  pricing_rules: z.array(PricingRule).optional(),
});
export type Profile = z.output<typeof Profile>;

/** When the service may notify; hours 0 to 23 in the zone of `timezone_offset` (minutes). */
export const NotificationSettings = z.object({
  renewal_reminders: z.boolean(),
  notification_start_hour: Hour,
  notification_end_hour: Hour,
  timezone_offset: TimezoneOffset,
});
export type NotificationSettings = z.output<typeof NotificationSettings>;

/** A notification; the service forgets it once it was returned. */
export const Notification = z.object({ id: Id, content: z.string() });
export type Notification = z.output<typeof Notification>;
