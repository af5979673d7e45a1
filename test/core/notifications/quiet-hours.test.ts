import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quietFor } from '#core/notifications/quiet-hours.ts';
import { day, hour, hours } from './account.ts';
import { drawn } from '#test/simulator/deep.ts';

describe('the hours of the notification settings', () => {
  const at = (hours: number, minutes = 0) => Date.UTC(2026, 0, 15, hours, minutes, 30);

  it.each([
    ['a day', hours(9, 21), at(8, 59), 30_000],
    ['a day', hours(9, 21), at(9), 0],
    ['a day', hours(9, 21), at(20, 59), 0],
    ['a day', hours(9, 21), at(21), 12 * hour - 30_000],
    ['a night', hours(22, 6), at(23), 0],
    ['a night', hours(22, 6), at(5, 59), 0],
    ['a night', hours(22, 6), at(6), 16 * hour - 30_000],
    ['another zone', hours(9, 21, 180), at(6), 0],
    ['another zone', hours(9, 21, -570), at(9), 9.5 * hour - 30_000],
    ['the whole day', hours(7, 7), at(3), 0],
  ])('through %s: %j', (_, settings, now, wait) => {
    expect(quietFor(settings, now)).toBe(wait);
  });

  it.each([
    ['the evening before it begins', hours(9, 22, 60), Date.UTC(2026, 2, 28, 21), 11],
    ['the morning after it began', hours(9, 22, 120), Date.UTC(2026, 2, 29, 5), 2],
    ['the evening before it ends', hours(9, 22, 120), Date.UTC(2026, 9, 24, 20), 11],
    ['the morning after it ended', hours(9, 22, 60), Date.UTC(2026, 9, 25, 5), 3],
  ])('follow the offset of daylight saving time: %s', (_, settings, now, wait) => {
    expect(quietFor(settings, now)).toBe(wait * hour);
  });

  it('always come, within a day, and not before they should', () => {
    const anyHour = fc.integer({ min: 0, max: 23 });
    const offset = fc.integer({ min: -720, max: 840 });
    fc.assert(
      fc.property(
        anyHour,
        anyHour,
        offset,
        fc.integer({ min: 0, max: 4e12 }),
        (from, to, east, now) => {
          const settings = hours(from, to, east);
          const wait = quietFor(settings, now);
          expect(wait).toBeGreaterThanOrEqual(0);
          expect(wait).toBeLessThan(day);
          expect(quietFor(settings, now + wait)).toBe(0);
          if (wait > 0) expect(quietFor(settings, now + wait - 1)).toBeGreaterThan(0);
        },
      ),
      drawn(100, 10_000),
    );
  });

  it('are never in the past, whatever the service says they are', () => {
    const any = fc.double({ min: -1e18, max: 1e18, noNaN: true });
    const near = fc.double({ min: -800, max: 800, noNaN: true });
    const number = fc.oneof(any, near);
    fc.assert(
      fc.property(number, number, number, fc.nat(3_000_000_000), (start, end, offset, now) => {
        const wait = quietFor(hours(start, end, offset), now * 1000);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(24 * hour);
      }),
      drawn(100),
    );
  });
});
