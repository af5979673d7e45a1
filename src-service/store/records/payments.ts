import type { PurchasedPromocode } from '#contract/records/money.ts';
import type { Named } from './owned.ts';

export type PromocodeRecord = Named<PurchasedPromocode> & { account_id: number };

export interface PendingPayment {
  token: string;
  account_id: number;
  history_id: number;
  paid: boolean;
  label: string;
  price: string;
  /** Does what was ordered. */
  carryOut: () => unknown;
}
