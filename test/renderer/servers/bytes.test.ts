// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { gigabyte } from '#contract/constants.ts';
import { gigabytesText, typedBytes, usedShare, usedUpAt } from '#renderer/servers/bytes.ts';

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

describe('the traffic of a paid option', () => {
  const day = 86_400_000;
  const now = 1_800_000_000_000;
  const made = (daysAgo: number) => ({ created_at: (now - daysAgo * day) / 1000 });
  const used = { used_traffic_bytes: 60, lifetime_used_traffic_bytes: 200 };

  test('is used up at the pace that it had since its oldest configuration was made', () => {
    const info = { ...used, traffic_limit_bytes: 100 };
    expect(usedUpAt(info, [made(3), made(20)], now)).toBe(now + 4 * day);
    expect(usedUpAt({ ...info, used_traffic_bytes: 120 }, [made(20)], now)).toBe(now);
  });

  test.each([
    ['without a limit', { ...used, traffic_limit_bytes: 0 }, [made(20)]],
    ['in its first day', { ...used, traffic_limit_bytes: 100 }, [made(0.5)]],
    ['without configurations', { ...used, traffic_limit_bytes: 100 }, []],
  ])('has no day %s', (_, info, configs) => {
    expect(usedUpAt(info, configs, now)).toBe(null);
  });
});
