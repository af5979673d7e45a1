import { describe, expect, it } from 'vitest';
import type { PurchaseQuestion } from '#core/kernel/consent-question.ts';
import { consentText, foreignText, newKeyText } from '#electron/consent/consent-texts.ts';

const purchase = {
  kind: 'purchase',
  product: 'config',
  action: 'renew',
  subject: 'Home',
  days: 30,
  by: 'balance',
  expiresAt: Date.UTC(2027, 1, 22, 12) / 1000,
  until: Date.UTC(2027, 2, 24, 12) / 1000,
  price: { amount: 1199, currency: 'RUB' },
  balance: 5400,
  autoRenewal: 'stays-on',
} as const;

const shortfall = {
  at: purchase.until,
  first: { kind: 'config', title: 'TV' },
  count: 7,
  roubles: 1398,
} as const;
const account = { account: 'ann@example.com', service: 'https://api.example.com/v1' };

const link = {
  kind: 'link',
  price: { amount: 1199, currency: 'RUB' },
  origin: 'https://pay.example.com',
  ...account,
} as const;

const batch = {
  kind: 'batch',
  count: 12,
  names: ['Home', 'Work'],
  days: [90, 90],
  sum: { amount: 2388, currency: 'RUB' },
  balance: 5000,
} as const;

const authority = { subject: 'Own CA', expiresAt: 0, fingerprint: 'AA:BB' };

type Asked = Parameters<typeof consentText>[0];

const questions: readonly (readonly [Asked, ...string[]])[] = [
  [purchase, 'Home', '30', '199 ₽'],
  [{ ...purchase, fails: true }, 'Home'],
  [{ ...purchase, balance: 500 }, '−699 ₽'],
  [{ ...purchase, shortfall }, 'TV', '7', '2027', '398 ₽'],
  [
    { ...purchase, shortfall: { ...shortfall, first: { kind: 'server', title: '' } as const } },
    '7',
  ],
  [{ ...purchase, action: 'buy', place: 'Netherlands, VLESS' }, 'Netherlands, VLESS'],
  [{ ...purchase, price: { amount: 1.7, currency: 'TON' } }, 'TON'],
  [
    { ...purchase, action: 'key', by: 'promocode', days: null, price: null, autoRenewal: null },
    'Home',
  ],
  [{ ...purchase, product: 'option', action: 'buy', by: 'payment-method', price: null }],
  [
    { kind: 'withdrawal', amount: 1500, to: { by: 'card', number: '4242424242424243' } },
    '500 ₽',
    '4242 4242 4242 4243',
  ],
  [
    { kind: 'withdrawal', amount: 1500, to: { by: 'sbp', phone: '+79001234567', bank: '100' } },
    '500 ₽',
    '+79001234567',
    '100',
  ],
  [{ kind: 'api-key', name: 'Laptop' }, 'Laptop'],
  [{ kind: 'key-reset', of: 'account', subject: '' }],
  [{ kind: 'key-reset', of: 'subscription', subject: 'Family' }, 'Family'],
  [
    {
      kind: 'auto-renewal',
      product: 'server',
      subject: 'lab',
      days: 30,
      price: { amount: 1355, currency: 'RUB' },
    },
    'lab',
    '30',
    '355 ₽',
  ],
  [{ ...batch, action: 'renew' }, '12', '388 ₽', '000 ₽', 'Home', '90'],
  [
    { ...batch, action: 'renew', shortfall, failing: { count: 7, names: ['TV', ''] } },
    '398 ₽',
    'TV',
    '7',
  ],
  [
    { ...batch, action: 'auto-renewal', balance: null, days: [30, 180] },
    '12',
    '30',
    '180',
    '388 ₽',
  ],
  [{ ...batch, action: 'auto-renewal', sum: null, balance: null }, '12', 'Home', '90'],
  [{ ...batch, action: 'delete', names: [], sum: null, balance: null, days: null }, '12'],
  [{ ...batch, action: 'remove-devices', sum: null, balance: null, days: null }, '12', 'Home'],
  [
    {
      kind: 'repair',
      subject: 'Phone',
      steps: [
        { protocol: 'trojan', place: '' },
        { protocol: 'hysteria2', place: 'Finland' },
      ],
      subscriptions: 2,
      devices: ['Router'],
    },
    'Phone',
    'Trojan',
    'Finland',
    'Hysteria 2',
    '2',
    'Router',
  ],
  [{ kind: 'repair', subject: '', steps: [], subscriptions: 0, devices: [] }],
  [{ kind: 'lock-off' }],
  [
    { kind: 'sign-in', service: 'https://api.example.com/v1', keyPrefix: 'svc_abcdefgh' },
    'https://api.example.com',
    '/v1',
    'svc_abcdefgh_…',
  ],
  [{ kind: 'sign-out', ...account }, 'ann@example.com', 'https://api.example.com/v1'],
  [{ kind: 'sign-out', ...account, account: '' }, 'https://api.example.com/v1'],
  [{ kind: 'erasure', of: 'secret', name: '' }],
  [{ kind: 'erasure', of: 'secret', name: 'Laptop' }, 'Laptop'],
  [{ kind: 'erasure', of: 'unreadable-entry', name: '' }],
  [{ ...link, purpose: purchase }, 'https://pay.example.com', '199 ₽', 'Home', 'ann@example.com'],
  [{ ...link, purpose: { ...purchase, action: 'key' }, price: null }, 'https://pay.example.com'],
  [{ ...link, purpose: 'top-up' }, '199 ₽', 'https://api.example.com/v1'],
  [{ ...link, purpose: 'messenger', price: null }, 'https://pay.example.com', 'ann@example.com'],
  [{ kind: 'service', service: 'https://api.example.com/v1' }, 'https://api.example.com', '/v1'],
  [
    { kind: 'proxy', proxy: 'socks5', host: '192.0.2.1', port: 1080, user: 'ann' },
    'ann',
    'SOCKS5 192.0.2.1:1080',
  ],
  [
    { kind: 'proxy', proxy: 'http', host: '2001:db8::7', port: 1080, user: '' },
    'HTTP [2001:db8::7]:1080',
  ],
  [{ kind: 'check-local', title: 'Home', address: '192.168.1.1' }, 'Home', '192.168.1.1'],
  [{ kind: 'authority', authorities: [authority] }, 'Own CA', 'AA:BB'],
  [{ kind: 'authority', authorities: [authority, authority] }, 'Own CA', 'AA:BB'],
];

describe('the words of a question', () => {
  it.each(['en', 'ru'] as const)('name the amount, the thing and the place: %s', (language) => {
    const seen = new Set<string>();
    for (const [question, ...facts] of questions) {
      const { message, lines, confirm, refuse } = consentText(question, language);
      expect([message, ...lines, confirm, refuse]).not.toContain('');
      const text = [message, ...lines].join('\n').replaceAll('\u00A0', ' ');
      for (const fact of facts) expect(text).toContain(fact);
      seen.add(text);
    }
    expect(seen.size).toBe(questions.length);
  });

  it.each([
    [
      'what is renewed from the balance',
      { ...purchase, product: 'option', renews: { days: 30, price: purchase.price } },
      `Renew a paid option?
“Home”
Period: 30 days
Until: March 24, 2027 (now: February 22, 2027)
Price: 1,199 ₽, from the balance
Balance after: 4,201 ₽ (now: 5,400 ₽)
Auto-renewal: stays on, every 30 days, 1,199 ₽ from the balance at today’s price
Used traffic: the service does not say whether it starts again
This cannot be undone.`,
      `Продлить платную опцию?
«Home»
Срок: 30 дней
До: 24 марта 2027 г. (сейчас: 22 февраля 2027 г.)
Цена: 1 199 ₽, с баланса
Баланс после: 4 201 ₽ (сейчас: 5 400 ₽)
Автопродление: остаётся включённым, раз в 30 дней, 1 199 ₽ с баланса по нынешней цене
Трафик: начнётся ли счёт заново, сервис не сообщает
Отменить это нельзя.`,
    ],
    [
      'what has expired',
      { ...purchase, expiresAt: Date.UTC(2027, 1, 20, 12) / 1000, autoRenewal: 'stays-off' },
      `Renew a VPN connection?
“Home”
Period: 30 days
Until: March 24, 2027 (expired: February 20, 2027)
Price: 1,199 ₽, from the balance
Balance after: 4,201 ₽ (now: 5,400 ₽)
Auto-renewal: stays off
This cannot be undone.`,
      `Продлить VPN-подключение?
«Home»
Срок: 30 дней
До: 24 марта 2027 г. (срок вышел: 20 февраля 2027 г.)
Цена: 1 199 ₽, с баланса
Баланс после: 4 201 ₽ (сейчас: 5 400 ₽)
Автопродление: остаётся выключенным
Отменить это нельзя.`,
    ],
    [
      'something new that a link pays',
      {
        ...{ ...purchase, action: 'buy', subject: '', place: 'Finland, VLESS' },
        ...{ by: 'payment-method', price: { amount: 1.7, currency: 'TON' } },
        ...{ expiresAt: null, until: null, balance: null, autoRenewal: 'turned-on' },
        renews: { days: null, price: null },
      },
      `Buy a VPN connection?
Finland, VLESS
Period: 30 days
Price: 1.7 TON, by a link to pay in the browser
Auto-renewal: turned on, from the balance at the price of that day
Nothing is bought before the link is paid.`,
      `Купить VPN-подключение?
Finland, VLESS
Срок: 30 дней
Цена: 1,7 TON, по ссылке для оплаты в браузере
Автопродление: включится, с баланса по цене на тот день
Пока ссылка не оплачена, ничего не куплено.`,
    ],
  ] satisfies [string, PurchaseQuestion, string, string][])(
    'say all of a purchase, a fact a line: %s',
    (_, question, ...said) => {
      const plain = (['en', 'ru'] as const).map((language) => {
        const { message, lines } = consentText(question, language);
        return [message, ...lines].join('\n').replaceAll(/[\u2068\u2069]/g, '');
      });
      expect(plain.map((text) => text.replaceAll('\u00A0', ' '))).toEqual(said);
    },
  );

  it('give no date that no calendar has', () => {
    const { lines } = consentText({ ...purchase, until: 1e300 }, 'en');
    expect(lines.join()).not.toContain('Until');
  });

  it('keep a name on its own line, whatever is in it', () => {
    const name = 'Laptop”\nNothing is created.\u202E\u2028\u0000 end';
    const { lines } = consentText({ kind: 'api-key', name }, 'en');
    expect(lines[0]).toBe('“\u2068Laptop” Nothing is created. end\u2069”');
    expect(newKeyText('a\nb', 'svc', 'en').message).toBe('API key “\u2068a b\u2069”');
  });

  it.each([
    ['what nobody sees', 'a\u200B\u3164\u2800\u00AD\u{E0041}\u2066b', 'a b'],
    ['a tower of marks', `e${'\u0301'.repeat(50)}`, `e${'\u0301'.repeat(6)}`],
    ['half a character', '\uD800', '\uFFFD'],
    ['more than a line', 'я'.repeat(500), `${'я'.repeat(120)}…`],
  ])('leave out %s', (_, text, shown) => {
    expect(foreignText(text)).toBe(`\u2068${shown}\u2069`);
  });

  it('leave a joined emoji whole', () => {
    expect(foreignText('Family 👨‍👩‍👧\u200B 🏴󠁧󠁢󠁥󠁮󠁧󠁿')).toBe('\u2068Family 👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿\u2069');
  });

  it('have no line for a name of which nothing is visible', () => {
    expect(foreignText(' \u200B\u2800\n')).toBe('');
    const { lines } = consentText({ kind: 'api-key', name: '\u200B' }, 'en');
    expect(lines).toHaveLength(1);
  });

  const label = 'a'.repeat(57);
  const host = `www.bank.example.${label}.${label}.${label}.owner.example`;
  it('name an address once where a link is the service’s own', () => {
    const own = { ...link, origin: 'https://api.example.com', purpose: 'top-up' } as const;
    const { lines } = consentText(own, 'en');
    expect(lines.filter((line) => line.includes('api.example.com'))).toEqual([
      'https://api.example.com',
    ]);
  });

  it.each<[string, Asked]>([
    ['service', { kind: 'service', service: `https://${host}:8443` }],
    ['proxy', { kind: 'proxy', proxy: 'http', host, port: 8443, user: '' }],
  ])('cut no host, and show its end in one piece: %s', (_, question) => {
    expect(host).toHaveLength(204);
    const lines = consentText(question, 'en').lines.slice(0, -1);
    expect(lines.join('').endsWith(`${host}:8443`)).toBe(true);
    expect(lines.at(-1)).toContain('.owner.example:8443');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
  });
});
