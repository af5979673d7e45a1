import type { Page } from 'playwright-core';
import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import type { FakeOptions } from '#test/renderer/fake/options.ts';
import { purchaseEntry } from '#test/renderer/scenes/entry.ts';
import { money, none } from './read-cache.ts';
import type { Scene } from '#test/renderer/scenes/scene.ts';

/** What the money section shows, in every state it can be in. */

const now = Date.now();

const old: FakeOptions = {
  ...money,
  libraryAge: 3 * 3_600_000,
  libraryFailure: { kind: 'offline', reason: 'unreachable' },
  sync: { network: 'offline', offlineSince: now - 3 * 3_600_000 },
  pollEvery: 0,
};
const refused: FakeOptions = { libraryFailure: { kind: 'forbidden', status: 403 } };

const entry = purchaseEntry({
  endpoint: 'balance.topup',
  productKind: null,
  input: { body: { amount: 500, payment_method_id: 3 } },
  state: 'waiting',
  balance: { before: 2340, last: 2340 },
  secrets: [{ name: 'payment-link', hidden: 60 }],
  link: { host: 'pay.example.com', confirmed: false, opens: true },
});
const withEntries = (...entries: readonly PurchaseEntry[]): FakeOptions => ({
  ...money,
  journal: { entries, unreadable: [], persistent: true },
});

/** The form that withdraws, filled in; its question is open where `ask`. */
function fill(way: 'sbp' | 'card', amount: string, number: string, ask: boolean) {
  return async (page: Page): Promise<void> => {
    await page
      .locator('form [role=radiogroup] label')
      .nth(way === 'card' ? 1 : 0)
      .click();
    await page.locator('form input[inputmode=numeric]').first().fill(amount);
    if (way === 'sbp') await page.locator('fieldset fieldset [type=radio]').nth(1).check();
    await page.locator('[data-passing-number]').fill(number);
    await page.locator('[data-passing-number]').blur();
    if (ask) await page.locator('form button[type=submit]').click();
    await page.locator('[data-passing-number]').scrollIntoViewIfNeeded();
  };
}

/** A withdrawal whose answer was lost, and of which nothing was seen since. */
const unseenWithdrawal = withEntries({
  ...entry,
  endpoint: 'referral.withdrawCard',
  input: { body: { amount: 1500 } },
  lastDigits: '5556',
  state: 'not-seen',
  failure: { kind: 'outcome-unknown', endpoint: 'referral.withdrawCard' },
  balance: { before: 6150, last: 6150 },
  secrets: [],
  link: null,
  needsInput: true,
});

export const moneyScenes: readonly Scene[] = [
  {
    name: 'money-balance',
    path: '/money',
    fake: money,
    act: async (page) => {
      await page.locator('form input').first().fill('500');
      await page.locator('fieldset [type=radio]').first().waitFor();
    },
  },
  { name: 'money-balance-first', path: '/money', fake: money },
  {
    name: 'money-balance-wrong',
    path: '/money/balance',
    fake: money,
    act: (page) => page.locator('form input').first().fill('15001'),
  },
  {
    name: 'money-balance-refused',
    path: '/money/balance',
    fake: {
      ...money,
      failures: {
        'purchases.submit': {
          kind: 'rejected',
          status: 400,
          errorCode: 46,
          message: 'INVALID_TOPUP_AMOUNT',
        },
      },
    },
    act: async (page) => {
      await page.locator('form input').first().fill('500');
      await page.locator('fieldset [type=radio]').first().waitFor();
      await page.locator('form button[type=submit]').click();
      await page.locator('form').getByRole('alert').scrollIntoViewIfNeeded();
    },
  },
  { name: 'money-balance-waiting', path: '/money/balance', fake: withEntries(entry) },
  {
    name: 'money-rules',
    path: '/money/balance',
    fake: money,
    act: (page) => page.locator('main li').last().scrollIntoViewIfNeeded(),
  },
  { name: 'money-history', path: '/money/history', fake: money },
  {
    name: 'money-history-end',
    path: '/money/history',
    fake: money,
    act: (page) => page.locator('nav button').last().scrollIntoViewIfNeeded(),
  },
  { name: 'money-history-empty', path: '/money/history', fake: none },
  { name: 'money-keys', path: '/money/keys', fake: money },
  { name: 'money-keys-empty', path: '/money/keys', fake: none },
  { name: 'money-referral', path: '/money/referral', fake: money },
  { name: 'money-referral-empty', path: '/money/referral', fake: none },
  {
    name: 'money-entries',
    path: '/money/referral',
    fake: money,
    act: (page) => page.locator('tbody tr').last().scrollIntoViewIfNeeded(),
  },
  {
    name: 'money-withdraw-phone',
    path: '/money/referral',
    fake: money,
    act: fill('sbp', '7000', '8 (900) 123-45-67', false),
  },
  {
    name: 'money-withdraw-question',
    path: '/money/referral',
    fake: money,
    act: fill('sbp', '1500', '+7 900 123-45-67', true),
  },
  {
    name: 'money-withdraw-card',
    path: '/money/referral',
    fake: money,
    act: fill('card', '1500', '4000 0566 5566 5557', false),
  },
  {
    name: 'money-withdraw-refused',
    path: '/money/referral',
    fake: {
      ...money,
      failures: {
        'purchases.submit': {
          kind: 'rejected',
          status: 400,
          message: 'the referral balance is too small',
        },
      },
    },
    act: async (page) => {
      await fill('card', '7000', '4000 0566 5566 5556', true)(page);
      await page.locator('[data-question] button[type=submit]').click();
      await page.locator('[data-question]').getByRole('alert').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'money-withdraw-unseen',
    path: '/money/referral',
    fake: unseenWithdrawal,
  },
  {
    name: 'money-in-the-way',
    path: '/money/balance',
    fake: withEntries({
      ...entry,
      endpoint: 'configs.create',
      productKind: 'config',
      state: 'finding-out',
      link: null,
    }),
    act: async (page) => {
      await page.locator('form input').first().fill('500');
      await page.locator('fieldset [type=radio]').first().waitFor();
      await page.locator('form button[type=submit]').click();
      await page.locator('form').getByRole('alert').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'money-withdraw-again',
    path: '/money/referral',
    fake: unseenWithdrawal,
    act: (page) => page.locator('[data-entry=not-seen] button').first().click(),
  },
  { name: 'money-loading', path: '/money/referral' },
  { name: 'money-offline', path: '/money/history', fake: old },
  { name: 'money-offline-balance', path: '/money/balance', fake: old },
  { name: 'money-forbidden', path: '/money/keys', fake: refused },
];
