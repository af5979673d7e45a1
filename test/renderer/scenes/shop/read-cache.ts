import type { FakeOptions } from '#test/renderer/fake/options.ts';

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

/** What the shop reads of the service. */
export const shopReads: NonNullable<FakeOptions['library']> = {
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
