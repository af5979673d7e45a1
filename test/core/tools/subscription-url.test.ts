import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillTemplate, subscriptionTemplate } from '#core/tools/subscription-url.ts';
import { drawn } from '#test/simulator/deep.ts';

const template = 'https://sub.example.com/s/{key}';

describe('the template of a subscription’s URL', () => {
  it.each([
    template,
    'https://sub.example.com/{key}/json',
    'https://sub.example.com:8443/?token={key}&format=json',
    'https://sub.example.com/a-{key}-b',
  ])('may be %s', (text) => {
    expect(subscriptionTemplate(` ${text}\n`)).toBe(text);
  });

  it.each([
    ['nothing', ''],
    ['plain http', 'http://sub.example.com/s/{key}'],
    ['plain http to this machine', 'http://127.0.0.1/s/{key}'],
    ['without a scheme', 'sub.example.com/s/{key}'],
    ['of another scheme', 'file:///s/{key}'],
    ['without a place for the key', 'https://sub.example.com/s/'],
    ['with two places for it', 'https://sub.example.com/{key}/{key}'],
    ['with another place', 'https://sub.example.com/{user}/{key}'],
    ['with a brace of its own', 'https://sub.example.com/s/{key}}'],
    ['with another spelling of the place', 'https://sub.example.com/s/{KEY}'],
    ['with a login', 'https://user:word@sub.example.com/s/{key}'],
    ['with the key as the login', 'https://{key}@sub.example.com/s/'],
    ['with the key in the host', 'https://{key}.example.com/s/'],
    ['with the key as the port', 'https://sub.example.com:{key}/s/'],
    ['with the key right behind the host', 'https://sub.example.com{key}'],
    ['with a fragment', 'https://sub.example.com/s/{key}#name'],
    ['with the key in the fragment', 'https://sub.example.com/s/#{key}'],
    ['that leads elsewhere', 'https://sub.example.com/s/../{key}'],
    ['with a space', 'https://sub.example.com/s /{key}'],
    ['with a line end', 'https://sub.example.com/s\n/{key}'],
    ['with an address that a parser writes otherwise', 'https://SUB.example.com/{key}'],
  ])('may not be one %s', (_what, text) => {
    expect(subscriptionTemplate(text)).toBeUndefined();
  });

  it('gives the URL with the key in its place', () => {
    expect(fillTemplate(template, 'sub_7h2k')).toBe('https://sub.example.com/s/sub_7h2k');
    expect(fillTemplate(template, '$&')).toBe('https://sub.example.com/s/%24%26');
  });

  it('never leads a key to another address', () => {
    for (const text of [template, 'https://sub.example.com/?token={key}&format=json']) {
      const [before = '', after = ''] = text.split('{key}');
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (key) => {
          const url = fillTemplate(text, key);
          if (url === undefined) return;
          expect(url.startsWith(before) && url.endsWith(after)).toBe(true);
          const middle = url.slice(before.length, url.length - after.length);
          expect(middle).not.toMatch(/[/?#&]/);
          expect(decodeURIComponent(middle)).toBe(key);
        }),
        drawn(100),
      );
    }
  });

  it.each(['', '.', '..', '\ud800'])('gives no URL of the key %j', (key) => {
    expect(fillTemplate(template, key)).toBeUndefined();
  });
});
