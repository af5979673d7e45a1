import { describe, expect, it } from 'vitest';
import { patternTitles, replaceExpression, replaceText } from '#contract/rules/rename.ts';

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

  it('replaces by an expression with its groups', () => {
    expect(replaceExpression(['Node 12', 'Home'], '(\\d)(\\d)', '$2$1')).toEqual([
      'Node 21',
      'Home',
    ]);
    expect(replaceExpression(['Дом 1'], '\\p{L}+', 'Home')).toEqual(['Home 1']);
    expect(replaceExpression(['a'], '', 'x')).toEqual(['a']);
  });

  it.each([
    '^(\\w+) (\\d+)$',
    'Node|Server',
    '(?<city>[A-Z(+*]+)-?',
    '\\(.*\\)',
    '(?:a|b)c',
    'a{2,3}',
  ])('takes %j for an expression', (find) => {
    expect(replaceExpression(['-'], find, '')).not.toBeNull();
  });

  it.each([
    '(a+)+$',
    '(a|a)*',
    '((a?))+',
    '(?:a*)*b',
    '.*.*.*x',
    '\\(*\\(*\\(*x',
    '(a|a)'.repeat(20),
    'a?'.repeat(30),
    '(.)\\1',
    '(?<x>a)\\k<x>',
    'a(?=b)',
    '(?<!a)b',
    '(a{1,50}){1,50}',
  ])('refuses %j, which could take long', (find) => {
    expect(replaceExpression(['a'.repeat(100)], find, '')).toBeNull();
  });

  it('leaves a title as it is that is longer than any', () => {
    const long = 'a'.repeat(101);
    expect(replaceExpression([long, 'a'], 'a', 'b')).toEqual([long, 'b']);
  });

  it.each(['(', '[z-a]', 'a'.repeat(201)])('takes %j for no expression', (find) => {
    expect(replaceExpression(['a'], find, '')).toBeNull();
  });
});
