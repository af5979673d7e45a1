import type { Page } from 'playwright-core';
import type { PurchaseEntry } from '../../../src-contract/bridge/purchase-journal.ts';
import type {
  Payment,
  PurchasedPromocode,
  ReferralEntry,
  TopupPrice,
} from '../../../src-contract/records/money.ts';
import type { FakeOptions } from '../fake/options.ts';
import type { Scene } from './scene.ts';

/** What the money section shows, in every state it can be in. */

const now = Date.now();
const seconds = Math.floor(now / 1000);
const day = 86_400;
const long =
  'Скидка за то, что остались с нами, когда всё ломалось, и ещё за двух приглашённых друзей из одного города';

const profile = {
  id: 1,
  email: 'anna@example.com',
  uuid: null,
  subscription_key: null,
  sign_in_method: 'authCode',
  referral_balance: 6150,
  balance: 2340,
  referrals_count: 14,
  is_messenger_connected: true,
  referral_code: 'ANNA7K2Q',
  onboarding_completed: true,
  pricing_rules: [
    {
      type: 'configs',
      product_title: 'Конфигурации',
      percent: -10,
      comment: 'Скидка за два года с нами',
    },
    { type: 'cloud_server', product_title: 'Cloud servers', percent: 5, comment: null },
    { type: 'all', product_title: '', percent: -2.5, comment: long },
  ],
};

const kinds = [
  ['199', 'renewal', 'balance', 30, true, false],
  ['1000', 'balance_topup', 'sbp', 0, true, false],
  ['690', 'cloud_server', 'card', 30, false, false],
  ['2.180', 'new_config', 'ton', 90, true, false],
  [null, 'new_config', 'promocode', 30, true, false],
  ['199', 'new_config', 'card', 30, true, true],
  ['13.75', 'renewal', 'usdt', 180, true, false],
  ['150', null, 'referral', 0, true, false],
  ['499', 'renewal', 'stars', 90, true, false],
  ['1', 'gift_for_someone_of_another_kind', 'a_method_nobody_has_heard_of', 1, true, false],
] as const;
const payments: readonly Payment[] = Array.from({ length: 21 }, (_, n) => {
  const [amount, type, method, days, is_paid, as_key] = kinds[n % kinds.length] ?? kinds[0];
  const created_at = seconds - (n * 9 + 1) * day;
  return { id: n + 1, amount, type, method, days, is_paid, as_key, created_at };
});

const promocodes: readonly PurchasedPromocode[] = (
  [
    ['configs', 30, true],
    ['paid_options', 365, true],
    ['cloud_servers', 90, false],
    ['a_product_of_tomorrow', 7, false],
  ] as const
).map(([product_type, activation_days, is_active], n) => ({
  id: n + 1,
  code: '',
  activation_days,
  product_type,
  is_active,
  created_at: seconds - (n + 1) * 20 * day,
}));

const referral: readonly ReferralEntry[] = [
  { amount: 60, created_at: seconds - 3 * day, email: 'an***@example.com' },
  {
    amount: -1500,
    method: 'sbp',
    account: '********4512',
    status: 'completed',
    created_at: seconds - 9 * day,
  },
  {
    amount: -2000,
    method: 'card',
    account: '************0366',
    status: 'pending',
    created_at: seconds - 30 * day,
  },
  {
    amount: 120,
    created_at: seconds - 60 * day,
    email: `${'very-long-name-'.repeat(4)}@example.net`,
  },
  { amount: 10, created_at: seconds - 70 * day },
];

const prices: readonly TopupPrice[] = [
  { id: 1, method_key: 'sbp', display_name: 'СБП', price: 500, currency: 'RUB' },
  { id: 2, method_key: 'card', display_name: 'Карта', price: 515, currency: 'RUB' },
  { id: 3, method_key: 'ton', display_name: 'TON', price: 1.7342, currency: 'TON' },
  { id: 4, method_key: 'usdt', display_name: 'USDT TRC20', price: 5.4, currency: 'USDT' },
];
const tariffs = [
  [1, 'СБП', 'RUB', 50],
  [2, 'Карта', 'RUB', 1000],
  [4, 'USDT TRC20', 'USDT', 3],
].map(([id, display_name, currency, min_amount]) => ({
  id,
  display_name,
  currency,
  min_amount,
  tariffs: [],
}));
const banks = [
  'Первый пример банк',
  'Банк «Образец»',
  'Пример-Кредит',
  'Сберегательный образец',
  'Example Bank',
  'Очень длинное название банка, которое никуда не помещается и всё же должно читаться',
].map((name, n) => ({ id: `10000000090${String(n)}`, name }));

const money: FakeOptions = {
  library: {
    'profile.get': profile,
    'payments.history': payments,
    'promocodes.list': promocodes,
    'referral.list': referral,
    'referral.sbpBanks': banks,
    'balance.calculate': prices,
    'configs.tariffs': tariffs,
  },
};
const none: FakeOptions = {
  library: {
    'profile.get': { ...profile, balance: 0, referral_balance: 0, referrals_count: 0 },
    'payments.history': [],
    'promocodes.list': [],
    'referral.list': [],
  },
};
const old: FakeOptions = {
  ...money,
  libraryAge: 3 * 3_600_000,
  libraryFailure: { kind: 'offline', reason: 'unreachable' },
  sync: { network: 'offline', offlineSince: now - 3 * 3_600_000 },
  pollEvery: 0,
};
const refused: FakeOptions = { libraryFailure: { kind: 'forbidden', status: 403 } };

const entry: PurchaseEntry = {
  id: 'e1',
  ticket: 'ticket-1',
  row: 'balance.topup',
  input: { body: { amount: 500, payment_method_id: 3 } },
  lastDigits: '',
  state: 'waiting',
  attempts: 1,
  createdAt: now - 60_000,
  changedAt: now - 50_000,
  result: null,
  failure: null,
  candidates: [],
  balance: { before: 2340, last: 2340 },
  secrets: [{ name: 'payment-link', hidden: 60 }],
  unsaved: false,
  link: { host: 'pay.example.com', confirmed: false, opens: true },
  orphans: [],
  needsInput: false,
};
const withEntries = (...entries: readonly PurchaseEntry[]): FakeOptions => ({
  ...money,
  journal: { entries, kept: true },
});

/** The form that withdraws, filled in; its question is open where `ask`. */
function fill(way: 'sbp' | 'card', amount: string, number: string, ask: boolean) {
  return async (page: Page): Promise<void> => {
    await page
      .locator('form label.pill')
      .nth(way === 'card' ? 1 : 0)
      .click();
    await page.locator('form input[inputmode=numeric]').first().fill(amount);
    if (way === 'sbp') await page.locator('.bank input').nth(1).check();
    await page.locator('input.field').fill(number);
    await page.locator('input.field').blur();
    if (ask) await page.locator('form button[type=submit]').click();
    await page.locator('input.field').scrollIntoViewIfNeeded();
  };
}

/** A withdrawal whose answer was lost, and of which nothing was seen since. */
const unseenWithdrawal = withEntries({
  ...entry,
  row: 'referral.withdrawCard',
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
      await page.locator('.method').first().waitFor();
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
        'purchases.start': {
          kind: 'rejected',
          status: 400,
          errorCode: 46,
          message: 'INVALID_TOPUP_AMOUNT',
        },
      },
    },
    act: async (page) => {
      await page.locator('form input').first().fill('500');
      await page.locator('.method').first().waitFor();
      await page.locator('form button[type=submit]').click();
      await page.locator('form .note').scrollIntoViewIfNeeded();
    },
  },
  { name: 'money-balance-waiting', path: '/money/balance', fake: withEntries(entry) },
  {
    name: 'money-rules',
    path: '/money/balance',
    fake: money,
    act: (page) => page.locator('.rule').last().scrollIntoViewIfNeeded(),
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
        'purchases.start': {
          kind: 'rejected',
          status: 400,
          message: 'the referral balance is too small',
        },
      },
    },
    act: async (page) => {
      await fill('card', '7000', '4000 0566 5566 5556', true)(page);
      await page.locator('.question button[type=submit]').click();
      await page.locator('.question .note').scrollIntoViewIfNeeded();
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
    fake: withEntries({ ...entry, row: 'configs.create', state: 'finding-out', link: null }),
    act: async (page) => {
      await page.locator('form input').first().fill('500');
      await page.locator('.method').first().waitFor();
      await page.locator('form button[type=submit]').click();
      await page.locator('form .note').scrollIntoViewIfNeeded();
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
