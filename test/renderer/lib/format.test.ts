import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { protocolName, visible, withoutFlags } from '#renderer/lib/texts/connection-text.ts';
import { expiryTone } from '#renderer/lib/texts/expiry.ts';
import { createFormatter, dayTime, isCountryName, unwritable } from '#renderer/lib/texts/format.ts';

const now = new Date(2026, 10, 21, 12, 0).getTime();
const hour = 3_600_000;
const day = 24 * hour;
const en = createFormatter('en');
const ru = createFormatter('ru');

describe('the time since', () => {
  test.each([
    [25 * 60_000, '25 minutes ago', '25 минут назад'],
    [5 * hour, '5 hours ago', '5 часов назад'],
    [day, 'yesterday', 'вчера'],
    [2 * day + hour, '2 days ago', 'позавчера'],
    [12 * day, '12 days ago', '12 дней назад'],
    [100 * day, '100 days ago', '100 дней назад'],
    [150 * day, '4 months ago', '4 месяца назад'],
    [800 * day, '2 years ago', '2 года назад'],
  ])('%i ms is "%s", "%s"', (ms, english, russian) => {
    expect(en.since(now - ms, now)).toBe(english);
    expect(ru.since(now - ms, now)).toBe(russian);
  });

  test('the evening before is yesterday, twenty hours later', () => {
    const evening = new Date(2026, 10, 21, 23, 0).getTime();
    expect(en.since(evening, evening + 20 * hour)).toBe('yesterday');
  });
});

test('today and yesterday have names, other days have none', () => {
  const midnight = new Date(2026, 10, 21).getTime();
  expect([en.dayName(midnight, now), ru.dayName(midnight, now)]).toEqual(['Today', 'Сегодня']);
  expect(en.dayName(midnight - 1, now)).toBe('Yesterday');
  expect(ru.dayName(midnight - 1, now)).toBe('Вчера');
  expect(en.dayName(midnight - day - 1, now)).toBeNull();
  expect(en.dayName(now + day, now)).toBeNull();
});

describe('the time that is left', () => {
  test.each([
    [20_000, '1 minute', '1 минута'],
    [5.9 * hour, '5 hours', '5 часов'],
    [4.9 * day, '4 days', '4 дня'],
    [30 * day - 20_000, '30 days', '30 дней'],
    [440.9 * day, '440 days', '440 дней'],
  ])('of %i ms is "%s", "%s": no more than there is', (ms, english, russian) => {
    expect(en.span(now + ms, now)).toBe(english);
    expect(ru.span(now + ms, now)).toBe(russian);
  });
});

test('an age below a minute has no number', () => {
  expect(en.age(59_000)).toBeNull();
  expect(en.age(5 * 60_000)).toBe('5 min');
  expect(ru.age(3 * hour)).toBe('3 ч');
  expect(ru.age(2 * day)).toBe('2 дня');
});

describe('an amount', () => {
  test('keeps every digit that the service gives, and gets none of its own', () => {
    expect(en.exact.format(2340)).toBe('2,340');
    expect(en.exact.format(0.123_456_789)).toBe('0.123456789');
    expect(ru.exact.format(2.18)).toBe('2,18');
  });

  test.each([
    ['1000', '1,000', '1\u00A0000'],
    ['2.180', '2.180', '2,180'],
    ['-0.5', '−0.5', '−0,5'],
    ['13.750000000000000001', '13.750000000000000001', '13,750000000000000001'],
    ['about 5', 'about 5', 'about 5'],
    ['', '', ''],
  ])('that is the text "%s" is written "%s", "%s"', (text, english, russian) => {
    expect(en.decimal(text)).toBe(english);
    expect(ru.decimal(text)).toBe(russian);
  });
});

test('a share has its sign', () => {
  expect(en.percent.format(-10)).toBe('−10%');
  expect(ru.percent.format(7.5)).toBe('+7,5\u00A0%');
});

test('a countdown is in seconds below a minute and never below zero', () => {
  const seconds = (n: number) => `${String(n)} s`;
  expect(en.countdown(59_001, seconds)).toBe('1:00');
  expect(en.countdown(58_900, seconds)).toBe('59 s');
  expect(en.countdown(125_000, seconds)).toBe('2:05');
  expect(en.countdown(-5, seconds)).toBe('0 s');
});

test('figures keep a decimal only where it says something, and have the sign of a minus, not a hyphen', () => {
  expect(en.figure(7.25)).toBe('7.3');
  expect([en.number, en.exact].map((each) => each.format(-1000))).toEqual(['−1,000', '−1,000']);
  expect(en.figure(40)).toBe('40');
  expect(ru.figure(17.2)).toBe('17,2');
  expect(en.figure(146.4)).toBe('146');
});

test('a code that names no country has no name', () => {
  expect(ru.country('NL')).toBe('Нидерланды');
  expect(en.country('')).toBe('');
  expect(en.country('nl/../x')).toBe('');
});

test('a place that is called like its country is recognized in every language', () => {
  expect(isCountryName('Нидерланды', 'NL')).toBe(true);
  expect(isCountryName('netherlands', 'NL')).toBe(true);
  expect(isCountryName('Amsterdam', 'NL')).toBe(false);
  // The service's own short name stays.
  expect(isCountryName('США', 'US')).toBe(false);
  expect(isCountryName('', '')).toBe(false);
});

test('expiry turns amber seven days before and red at its moment', () => {
  const at = (ms: number) => (now + ms) / 1000;
  expect(expiryTone(null, now)).toBe('none');
  expect(expiryTone(at(7 * day + 1000), now)).toBe('later');
  expect(expiryTone(at(7 * day), now)).toBe('soon');
  expect(expiryTone(at(-1000), now)).toBe('past');
});

test('an unknown protocol keeps its own name, also one that objects have', () => {
  expect(protocolName('shadowsocks-2022')).toBe('Shadowsocks 2022');
  expect(protocolName('quic-next')).toBe('quic-next');
  expect(protocolName('constructor')).toBe('constructor');
});

test('texts from outside lose control characters and direction overrides, nothing else', () => {
  expect(visible('a\u202Etxt.exe\u0007')).toBe('a txt.exe');
  expect(visible(' \n ')).toBe('');
  expect(visible('המחשב של אבא 👨‍👩‍👧')).toBe('המחשב של אבא 👨‍👩‍👧');
});

describe('an invalid value', () => {
  const outOfRange = [NaN, Infinity, -Infinity, 8.64e15 + 1, -8.64e15 - 1, Number.MAX_VALUE];

  test.each(outOfRange)('as a date is a dash: %d', (ms) => {
    for (const write of [en.time, en.seconds, en.date, en.dateTime, en.utcDay]) {
      expect(write(ms)).toBe(unwritable);
    }
  });

  test.each(outOfRange)('as an age still has words: %d', (ms) => {
    expect(en.age(ms) ?? '').toBeTypeOf('string');
    expect(ru.since(ms, now)).not.toBe('');
    expect(ru.since(now, ms, 'short')).not.toBe('');
    expect(en.countdown(ms, String)).not.toContain('NaN');
    expect(en.figure(ms)).not.toContain('NaN');
  });

  test('of expiries before any date is a number of years', () => {
    expect(en.since(-8.65e15, now)).toMatch(/^\d\d\d,\d\d\d years ago$/);
  });

  test('as a day of statistics has no time', () => {
    expect(dayTime('2026-03-12')).toBe(Date.UTC(2026, 2, 12, 12));
    expect(dayTime('yesterday')).toBeNull();
    expect(dayTime('')).toBeNull();
    expect(dayTime('2026-13-40')).toBeNull();
  });
});

describe('in the time zone', () => {
  const instant = Date.UTC(2026, 5, 1, 22, 30);

  test('that it is made for, times and dates are written', () => {
    expect(createFormatter('en', 'Europe/Moscow').time(instant)).toBe('01:30');
    expect(createFormatter('en', 'America/New_York').dateTime(instant)).toContain('18:30');
    expect(createFormatter('en', 'Asia/Tokyo').date(instant)).toContain('Jun 2');
  });

  test('of summer and winter, a day of 23 or 25 hours is one day', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const [month, date] of [
      [2, 28],
      [9, 24],
    ] as const) {
      const evening = new Date(2026, month, date, 12).getTime();
      const later = new Date(2026, month, date + 1, 13).getTime();
      expect(en.since(evening, later)).toBe('yesterday');
    }
  });
});

test('a name is shown without the flags that only some systems draw', () => {
  expect(withoutFlags('\u{1F1E9}\u{1F1EA} Германия · VLESS')).toBe('Германия · VLESS');
  expect(withoutFlags('VLESS \u{1F1E9} A')).toBe('VLESS \u{1F1E9} A');
});
