import type { PurchaseEntry } from '../../../src-contract/bridge/purchase-journal.ts';
import type { FakeOptions } from '../fake/options.ts';
import type { Scene } from './scene.ts';

const now = Math.floor(Date.now() / 1000);
const day = 86_400;

const method = (id: number, display_name: string, currency: string, rate: number) => ({
  id,
  display_name,
  currency,
  min_amount: currency === 'RUB' ? 50 : 3,
  tariffs: [
    { id: id * 10 + 1, days: 30, price: 199 / rate },
    { id: id * 10 + 2, days: 90, price: 549 / rate, old_price: 597 / rate },
    { id: id * 10 + 3, days: 180, price: 1003 / rate, old_price: 1194 / rate },
    { id: id * 10 + 4, days: 365, price: 1886 / rate, old_price: 2388 / rate },
  ],
});
const methods = [
  method(1, 'СБП', 'RUB', 1),
  method(2, 'Card', 'RUB', 1),
  method(3, 'TON', 'TON', 100),
  method(4, 'USDT TRC20', 'USDT', 50),
];
const place = (id: number, code: string, title: string, caption: string, is_active = true) => ({
  id,
  code,
  title,
  description: '',
  caption,
  is_active,
  ping_ip: null,
  server_type: 'standard',
  available_tariff_config_ids: [1, 2],
});
const places = [
  place(1, 'DE', 'Germany', 'Frankfurt, 10 Gbit/s'),
  place(2, 'NL', 'Нидерланды', 'Амстердам'),
  place(3, 'FI', 'Finland', 'Helsinki'),
  place(5, 'PL', 'Poland', 'Warsaw'),
  place(8, 'US', 'United States of America, west coast, behind the mountains', 'Los Angeles'),
  place(9, 'JP', 'Japan', 'Tokyo', false),
  place(18, 'RU', 'Россия', 'Москва'),
];

const library: NonNullable<FakeOptions['library']> = {
  'configs.tariffs': methods,
  'cloudServers.tariffs': [
    { id: 1, title: 'Standard', description: '1 vCPU · 1 ГБ · 1 ТБ трафика' },
    { id: 2, title: 'Premium', description: '2 vCPU · 4 ГБ · безлимитный трафик' },
  ].map((kind) => ({ ...kind, payment_methods: methods })),
  'paidOptions.tariffs': [
    {
      id: 1,
      option_key: 'white_internet',
      title: 'Белый интернет',
      caption: 'Работает, когда мобильная сеть пускает только по белым спискам',
      description: 'Серверы, доступные при ограничениях мобильного интернета',
      payment_methods: methods,
    },
    {
      id: 2,
      option_key: 'game_route',
      title: 'Game route',
      caption: 'Low ping for online games',
      description: '',
      payment_methods: methods,
    },
  ],
  'paidOptions.list': [],
  'cloudServers.list': [],
  'locations.list': places,
  'cloudServers.locations': places,
  'configs.availableServers': [
    { id: 101, available_slots: 12 },
    { id: 102, available_slots: 1 },
  ],
  'profile.get': {
    balance: 1240,
    pricing_rules: [
      { type: 'all', product_title: 'Всё', percent: -10, comment: 'Постоянному клиенту' },
    ],
  },
};

const base: PurchaseEntry = {
  id: 'e1',
  ticket: 't1',
  row: 'configs.create',
  input: { body: { location_id: 1, protocol: 'vless', tariff_id: 11 } },
  lastDigits: '',
  state: 'done',
  attempts: 1,
  createdAt: Date.now() - 60_000,
  changedAt: Date.now(),
  result: null,
  failure: null,
  candidates: [],
  balance: { before: 1240, last: 1041 },
  secrets: [],
  unsaved: false,
  link: null,
  orphans: [],
  needsInput: false,
};
const payment = {
  id: 7,
  type: 'new_config',
  method: 'balance',
  amount: '199',
  days: 30,
  paid: true,
  createdAt: now - 50,
};
const expiresAt = now + 30 * day;

/** Every state that an entry can be in. */
const unfinished: readonly PurchaseEntry[] = [
  { ...base, id: '1', state: 'finding-out', candidates: [payment] },
  { ...base, id: '2', state: 'not-seen', balance: { before: 1240, last: 1240 } },
  { ...base, id: '3', state: 'unclear', candidates: [payment, { ...payment, id: 8 }] },
  {
    ...base,
    id: '4',
    row: 'balance.topup',
    input: { body: { amount: 500, payment_method_id: 1 } },
    state: 'waiting',
    secrets: [{ name: 'payment-link', hidden: 60 }],
    link: { host: 'pay.example.com', confirmed: false, opens: true },
  },
  {
    ...base,
    id: '5',
    input: { body: { as_key: true, tariff_id: 12 } },
    result: { by: 'answer', days: 90 },
    secrets: [{ name: 'activation-key', hidden: 19 }],
    unsaved: true,
  },
  {
    ...base,
    id: '6',
    row: 'cloudServers.renew',
    input: { body: { server_id: 1, days: 30 } },
    result: { by: 'answer', resource: 1, renewed: false, expiresAt },
  },
  {
    ...base,
    id: '7',
    row: 'apiKeys.create',
    input: { body: { name: 'Laptop' } },
    state: 'orphan',
    balance: null,
    orphans: [{ id: 4, name: 'Laptop', keyPrefix: 'svc_k3q9w2x7' }],
  },
];
const over: readonly PurchaseEntry[] = [
  { ...base, id: '8', result: { by: 'answer', resource: 44, expiresAt } },
  {
    ...base,
    id: '9',
    row: 'paidOptions.create',
    result: { by: 'match', resource: 1, expiresAt },
    failure: { kind: 'outcome-unknown' },
  },
  { ...base, id: '10', state: 'link-lost', candidates: [{ ...payment, paid: false }] },
  {
    ...base,
    id: '11',
    state: 'stopped',
    secrets: [{ name: 'payment-link', hidden: 60 }],
    link: { host: 'pay.example.com', confirmed: true, opens: true },
  },
  { ...base, id: '12', state: 'refused', failure: { kind: 'rejected', message: 'No such tariff' } },
];
const journal = { entries: [...unfinished, ...over], kept: true };
/** Entries that hold what is shown once, one of them more than one thing. */
const secretive: readonly PurchaseEntry[] = [
  {
    ...base,
    id: '13',
    row: 'xray.createKeys',
    input: {},
    result: { by: 'answer' },
    balance: null,
    secrets: [
      { name: 'private-key', hidden: 44 },
      { name: 'public-key', hidden: 44 },
    ],
    unsaved: true,
  },
  {
    ...base,
    id: '14',
    state: 'unclear',
    failure: { kind: 'outcome-unknown' },
    candidates: [payment],
    secrets: [{ name: 'answer', hidden: 210 }],
    unsaved: true,
  },
  {
    ...base,
    id: '15',
    row: 'apiKeys.create',
    input: {
      body: { name: 'A name of sixty-four characters that somebody thought was a good one' },
    },
    state: 'unclear',
    balance: null,
    orphans: [
      {
        id: 4,
        name: 'A name of sixty-four characters that somebody thought was a good one',
        keyPrefix: 'svc_k3q9w2x7',
      },
      {
        id: 5,
        name: 'A name of sixty-four characters that somebody thought was a good one',
        keyPrefix: 'svc_p0o9i8u7',
      },
    ],
  },
];
const poor = { balance: 40, pricing_rules: [] };

/** The shop, the renewals and the journal of purchases in their states. */
export const shopScenes: readonly Scene[] = [
  { name: 'shop-config', path: '/shop/configs', fake: { library } },
  {
    name: 'shop-config-filled',
    path: '/shop/configs',
    fake: { library },
    act: async (page) => {
      await page.getByRole('radio', { name: /Germany/ }).check({ force: true });
      await page.getByRole('radio', { name: /TON/ }).check({ force: true });
      await page.locator('summary').click();
      await page.locator('summary').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'shop-pay',
    path: '/shop/configs',
    fake: { library },
    act: async (page) => {
      await page.getByRole('radio', { name: /Нидерланды/ }).check({ force: true });
      await page.locator('button[type=submit]').scrollIntoViewIfNeeded();
    },
  },
  { name: 'shop-server', path: '/shop/cloud-servers', fake: { library } },
  { name: 'shop-option', path: '/shop/paid-options', fake: { library } },
  { name: 'shop-loading', path: '/shop/configs', fake: { silent: ['library.read'] } },
  {
    name: 'shop-offline',
    path: '/shop/configs',
    fake: { libraryFailure: { kind: 'offline', reason: 'unreachable' } },
  },
  {
    name: 'shop-refused',
    path: '/shop/paid-options',
    fake: {
      library,
      failures: { 'purchases.start': { kind: 'rejected', message: 'No such tariff' } },
    },
    act: async (page) => {
      await page.locator('button[type=submit]').click();
      await page.getByRole('alert').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'shop-blocked',
    path: '/shop/paid-options',
    fake: { library, journal },
    act: async (page) => {
      await page.locator('button[type=submit]').click();
      await page.locator('[data-entry=finding-out]').waitFor();
    },
  },
  {
    name: 'shop-short',
    path: '/shop/configs',
    fake: { library: { ...library, 'profile.get': poor } },
    act: async (page) => {
      await page.getByRole('radio', { name: /United States/ }).check({ force: true });
      await page.locator('button[type=submit]').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'shop-promocode',
    path: '/shop/configs',
    fake: { library },
    act: async (page) => {
      await page.locator('.way input').last().check({ force: true });
      await page.locator('button[type=submit]').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'shop-minimum',
    path: '/shop/cloud-servers',
    fake: { library },
    act: async (page) => {
      await page.getByRole('radio', { name: /TON/ }).check({ force: true });
      await page.locator('button[type=submit]').scrollIntoViewIfNeeded();
    },
  },
  { name: 'purchases', path: '/purchases', fake: { library, journal } },
  {
    name: 'purchases-rest',
    path: '/purchases',
    fake: { library, journal },
    act: async (page) => {
      await page.locator('[data-entry=orphan]').scrollIntoViewIfNeeded();
      await page.locator('[data-entry=orphan]').evaluate((card) => {
        card.scrollIntoView();
      });
    },
  },
  {
    name: 'purchases-again',
    path: '/purchases',
    fake: { library, journal: { entries: unfinished.slice(1, 3), kept: true } },
    act: async (page) => {
      await page.locator('[data-entry=not-seen]').getByRole('button').first().click();
    },
  },
  {
    name: 'purchases-secrets',
    path: '/purchases',
    fake: { library, journal: { entries: secretive, kept: false } },
  },
  { name: 'purchases-empty', path: '/purchases' },
  { name: 'purchases-loading', path: '/purchases', fake: { silent: ['purchases.list'] } },
  {
    name: 'purchases-failed',
    path: '/purchases',
    fake: { failures: { 'purchases.list': { kind: 'vault', reason: 'damaged' } } },
  },
  {
    name: 'shop-forbidden',
    path: '/shop/configs',
    fake: { libraryFailure: { kind: 'forbidden', status: 403 } },
  },
  { name: 'purchases-notice', fake: { library, journal } },
];
