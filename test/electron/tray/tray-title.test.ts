import { describe, expect, it } from 'vitest';
import { menuLabel, menuTitle } from '#electron/tray/tray-title.ts';

const shown = (title: string) => menuTitle(title, 'Untitled');

describe('a title in a menu', () => {
  it.each([
    ['an empty one', '', 'Untitled'],
    ['one of spaces and marks only', ' \u200b\u202e\n', 'Untitled'],
    ['lines and tabs', 'a\r\nb\tc', 'a b c'],
    ['an override of the direction', 'safe\u202Egnp.exe', 'safegnp.exe'],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['a null byte', 'a\0b', 'a b'],
    ['joined emoji', 'home 👩‍👩‍👧', 'home 👩‍👩‍👧'],
  ])('shows %s sensibly', (_what, title, expected) => {
    expect(shown(title)).toBe(expected);
  });

  it('is cut between grapheme clusters', () => {
    expect(shown('a'.repeat(48))).toBe('a'.repeat(48));
    expect(shown('a'.repeat(49))).toBe(`${'a'.repeat(47)}…`);
    expect(shown('👩‍👩‍👧'.repeat(60))).toBe(`${'👩‍👩‍👧'.repeat(47)}…`);
  });

  it('is cut before what tells it from others', () => {
    const apart = 'kz-1.example.net:443';
    expect(menuTitle('AmneziaWG 2, Kazakhstan', 'Untitled', apart)).toBe(
      `AmneziaWG 2, Kazakhstan · ${apart}`,
    );
    expect(menuTitle('a'.repeat(60), 'Untitled', apart)).toBe(`${'a'.repeat(24)}… · ${apart}`);
  });

  it('isolates a right-to-left title from the text after it', () => {
    expect(shown('שלום')).toBe('\u2068שלום\u2069');
  });

  it('has no mnemonic', () => {
    expect(menuLabel('Salt & Pepper && more')).toBe('Salt && Pepper &&&& more');
  });
});

it.each([
  ['letters', 'a'],
  ['marks on one letter', '\u0301'],
  ['joined emoji', '👩\u200d'],
  ['zero widths', '\u200b'],
])('a title of a million %s is as short as any other', (_, part) => {
  const before = process.cpuUsage();
  const title = menuTitle(`a${part.repeat(1_000_000 / part.length)}`, 'Untitled');
  expect(title.length).toBeLessThan(500);
  expect(title.isWellFormed()).toBe(true);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(50);
});
