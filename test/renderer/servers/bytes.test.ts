// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { gigabyte } from '#contract/constants.ts';
import { gigabytesText, typedBytes, usedShare } from '#renderer/servers/bytes.ts';

describe('a limit of traffic', () => {
  test.each([
    ['', 0],
    ['0', 0],
    ['100', 100 * gigabyte],
    ['1,5', 1.5 * gigabyte],
    ['many', null],
    ['-1', null],
    ['1e9', null],
  ])('typed as %j is %j bytes', (typed, bytes) => {
    expect(typedBytes(typed)).toBe(bytes);
  });

  test('reads back as it was typed, and unlimited as nothing', () => {
    expect(gigabytesText(typedBytes('12.25') ?? 0)).toBe('12.25');
    expect(gigabytesText(0)).toBe('');
  });

  test('has no share when it is unlimited, and never more than all', () => {
    expect(usedShare(5, 0)).toBeNull();
    expect(usedShare(5, 20)).toBe(25);
    expect(usedShare(30, 20)).toBe(100);
  });
});
