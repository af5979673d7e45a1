import { z } from 'zod';
import { CardNumber, PhoneNumber } from '#contract/rules/cards.ts';
import { endpoint, forWindow, global, limited, payment } from '#contract/endpoint.ts';
import { PaymentLink } from '#contract/purchase.ts';
import {
  Payment,
  PurchasedPromocode,
  ReferralEntry,
  SbpBank,
  TopupPrice,
  Withdrawal,
} from '#contract/records/money.ts';
import { BankId, HistoryQuery, Id, TopupAmount, WithdrawalAmount } from '#contract/values.ts';

const withdrawal = {
  ...payment,
  ...limited(1, 3),
  data: Withdrawal,
  statuses: [201],
  consent: { kind: 'withdrawal' },
  makesStale: ['referral.list', 'profile.get'],
} as const;

/** Specification, part 2, Referral, balance, messenger link, history, promocodes. */
export const money = {
  'referral.list': endpoint({
    ...forWindow.read,
    path: '/profile/referral',
    query: HistoryQuery,
    data: z.array(ReferralEntry),
  }),
  'referral.sbpBanks': endpoint({
    ...forWindow.read,
    path: '/profile/referral/withdraw/sbp-bank-list',
    ...limited(5, 5),
    data: z.array(SbpBank),
  }),
  'referral.withdrawSbp': endpoint({
    ...withdrawal,
    path: '/profile/referral/withdraw/sbp',
    body: z.strictObject({ bank_id: BankId, amount: WithdrawalAmount, phone_number: PhoneNumber }),
  }),
  'referral.withdrawCard': endpoint({
    ...withdrawal,
    path: '/profile/referral/withdraw/card',
    body: z.strictObject({ amount: WithdrawalAmount, card_number: CardNumber }),
  }),
  'balance.calculate': endpoint({
    ...forWindow.read,
    path: '/profile/balance/calculate',
    ...limited(5, 1),
    query: z.strictObject({ amount: TopupAmount }),
    data: z.array(TopupPrice),
  }),
  'balance.topup': endpoint({
    ...payment,
    path: '/profile/balance/topup',
    body: z.strictObject({ amount: TopupAmount, payment_method_id: Id }),
    data: PaymentLink,
    makesStale: ['profile.get', 'payments.history'],
    errors: [46],
  }),
  'messenger.connection': endpoint({
    ...forWindow.read,
    path: '/profile/messenger/connection',
    ...global(200),
    data: z.boolean(),
  }),
  /** A link to the messenger's bot: whoever opens it has their account linked. */
  'messenger.connect': endpoint({
    method: 'POST',
    path: '/profile/messenger/connection',
    ...limited(3, 60),
    data: z.string(),
    effect: 'create',
    exposure: 'journal',
    makesStale: ['messenger.connection', 'profile.get'],
    secrets: [''],
  }),
  'messenger.disconnect': endpoint({
    ...forWindow.removal,
    path: '/profile/messenger/connection',
    ...limited(3, 60),
    makesStale: ['messenger.connection', 'profile.get'],
  }),
  'payments.history': endpoint({
    ...forWindow.read,
    path: '/profile/payments-history',
    query: HistoryQuery,
    data: z.array(Payment),
  }),
  'promocodes.list': endpoint({
    ...forWindow.read,
    path: '/profile/promocodes',
    ...limited(30, 60),
    query: HistoryQuery,
    data: z.array(PurchasedPromocode),
    secrets: ['[].code'],
  }),
};
