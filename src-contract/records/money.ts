import { z } from 'zod';
import { Days, Id, openEnum, Price, Roubles, UnixSeconds } from '#contract/values.ts';

/** Referral entry. The values of `method` and `status` are not shown. */
export const ReferralEntry = z.object({
  amount: Roubles,
  method: z.string().optional(),
  account: z.string().optional(),
  status: z.string().optional(),
  created_at: UnixSeconds,
  email: z.string().optional(),
});
export type ReferralEntry = z.output<typeof ReferralEntry>;

export const Withdrawal = z.object({ id: Id, created_at: UnixSeconds });

/** Bank that withdrawals by SBP go to; its id is a string. */
export const SbpBank = z.object({ id: z.string(), name: z.string() });

/** What a top-up costs by one payment method, in that method's currency. */
export const TopupPrice = z.object({
  id: Id,
  /** For example sbp, ton. */
  method_key: z.string(),
  display_name: z.string(),
  price: Price,
  currency: openEnum(['RUB', 'TON']),
});
export type TopupPrice = z.output<typeof TopupPrice>;

export const Payment = z.object({
  id: Id,
  /** As the service writes it; never computed with. */
  amount: z.string().nullable(),
  type: openEnum([
    'new_config',
    'renewal',
    'cloud_server',
    'paid_option',
    'balance_topup',
  ]).nullable(),
  method: openEnum(['sbp', 'card', 'ton', 'usdt', 'stars', 'balance', 'promocode', 'referral']),
  days: Days,
  is_paid: z.boolean(),
  as_key: z.boolean(),
  created_at: UnixSeconds,
});
export type Payment = z.output<typeof Payment>;

/** Activation key that was bought; `is_active` false once it was used. */
export const PurchasedPromocode = z.object({
  id: Id,
  /** Four groups of four characters, separated by hyphens. */
  code: z.string(),
  activation_days: Days,
  product_type: openEnum(['configs', 'paid_options', 'cloud_servers']),
  is_active: z.boolean(),
  created_at: UnixSeconds,
});
export type PurchasedPromocode = z.output<typeof PurchasedPromocode>;
