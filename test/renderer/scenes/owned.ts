import type {
  CloudConfig,
  CloudLocation,
  CloudServer,
  Proxy,
} from '#contract/records/cloud-servers.ts';
import type {
  PaidOption,
  PaidOptionSubscription,
  PanelDevices,
} from '#contract/records/paid-options.ts';
import type { FakeOptions } from '#test/renderer/fake/options.ts';
import type { Scene } from './scene.ts';

const now = Math.floor(Date.now() / 1000);
const day = 86_400;
const long =
  'Парсер (прод), не менять пароль, завязан cron на соседней машине и ещё две недели никто не помнит где';

const servers: readonly CloudServer[] = [
  {
    id: 1,
    location_id: 1,
    tariff_config_id: 2,
    status: 'active',
    expires_at: now + 64 * day,
    url: '198.51.100.17',
    is_online: true,
    auto_renewal: true,
    auto_renewal_days: 30,
    hostname: 'Франкфурт — основной',
  },
  {
    id: 2,
    location_id: 8,
    tariff_config_id: 1,
    status: 'active',
    expires_at: now + 4 * day,
    url: 'us-lab.example.net',
    is_online: false,
    auto_renewal: false,
    auto_renewal_days: null,
    hostname: 'us-lab',
  },
  {
    id: 3,
    location_id: 3,
    tariff_config_id: 1,
    status: 'ordered',
    expires_at: now + 30 * day,
    url: null,
    is_online: false,
    auto_renewal: false,
    auto_renewal_days: null,
    hostname: null,
  },
];
const place = (id: number, code: string, title: string): CloudLocation => ({
  id,
  code,
  title,
  description: '',
  caption: null,
  is_active: true,
  ping_ip: null,
  server_type: 'standard',
  available_tariff_config_ids: [1, 2],
});
const config = (
  id: number,
  title: string | null,
  protocol: string,
  extended = false,
): CloudConfig => ({
  id,
  title,
  protocol,
  connection_url: '',
  is_extended_settings_enabled: extended,
  ...(extended && { xray_config: '' }),
  created_at: now - 40 * day,
});
const proxy = (id: number, title: string | null, protocol: string): Proxy => ({
  id,
  title,
  protocol,
  connection_url: '',
  created_at: now - 12 * day,
});

const cloud: FakeOptions = {
  library: {
    'cloudServers.list': servers,
    'cloudServers.locations': [
      place(1, 'DE', 'Frankfurt'),
      place(8, 'US', 'New York'),
      place(3, 'NL', 'Amsterdam'),
    ],
    'cloudServers.configs': [
      config(11, 'Вся семья', 'vless', true),
      config(12, 'Андрей', 'amnezia-wg-2'),
      config(13, null, 'shadowsocks-2022'),
      config(14, 'Telegram', 'mtproto'),
    ],
    'cloudServers.proxies': [proxy(21, 'Браузер', 'http'), proxy(22, long, 'socks5')],
  },
};

const option: PaidOption = {
  option_id: 1,
  expires_at: now + 17 * day,
  auto_renewal: true,
  auto_renewal_days: 30,
  configs: ['Мегафон, метро', null, long.slice(0, 64)].map((custom_title, index) => ({
    id: 31 + index,
    index,
    server_id: 7 + index,
    connection_url: '',
    title: custom_title,
    original_title: `Белый интернет ${String(index + 1)}`,
    custom_title,
    protocol: 'vless',
    created_at: now - 13 * day,
    is_extended_settings_enabled: false,
    is_online: index !== 1,
  })),
};
const subscription: PaidOptionSubscription = {
  used_traffic_bytes: 73 * 1024 ** 3,
  lifetime_used_traffic_bytes: 412 * 1024 ** 3,
  device_limit: 5,
  traffic_limit_bytes: 100 * 1024 ** 3,
  status: 'active',
};
const devices: PanelDevices = {
  total: 2,
  devices: [
    {
      hwid: 'one',
      platform: 'iOS',
      os_version: '18.5',
      device_model: 'iPhone 15',
      created_at: now - 12 * day,
    },
    {
      hwid: 'two',
      platform: 'Windows',
      os_version: '11 24H2',
      device_model: 'ASUS Zenbook 14 OLED of the whole family',
      created_at: now - 9 * day,
    },
  ],
};
const paid: FakeOptions = {
  library: {
    'paidOptions.list': [option],
    'paidOptions.subscription': subscription,
    'paidOptions.devices': devices,
  },
};
const old: FakeOptions = {
  libraryAge: 3 * 3_600_000,
  libraryFailure: { kind: 'offline', reason: 'unreachable' },
  sync: { network: 'offline', offlineSince: Date.now() - 3 * 3_600_000 },
  pollEvery: 0,
};
const refused: FakeOptions = { libraryFailure: { kind: 'forbidden', status: 403 } };

const unreadable = (index: number, id: number | null, title: string | null) => ({
  list: '',
  of: null,
  index,
  id,
  title,
});

/** What is owned besides connections: cloud servers and paid options, in every state. */
export const ownedScenes: readonly Scene[] = [
  { name: 'cloud', path: '/cloud-servers/1', fake: cloud },
  {
    name: 'cloud-unreadable',
    path: '/cloud-servers/1',
    fake: {
      ...cloud,
      libraryUnreadable: {
        'cloudServers.list': [unreadable(1, 77, null)],
        'cloudServers.configs': [unreadable(2, 78, 'Broken one')],
      },
    },
  },
  {
    name: 'paid-unreadable',
    path: '/paid-options/1',
    fake: {
      ...paid,
      libraryUnreadable: {
        'paidOptions.devices': [{ ...unreadable(1, null, null), list: 'devices' }],
      },
    },
    act: (page) => page.locator('[data-unreadable]').scrollIntoViewIfNeeded(),
  },
  { name: 'cloud-list', path: '/cloud-servers', fake: cloud },
  { name: 'cloud-ordered', path: '/cloud-servers/3', fake: cloud },
  {
    name: 'cloud-protocol',
    path: '/cloud-servers/1',
    fake: cloud,
    act: async (page) => {
      await page.locator('article li [aria-haspopup=menu]').nth(1).click();
      await page.getByRole('menuitem').nth(1).click();
    },
  },
  {
    name: 'cloud-menu',
    path: '/cloud-servers/1',
    fake: cloud,
    act: (page) => page.locator('article li [aria-haspopup=menu]').first().click(),
  },
  {
    name: 'cloud-new',
    path: '/cloud-servers/1',
    fake: cloud,
    act: async (page) => {
      await page.getByRole('button', { name: /^(New|Новая) (config|конфиг)/ }).click();
      await page.locator('summary').click();
    },
  },
  {
    name: 'cloud-reboot',
    path: '/cloud-servers/1',
    fake: cloud,
    act: (page) => page.locator('article button:has-text("…")').first().click(),
  },
  {
    name: 'cloud-end',
    path: '/cloud-servers/1',
    fake: cloud,
    act: (page) => page.locator('article dl').last().scrollIntoViewIfNeeded(),
  },
  { name: 'cloud-empty', path: '/cloud-servers', fake: { library: { 'cloudServers.list': [] } } },
  { name: 'cloud-loading', path: '/cloud-servers' },
  { name: 'cloud-offline', path: '/cloud-servers/1', fake: { ...cloud, ...old } },
  { name: 'cloud-forbidden', path: '/cloud-servers', fake: refused },
  { name: 'paid', path: '/paid-options/1', fake: paid },
  {
    name: 'paid-limits',
    path: '/paid-options/1',
    fake: paid,
    act: (page) => page.locator('article section header button').first().click(),
  },
  {
    name: 'paid-new',
    path: '/paid-options/1',
    fake: paid,
    act: (page) => page.getByRole('button', { name: /^(New|Новая) (config|конфиг)/ }).click(),
  },
  {
    name: 'paid-stats',
    path: '/paid-options/1',
    fake: paid,
    act: async (page) => {
      await page.locator('article li [aria-haspopup=menu]').first().click();
      await page.getByRole('menuitem').first().click();
    },
  },
  {
    name: 'paid-devices',
    path: '/paid-options/1',
    fake: paid,
    act: async (page) => {
      await page.locator('article button:has-text("…")').last().click();
      await page.locator('article li').last().scrollIntoViewIfNeeded();
    },
  },
  { name: 'paid-empty', path: '/paid-options', fake: { library: { 'paidOptions.list': [] } } },
  { name: 'paid-loading', path: '/paid-options' },
  { name: 'paid-offline', path: '/paid-options/1', fake: { ...paid, ...old } },
  { name: 'paid-forbidden', path: '/paid-options', fake: refused },
];
