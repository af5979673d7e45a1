import { expect, test } from 'vitest';
import { maskedLink } from '#renderer/connection/masked-link.ts';

const written = (scheme: string, host: string, port: number | null) =>
  maskedLink(scheme, { host, port })
    .map((part) => (part.kind === 'secret' ? '***' : part.text))
    .join('');

test.each([
  ['vless', 'nl.example.com', 443, 'vless://***@nl.example.com:443'],
  [
    'hysteria2',
    'nl.example.com:443,5000-6000',
    null,
    'hysteria2://***@nl.example.com:443,5000-6000',
  ],
  ['tg', 'nl.example.com', 443, 'tg://proxy?server=nl.example.com&port=443&secret=***'],
  ['', 'nl.example.com', 1080, '***@nl.example.com:1080'],
  ['vmess', '', null, 'vmess://***'],
])('a masked link of scheme "%s" has the form of that scheme', (scheme, host, port, expected) => {
  expect(written(scheme, host, port)).toBe(expected);
});
