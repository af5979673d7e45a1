import type { FakeOptions } from '#test/renderer/fake/options.ts';
import { newApiKey, purchaseEntry } from './entry.ts';
import type { Scene } from './scene.ts';

/** What devices, subscriptions, account and inbox show, in every state they can be in. */

const now = Date.now();
const seconds = Math.floor(now / 1000);
const long =
  'Очень длинное название, которое человек набрал целиком и которое нигде не помещается в строку';

const kinds = [
  ['iPhone Анны', 'ios', '18.5', 'iPhone 15'],
  ['Pixel 8', 'android', '15', 'Pixel 8'],
  ['DESKTOP-4F7K2', 'windows', '11 24H2', ''],
  [long, 'macos', '15.4', 'MacBookPro18,3'],
  ['جهاز', 'linux', '6.12', 'ThinkPad X1'],
  ['', 'television', '', ''],
] as const;

const devices = kinds.map(([device_name, device_type, os_version, device_model], n) => ({
  id: n + 1,
  device_name,
  device_type,
  os_version,
  device_model,
  is_blocked: n % 4 === 2,
  is_fingerprinted: true,
  last_seen_at: seconds - n * 40_000,
  created_at: seconds - 9_000_000,
}));
const deviceSettings = { block_unknown_devices: true, device_limit: 30 };
const devicePage = { devices, total: 27, page: 1, limit: 20 };

const subscriptions = [
  { id: 1, title: 'Семья', subscription_key: null, items_count: 5 },
  { id: 2, title: long, subscription_key: null, items_count: 1 },
];
const items = [
  ['user_config', 1, null, 'Phone', true],
  ['user_config', 2, null, 'Мамин телефон', false],
  ['paid_option_index', 1, 0, 'Мегафон, метро', true],
  ['user_config', 3, null, null, false],
  ['cloud_server_config', 4, null, long, true],
].map(([item_type, item_reference_id, item_index, resolved_title, is_valid], n) => ({
  id: n + 1,
  item_type,
  item_reference_id,
  item_index,
  resolved_title,
  is_valid,
  server_config: null,
}));
const available = {
  configs: [
    ['Phone', 'vless'],
    ['Steam Deck', 'hysteria2'],
    [long, 'amnezia-wg-2'],
  ].map(([title, protocol], n) => ({
    id: n * 10 + 1,
    title,
    protocol,
    expires_at: seconds,
    is_online: true,
    source: 'user_config',
  })),
  paid_options: [
    {
      id: 1,
      title: 'Белый интернет',
      expires_at: seconds,
      configs: [{ type: 'index', index: 1, original_title: 'LTE 2', custom_title: null }],
    },
  ],
};

const library = {
  'devices.list': { ...devicePage, settings: deviceSettings },
  'devices.settings': deviceSettings,
  'customSubscriptions.list': subscriptions,
  'customSubscriptions.get': { ...subscriptions[0], items },
  'customSubscriptions.availableItems': available,
  'customSubscriptions.templateSettings': { enabled: true },
  'customSubscriptions.template': null,
  'customSubscriptions.encryptedLink': null,
  'customSubscriptions.devices': { ...devicePage, total: 6 },
  'customSubscriptions.deviceSettings': deviceSettings,
  'profile.get': {
    id: 20_417,
    email: 'anna@example.com',
    uuid: 'b1d7f2c4-5a7e-4d0f-9a3b-0c2f6d8e1a55',
    subscription_key: null,
    sign_in_method: 'authCode',
    referral_balance: 0,
    balance: 0,
    referrals_count: 0,
    is_messenger_connected: true,
    referral_code: 'ANNA',
    onboarding_completed: true,
  },
  'profile.notificationSettings': {
    renewal_reminders: true,
    notification_start_hour: 22,
    notification_end_hour: 7,
    timezone_offset: 180,
  },
  'messenger.connection': true,
  'apiKeys.list': [
    { id: 1, name: 'Ноутбук', key_prefix: 'svc_a1b2c3d4', created_at: seconds - 9_000_000 },
    { id: 2, name: long, key_prefix: 'svc_q9w8e7r6', created_at: seconds - 40_000_000 },
  ],
};

const inbox: FakeOptions['inbox'] = {
  unread: 2,
  mayBeMissing: true,
  items: [
    'Новое устройство подключилось к подписке «Семья»: Pixel 8.',
    'Работы на серверах в Стокгольме.\nСервер 402 будет недоступен до 06:00 МСК.',
    '<b>Not HTML</b> https://example.com/a-very-long-address/that-does-not-break/anywhere?so=it-must',
    `${long}. ${long}.`,
  ].map((content, n) => ({
    id: String(n),
    content,
    receivedAt: now - n * 20 * 3_600_000,
    read: n > 1,
  })),
};

const inboxUnreadable: FakeOptions['inbox'] = {
  unread: 1,
  mayBeMissing: false,
  items: [
    {
      id: 'unreadable',
      content: '<html><body>Access to this network is restricted</body></html>',
      receivedAt: now,
      read: false,
      unreadable: true,
    },
    { id: 'message', content: 'Планы на зиму', receivedAt: now - 60_000, read: true },
  ],
};

const key = purchaseEntry({
  ...newApiKey,
  input: { body: { name: 'Router' } },
  result: { by: 'answer', resource: 3 },
  balance: null,
  secrets: [{ name: 'api-key', hidden: 37 }],
  unsaved: true,
});

const full: FakeOptions = { library, inbox };
const offline: FakeOptions = {
  ...full,
  libraryAge: 27 * 60_000,
  libraryFailure: { kind: 'offline', reason: 'unreachable' },
  sync: {
    network: 'offline',
    offlineSince: now - 22 * 60_000,
    refreshedAt: now - 27 * 60_000,
    failure: { kind: 'offline', reason: 'unreachable' },
  },
};
const forbidden: FakeOptions = { libraryFailure: { kind: 'forbidden', status: 403 } };
const pages = ['devices', 'subscriptions', 'account', 'inbox'] as const;
const empty: FakeOptions = {
  library: {
    ...library,
    'devices.list': { ...devicePage, devices: [], total: 0, settings: deviceSettings },
    'customSubscriptions.list': [],
    'messenger.connection': false,
    'apiKeys.list': [],
  },
};

/** Presses the first button of this name, in either language. */
function press(name: RegExp): NonNullable<Scene['act']> {
  return (page) => page.getByRole('button', { name }).first().click();
}

export const accountScenes: readonly Scene[] = [
  ...pages.flatMap((page): Scene[] => [
    { name: page, path: `/${page}`, fake: full },
    { name: `${page}-empty`, path: `/${page}`, fake: empty },
    { name: `${page}-offline`, path: `/${page}`, fake: offline },
    { name: `${page}-loading`, path: `/${page}`, fake: { silent: ['cache.read', 'inbox.get'] } },
    {
      name: `${page}-forbidden`,
      path: `/${page}`,
      fake: { ...forbidden, failures: { 'inbox.get': { kind: 'vault', reason: 'damaged' } } },
    },
  ]),
  {
    name: 'inbox-not-persistent',
    path: '/inbox',
    fake: { session: { persistent: false, keychain: 'absent' } },
  },
  { name: 'inbox-unreadable', path: '/inbox', fake: { inbox: inboxUnreadable } },
  { name: 'devices-remove', path: '/devices', fake: full, act: press(/^(Remove|Удалить)…/) },
  { name: 'subscription', path: '/subscriptions/1', fake: full },
  {
    name: 'subscription-edit',
    path: '/subscriptions/1',
    fake: full,
    act: async (page) => {
      await press(/^(Edit|Изменить)$/)(page);
      await page.locator('[data-bundle-editor]').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'subscription-template',
    path: '/subscriptions/1',
    fake: { ...full, revealed: '{\n  "log": { "loglevel": "warning" },\n}' },
    act: async (page) => {
      await press(/^(Edit the template|Изменить шаблон)/)(page);
      await page.locator('textarea').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'subscription-devices',
    path: '/subscriptions/1',
    fake: full,
    act: (page) => page.locator('[data-device]').last().scrollIntoViewIfNeeded(),
  },
  {
    name: 'subscription-delete',
    path: '/subscriptions/1',
    fake: full,
    act: press(/^(Delete|Удалить)/),
  },
  {
    name: 'subscription-reset',
    path: '/subscriptions/1',
    fake: full,
    act: press(/^(New|Новый) .*…|^(New key|Новый ключ)…/),
  },
  { name: 'subscription-new', path: '/subscriptions/new', fake: full },
  {
    name: 'account-reset',
    path: '/account',
    fake: full,
    act: press(/^(New|Новый) .*…|^(New key|Новый ключ)…/),
  },
  {
    name: 'account-new-key',
    path: '/account',
    fake: { ...full, journal: { entries: [key], unreadable: [], persistent: true } },
    act: (page) => page.locator('[data-entry]').scrollIntoViewIfNeeded(),
  },
  {
    name: 'account-bottom',
    path: '/account',
    fake: full,
    act: async (page) => {
      await page.locator('select').first().selectOption('9');
      await page.getByRole('button', { name: /^(Unlink|Отвязать)/ }).scrollIntoViewIfNeeded();
    },
  },
];
