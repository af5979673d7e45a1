import { daySeconds, nextId, type Store } from '#service/store/store.ts';
import { acceptItems, newSubscription } from '#service/store/subscription-items.ts';
import type { Account } from '#service/store/state.ts';

const deviceKinds = [
  ['iPhone Анны', 'ios', '18.5', 'iPhone 15'],
  ['Pixel 8', 'android', '15', 'Pixel 8'],
  ['DESKTOP-4F7K2', 'windows', '11 24H2', 'Desktop'],
  ['MacBook Pro (Андрей)', 'macos', '15.4', 'MacBookPro18,3'],
  ['fedora', 'linux', '6.12', 'ThinkPad X1'],
] as const;

/** 27 devices: two pages of the default size. */
export function demoDevices(store: Store): Account['devices'] {
  return Array.from({ length: 27 }, (_, index) => {
    const [name, device_type, os_version] =
      deviceKinds[index % deviceKinds.length] ?? deviceKinds[0];
    return {
      id: nextId(store),
      device_name: index < deviceKinds.length ? name : `${name} ${String(index)}`,
      device_type,
      os_version,
      is_blocked: index % 9 === 4,
      is_fingerprinted: index % 3 !== 0,
      last_seen_at: store.now() - store.random.int(0, (index + 1) * daySeconds),
    };
  });
}

export function demoSubscriptions(store: Store, account: Account): Account['subscriptions'] {
  const [first, second] = account.configs;
  const expired = account.configs.find(({ expires_at }) => expires_at <= store.now());
  const cloud = account.cloud_servers.flatMap(({ configs }) => configs)[0];
  const own = account.paid_options.flatMap(({ configs }) => configs).find((c) => !c.built_in);
  const itemOf = <Type extends string>(item_type: Type, of: { id: number } | undefined) =>
    of === undefined ? [] : [{ item_type, item_reference_id: of.id }];
  const family = acceptItems(store, account, [
    ...itemOf('user_config', first),
    ...itemOf('user_config', second),
    ...itemOf('user_config', expired),
    ...itemOf('cloud_server_config', cloud),
    { item_type: 'paid_option_index', item_reference_id: 1, item_index: 0 },
    ...itemOf('paid_option_config', own),
  ]);
  const gone = { id: nextId(store), item_type: 'user_config', item_reference_id: 7 };
  return [
    {
      ...newSubscription(store, 'Семья'),
      items: [...family, { ...gone, item_index: null, title: 'Старый роутер' }],
      device_settings: { block_unknown_devices: false, device_limit: 10 },
      devices: demoDevices(store)
        .slice(0, 6)
        .map(({ is_fingerprinted: _, ...device }, index) => ({
          ...device,
          device_model: deviceKinds[index % deviceKinds.length]?.[3] ?? '',
          created_at: device.last_seen_at - 40 * daySeconds,
        })),
    },
    {
      ...newSubscription(store, 'Work'),
      items: acceptItems(store, account, [{ item_type: 'paid_option', item_reference_id: 1 }]),
    },
  ];
}

/** A year of payments, newest first, one of them never paid. */
export function demoHistory(store: Store): Account['history'] {
  const kinds = [
    ['199', 'renewal', 'balance', 30, true, false],
    ['1000', 'balance_topup', 'sbp', 0, true, false],
    ['690', 'cloud_server', 'card', 30, false, false],
    ['2.18', 'new_config', 'ton', 90, true, false],
    ['299', 'paid_option', 'sbp', 30, true, false],
    [null, 'new_config', 'promocode', 30, true, false],
    ['199', 'new_config', 'card', 30, true, true],
    ['13.75', 'renewal', 'usdt', 180, true, false],
    ['150', null, 'referral', 0, true, false],
    ['499', 'renewal', 'stars', 90, true, false],
  ] as const;
  return Array.from({ length: 36 }, (_, index) => {
    const [amount, type, method, days, is_paid, as_key] = kinds[index % kinds.length] ?? kinds[0];
    const created_at = store.now() - (index * 10 + 2) * daySeconds;
    return { id: nextId(store), amount, type, method, days, is_paid, as_key, created_at };
  });
}

export function demoReferral(store: Store): Account['referral'] {
  const ago = (days: number): number => store.now() - days * daySeconds;
  return [
    { amount: 60, created_at: ago(3), email: 'an***@example.com' },
    {
      amount: -1500,
      method: 'sbp',
      account: '********4512',
      status: 'completed',
      created_at: ago(9),
    },
    { amount: 120, created_at: ago(20), email: 'p***@example.net' },
    {
      amount: -2000,
      method: 'card',
      account: '************0366',
      status: 'rejected',
      created_at: ago(41),
    },
    { amount: 89, created_at: ago(60) },
  ];
}

/** In the two languages that the service writes to this user in. */
export const demoNotifications: readonly string[] = [
  'Подписка «Netflix» истекает через 5 дней. Продлите её, чтобы не потерять доступ.',
  'Работы на серверах в Стокгольме: 402 будет недоступен до 06:00 МСК.',
  'Your card payment of 690 ₽ was not completed. The link is valid for 24 hours.',
  'Новое устройство подключилось к подписке «Семья»: Pixel 8.',
];
