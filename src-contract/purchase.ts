import { z } from 'zod';
import { Days, Id, Promocode } from './values.ts';

/**
 * A purchase answers with one of distinct cases (specification, part 1, "A purchase returns one of
 * three things"): a payment link, the created or renewed resource, or an activation key. Each case
 * is a schema of its own; an endpoint joins them with `z.union`, the resource first, so that a field
 * added to a resource can never make it pass for a link. Every resource carries `expires_at`.
 */

/** Payment is required: the address to pay at. */
export const PaymentLink = z.object({ link: z.string() });
export type PaymentLink = z.output<typeof PaymentLink>;

/** Bought as a key. The same key reads `code` and `activation_days` in the list of promocodes. */
export const ActivationKey = z.object({
  promocode: z.string(),
  days: Days,
});
export type ActivationKey = z.output<typeof ActivationKey>;

/** What every payment makes stale, by whatever method. */
export const afterPayment = ['profile.get', 'payments.history', 'promocodes.list'] as const;

/** The same, and where an item of a subscription says until when it lasts. */
export const afterRenewal = [
  'customSubscriptions.availableItems',
  'customSubscriptions.get',
  ...afterPayment,
] as const;

/** How something is paid: fields of the body of every purchase. */
export const paymentFields = {
  payment_method_id: Id.optional(),
  promocode: Promocode.optional(),
  enable_auto_renewal: z.boolean().optional(),
};

type PurchaseOutcome<Resource> =
  | { readonly kind: 'resource'; readonly resource: Resource }
  | { readonly kind: 'key'; readonly key: ActivationKey }
  | { readonly kind: 'payment'; readonly link: string };

/** Distinguishes the cases of an already checked purchase result. */
export function purchaseOutcome<Data extends { expires_at: number } | ActivationKey | PaymentLink>(
  data: Data,
): PurchaseOutcome<Exclude<Data, ActivationKey | PaymentLink>> {
  const fields: Readonly<Record<string, unknown>> = data;
  if (typeof fields['expires_at'] === 'number') {
    return { kind: 'resource', resource: data as Exclude<Data, ActivationKey | PaymentLink> };
  }
  const key = ActivationKey.safeParse(data);
  if (key.success) return { kind: 'key', key: key.data };
  return { kind: 'payment', link: PaymentLink.parse(data).link };
}
