import { z } from 'zod';
import { CardNumber, PhoneNumber } from '#contract/rules/cards.ts';
import { endpoint, global, limited } from '#contract/endpoint.ts';
import { PaymentLink } from '#contract/purchase.ts';
import {
  Payment,
  PurchasedPromocode,
  ReferralEntry,
  SbpBank,
  TopupPrice,
  Withdrawal,
} from '#contract/records/money.ts';
import { BankId, Done, HistoryQuery, Id, TopupAmount, WithdrawalAmount } from '#contract/values.ts';

/** Specification, part 2, Referral, balance, messenger link, history, promocodes. */
export const money = {
  'referral.list': endpoint({
    method: 'GET',
    path: '/profile/referral',
    ...global(300),
    input: z.strictObject({ query: HistoryQuery }),
    data: z.array(ReferralEntry),
    answerSize: 'medium',
    effect: 'read',
    exposure: 'window',
  }),
  'referral.sbpBanks': endpoint({
    method: 'GET',
    path: '/profile/referral/withdraw/sbp-bank-list',
    ...limited(5, 5),
    input: z.strictObject({}),
    data: z.array(SbpBank),
    answerSize: 'medium',
    effect: 'read',
    exposure: 'window',
  }),
  'referral.withdrawSbp': endpoint({
    method: 'POST',
    path: '/profile/referral/withdraw/sbp',
    ...limited(1, 3),
    input: z.strictObject({
      body: z.strictObject({
        bank_id: BankId,
        amount: WithdrawalAmount,
        phone_number: PhoneNumber,
      }),
    }),
    data: Withdrawal,
    statuses: [201],
    effect: 'money',
    exposure: 'journal',
    consent: { kind: 'withdrawal' },
    makesStale: ['referral.list', 'profile.get'],
  }),
  'referral.withdrawCard': endpoint({
    method: 'POST',
    path: '/profile/referral/withdraw/card',
    ...limited(1, 3),
    input: z.strictObject({
      body: z.strictObject({ amount: WithdrawalAmount, card_number: CardNumber }),
    }),
    data: Withdrawal,
    statuses: [201],
    effect: 'money',
    exposure: 'journal',
    consent: { kind: 'withdrawal' },
    makesStale: ['referral.list', 'profile.get'],
  }),
  'balance.calculate': endpoint({
    method: 'GET',
    path: '/profile/balance/calculate',
    ...limited(5, 1),
    input: z.strictObject({ query: z.strictObject({ amount: TopupAmount }) }),
    data: z.array(TopupPrice),
    answerSize: 'medium',
    effect: 'read',
    exposure: 'window',
  }),
  'balance.topup': endpoint({
    method: 'POST',
    path: '/profile/balance/topup',
    ...limited(1, 1),
    input: z.strictObject({
      body: z.strictObject({ amount: TopupAmount, payment_method_id: Id }),
    }),
    data: PaymentLink,
    effect: 'money',
    exposure: 'journal',
    makesStale: ['profile.get', 'payments.history'],
    errors: [46],
  }),
  'messenger.connection': endpoint({
    method: 'GET',
    path: '/profile/messenger/connection',
    ...global(200),
    input: z.strictObject({}),
    data: z.boolean(),
    effect: 'read',
    exposure: 'window',
  }),
  /**
   * A link to the messenger's bot; its binding code links the account of the user who opens it.
   */
  'messenger.connect': endpoint({
    method: 'POST',
    path: '/profile/messenger/connection',
    ...limited(3, 60),
    input: z.strictObject({}),
    data: z.string(),
    effect: 'create',
    exposure: 'journal',
    makesStale: ['messenger.connection', 'profile.get'],
    secrets: [''],
  }),
  'messenger.disconnect': endpoint({
    method: 'DELETE',
    path: '/profile/messenger/connection',
    ...limited(3, 60),
    input: z.strictObject({}),
    data: Done,
    effect: 'remove',
    makesStale: ['messenger.connection', 'profile.get'],
    exposure: 'window',
  }),
  'payments.history': endpoint({
    method: 'GET',
    path: '/profile/payments-history',
    ...global(300),
    input: z.strictObject({ query: HistoryQuery }),
    data: z.array(Payment),
    answerSize: 'medium',
    effect: 'read',
    exposure: 'window',
  }),
  'promocodes.list': endpoint({
    method: 'GET',
    path: '/profile/promocodes',
    ...limited(30, 60),
    input: z.strictObject({ query: HistoryQuery }),
    data: z.array(PurchasedPromocode),
    answerSize: 'medium',
    effect: 'read',
    exposure: 'window',
    secrets: ['[].code'],
  }),
};
