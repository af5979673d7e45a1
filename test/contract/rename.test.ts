import { describe, expect, it } from 'vitest';
import { patternTitle, replaceExpression, replaceText } from '#contract/rules/rename.ts';

const parts = { n: 7, place: 'Germany', protocol: 'VLESS', title: 'Home' };

describe('a pattern for titles', () => {
  it.each([
    ['{place} {n}', 'Germany 7'],
    ['{protocol}-{n}{n}', 'VLESS-77'],
    ['[{title}]', '[Home]'],
    ['{N} {unknown} {', '{N} {unknown} {'],
    ['', ''],
  ])('%j gives %j', (pattern, title) => {
    expect(patternTitle(pattern, parts)).toBe(title);
  });

  it('puts in what looks like a name as it is', () => {
    expect(patternTitle('{title} {n}', { ...parts, title: '{n} $1 $&' })).toBe('{n} $1 $& 7');
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
