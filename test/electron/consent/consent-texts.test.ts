import { describe, expect, it } from 'vitest';
import type { ConsentQuestion } from '#core/consent/question.ts';
import { consentText, plainLine } from '#electron/consent/consent-texts.ts';

const purchase = {
  kind: 'purchase',
  product: 'config',
  action: 'renew',
  subject: 'Home',
  by: 'balance',
  price: { amount: 1199, currency: 'RUB' },
  autoRenewal: false,
} as const;

const authority = { subject: 'Own CA', expiresAt: 0, fingerprint: 'AA:BB' };

const questions: readonly (readonly [ConsentQuestion, ...string[]])[] = [
  [purchase, 'Home', '199 ₽'],
  [{ ...purchase, price: { amount: 1.7, currency: 'TON' } }, 'TON'],
  [{ ...purchase, action: 'key', by: 'promocode', price: null, autoRenewal: true }, 'Home'],
  [{ ...purchase, product: 'paid-option', action: 'buy', by: 'payment-method', price: null }],
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
  [{ kind: 'auto-renewal', product: 'cloud-server', subject: 'lab', days: 30 }, 'lab', '30'],
  [{ kind: 'allowance', roubles: 500 }, '500 ₽'],
  [{ kind: 'unlock' }],
  [{ kind: 'touch-id-off' }, 'Touch ID'],
  [{ kind: 'service', origin: 'https://api.example.com' }, 'https://api.example.com'],
  [{ kind: 'proxy', proxy: 'socks5', host: '192.0.2.1', port: 1080 }, 'SOCKS5 192.0.2.1:1080'],
  [{ kind: 'proxy', proxy: 'http', host: '2001:db8::7', port: 1080 }, 'HTTP [2001:db8::7]:1080'],
  [
    { kind: 'check-resolver', owner: 'Cloudflare', url: 'https://1.1.1.1/dns-query' },
    'Cloudflare',
    'https://1.1.1.1/dns-query',
  ],
  [{ kind: 'check-address', host: '2001:db8::1', port: 443 }, '[2001:db8::1]:443'],
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

  it('keep a name on its own line, whatever is in it', () => {
    const name = 'Laptop”\nNothing is created.\u202E\u2028\u0000 end';
    const { lines } = consentText({ kind: 'api-key', name }, 'en');
    expect(lines[0]).toBe('“Laptop” Nothing is created. end”');
    expect(plainLine('я'.repeat(500))).toHaveLength(121);
    expect(plainLine('\uD800')).toBe('\uFFFD');
  });
});
