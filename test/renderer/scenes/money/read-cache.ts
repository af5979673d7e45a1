import type {
  Payment,
  PurchasedPromocode,
  ReferralEntry,
  TopupPrice,
} from '#contract/records/money.ts';
import type { FakeOptions } from '#test/renderer/fake/options.ts';

const seconds = Math.floor(Date.now() / 1000);
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

/** An account with money, and with much that happened to it. */
export const money: FakeOptions = {
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
/** An account to which nothing has happened. */
export const none: FakeOptions = {
  library: {
    'profile.get': { ...profile, balance: 0, referral_balance: 0, referrals_count: 0 },
    'payments.history': [],
    'promocodes.list': [],
    'referral.list': [],
  },
};
