import { languages } from '#contract/constants.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Replaces a date or a number that cannot be formatted, such as one that is out of range. */
export const unwritable = '—';

/** A 24-hour clock: exact, narrow, always of the same width. */
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Noon in UTC, in Unix milliseconds, of a day written YYYY-MM-DD; `null` where it is no such day. */
export function dayTime(date: string): number | null {
  const ms = Date.parse(`${date}T12:00:00Z`);
  return Number.isNaN(ms) ? null : ms;
}

/** Calendar days between two moments in the system's time zone. */
function calendarDays(from: number, to: number): number {
  const midnight = (ms: number) => {
    const date = new Date(ms);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  };
  return Math.round((midnight(to) - midnight(from)) / day);
}

/** Formats a time in Unix milliseconds; any number is safe. */
function dateFormat(language: string, options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat(language, options);
  return (ms: number): string =>
    Number.isNaN(new Date(ms).getTime()) ? unwritable : format.format(ms);
}

function createDateFormats(language: string, timeZone: string | undefined) {
  const zone = { timeZone };
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const day = dateFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return {
    time: dateFormat(language, { ...clock, ...zone }),
    seconds: dateFormat(language, { ...clock, second: '2-digit', ...zone }),
    date: dateFormat(language, { ...date, ...zone }),
    dateTime: dateFormat(language, { ...date, ...clock, ...zone }),
    /** "12 Mar": the day of a moment in UTC, as statistics count days. */
    utcDay: day,
  };
}

function createAgeFormats(language: string) {
  const unit = (name: string, unitDisplay: 'short' | 'long') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay });
  const minutes = unit('minute', 'short');
  const hours = unit('hour', 'short');
  const days = unit('day', 'long');
  const lengths = {
    long: { minute: unit('minute', 'long'), hour: unit('hour', 'long'), day: days },
    short: { minute: minutes, hour: hours, day: unit('day', 'short') },
  };
  const months = { long: unit('month', 'long'), short: unit('month', 'short') };
  const years = { long: unit('year', 'long'), short: unit('year', 'short') };
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const ahead = {
    long: new Intl.RelativeTimeFormat(language, { numeric: 'always' }),
    short: new Intl.RelativeTimeFormat(language, { numeric: 'always', style: 'short' }),
  };

  return {
    /** "5 min", "3 hr", "2 days"; `null` below a minute. */
    age(ms: number): string | null {
      if (!Number.isFinite(ms)) return unwritable;
      if (ms < minute) return null;
      if (ms < hour) return minutes.format(Math.floor(ms / minute));
      if (ms < day) return hours.format(Math.floor(ms / hour));
      return days.format(Math.floor(ms / day));
    },

    /** Exact below a day ("in 5 hours"), by the calendar above ("tomorrow", "in 3 days"). */
    distance(at: number, now: number, style: 'long' | 'short' = 'long'): string {
      const ms = at - now;
      const size = Math.abs(ms);
      if (!Number.isFinite(ms)) return unwritable;
      if (size < hour) return ahead[style].format(Math.trunc(ms / minute), 'minute');
      if (size >= 700 * day) return ahead[style].format(Math.trunc(ms / (365.25 * day)), 'year');
      if (size >= 60 * day) return ahead[style].format(Math.trunc(ms / (30.44 * day)), 'month');
      const away = calendarDays(now, at);
      if (size < day && away === 0) return ahead[style].format(Math.trunc(ms / hour), 'hour');
      if (style === 'short' && away < -2) return ahead.short.format(away, 'day');
      return relative.format(away === 0 ? Math.sign(ms) : away, 'day');
    },

    /** "4 days", "5 hours": whole units, rounded down so that no more is promised than there is. */
    span(ms: number, style: 'long' | 'short' = 'long'): string {
      if (!Number.isFinite(ms)) return unwritable;
      const { minute: inMinutes, hour: inHours, day: inDays } = lengths[style];
      if (ms < hour) return inMinutes.format(Math.max(1, Math.floor(ms / minute)));
      if (ms < day) return inHours.format(Math.floor(ms / hour));
      if (ms < 60 * day) return inDays.format(Math.floor(ms / day));
      if (ms < 700 * day) return months[style].format(Math.floor(ms / (30.44 * day)));
      return years[style].format(Math.floor(ms / (365.25 * day)));
    },

    /** Whole seconds rounded up: "59 s" by `inSeconds`, "2:05" from a minute on; never below zero. */
    countdown(ms: number, inSeconds: (n: number) => string): string {
      if (!Number.isFinite(ms)) return unwritable;
      const left = Math.max(0, Math.ceil(ms / second));
      if (left < 60) return inSeconds(left);
      return `${String(Math.floor(left / 60))}:${String(left % 60).padStart(2, '0')}`;
    },
  };
}

function createNumberFormats(language: string) {
  const tenths = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const exact = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
  const point = exact.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

  return {
    number: new Intl.NumberFormat(language),
    /** Every digit that there is and no others: what amounts are written with. */
    exact,
    /** "+5%", "−10 %": of a number that is percent already. */
    percent: new Intl.NumberFormat(language, {
      style: 'unit',
      unit: 'percent',
      signDisplay: 'exceptZero',
      maximumFractionDigits: 20,
    }),

    /** A rate or a share: one decimal below a hundred unless it is whole. */
    figure(value: number): string {
      if (!Number.isFinite(value)) return unwritable;
      return Math.abs(value) < 100 && !Number.isInteger(value)
        ? tenths.format(value)
        : whole.format(value);
    },

    /** A decimal number that is text, with all its digits; any other text unchanged. */
    decimal(text: string): string {
      const [, integer, fraction] = /^(-?\d{1,15})(?:\.(\d+))?$/.exec(text) ?? [];
      if (integer === undefined) return text;
      const written = exact.format(Number(integer));
      return fraction === undefined ? written : written + point + fraction;
    },
  };
}

function createCountryNames(language: string) {
  const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  /** Names that were looked up: a list needs the same few again and again. */
  const known = new Map<string, string>();
  /** Name of a country by its ISO 3166 code in upper case; empty where the code names none. */
  return (code: string): string => {
    const cached = known.get(code);
    if (cached !== undefined) return cached;
    const name = /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? '') : '';
    if (name !== '') known.set(code, name);
    return name;
  };
}

/**
 * Writes dates, numbers, ages and country names in one language. Every function answers for every
 * input; what cannot be written is `unwritable`. Costly to make: the settings store keeps one.
 *
 * @param timeZone IANA name; without it, the zone of the system when it is made
 */
export function createFormatter(language: string, timeZone?: string) {
  return {
    ...createNumberFormats(language),
    ...createDateFormats(language, timeZone),
    ...createAgeFormats(language),
    country: createCountryNames(language),
  };
}

/** The country names of every language of the window, to recognize one in another language. */
const countryNames = languages.map((language) => createCountryNames(language));

/**
 * Whether a place is called by the name of its country, in any language of the window. Such a name
 * can be written in the current language without asking the service.
 */
export function isCountryName(place: string, country: string): boolean {
  const name = place.toLocaleLowerCase();
  return countryNames.some((nameOf) => name !== '' && nameOf(country).toLocaleLowerCase() === name);
}
