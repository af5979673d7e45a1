import { describe, expect, it } from 'vitest';
import { patternTitles, replaceText, unknownParts } from '#contract/rules/rename.ts';

const parts = { place: 'Germany', protocol: 'VLESS', title: 'Home' };

describe('a pattern for titles', () => {
  it.each([
    ['{place} {n}', 'Germany 1'],
    ['{protocol}-{n}{n}', 'VLESS-11'],
    ['[{title}]', '[Home]'],
    ['{N} {unknown} {', '{N} {unknown} {'],
    ['', ''],
  ])('%j gives %j', (pattern, title) => {
    expect(patternTitles(pattern, [parts])).toEqual([title]);
  });

  it('gives no title where it names a place that is not known', () => {
    const placeless = { ...parts, place: '' };
    expect(patternTitles('{place} {n}', [placeless, parts])).toEqual([null, 'Germany 1']);
    expect(patternTitles('{title} {n}', [placeless])).toEqual(['Home 1']);
  });

  it('puts in what looks like a name as it is', () => {
    const odd = { ...parts, title: '{n} $1 $&' };
    expect(patternTitles('{title} {n}', [odd])).toEqual(['{n} $1 $& 1']);
  });

  it.each([
    ['{place} {n}', ['Germany 1', 'Japan 1', 'Germany 2']],
    ['{protocol} {n}', ['VLESS 1', 'VLESS 2', 'Trojan 1']],
    ['{place} {protocol} {n}', ['Germany VLESS 1', 'Japan VLESS 1', 'Germany Trojan 1']],
    ['{n}. {title}', ['1. Home', '2. Home', '3. Home']],
  ])('counts for each place and protocol that it names: %j', (pattern, titles) => {
    const other = { ...parts, place: 'Japan' };
    expect(patternTitles(pattern, [parts, other, { ...parts, protocol: 'Trojan' }])).toEqual(
      titles,
    );
  });
});

describe('finding and replacing', () => {
  it('replaces letter for letter, every time', () => {
    expect(replaceText(['a.b.c', 'abc'], '.', '$&')).toEqual(['a$&b$&c', 'abc']);
    expect(replaceText(['abc'], '', 'x')).toEqual(['abc']);
  });
});

it('words in braces that stand for nothing are named', () => {
  expect(unknownParts('{plase} {n} {title}')).toEqual(['{plase}']);
  expect(unknownParts('{place} {protocol}')).toEqual([]);
});
