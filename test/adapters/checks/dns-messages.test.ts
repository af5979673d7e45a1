import { encode } from 'dns-packet';
import { describe, expect, it } from 'vitest';
import { dnsQuestion, readDnsAnswer } from '#adapters/resolver/dns-messages.ts';

describe('a question to an encrypted resolver', () => {
  it('is written as RFC 8484 shows it', () => {
    expect(dnsQuestion('www.example.com', 'A')?.toString('base64url')).toBe(
      'AAABAAABAAAAAAAAA3d3dwdleGFtcGxlA2NvbQAAAQAB',
    );
  });

  it.each([
    'localhost',
    '192.0.2.1',
    '2001:db8::1',
    '',
    '.example.com',
    `${'a'.repeat(64)}.example.com`,
    `${'abc.'.repeat(63)}com`,
    'пример.рф',
  ])('is not built for %j', (name) => {
    expect(dnsQuestion(name, 'A')).toBeUndefined();
  });
});

describe('an answer of an encrypted resolver', () => {
  const name = 'nl.example.com';
  const message = (rcode: number, ...addresses: string[]) =>
    encode({
      type: 'response',
      flags: rcode,
      questions: [{ type: 'A', name }],
      answers: addresses.map((data) => ({ type: 'A' as const, name, data })),
    });

  it('holds the addresses of the type of the query', () => {
    expect(readDnsAnswer(message(0, '192.0.2.1', '192.0.2.2'), 'A')).toEqual([
      '192.0.2.1',
      '192.0.2.2',
    ]);
    expect(readDnsAnswer(message(0, '192.0.2.1'), 'AAAA')).toEqual([]);
  });

  it('distinguishes a name that does not exist from an unreadable answer', () => {
    expect(readDnsAnswer(message(3), 'A')).toEqual([]);
    expect(readDnsAnswer(message(2), 'A')).toBeUndefined();
    expect(readDnsAnswer(message(0, '192.0.2.1').subarray(0, 40), 'A')).toBeUndefined();
    expect(readDnsAnswer(Buffer.from('<html>'), 'A')).toBeUndefined();
  });
});
