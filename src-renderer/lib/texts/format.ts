import { countryNames } from '#contract/connections/country-names.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** What is longer ago is said in months. */
const maxDays = 120;

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
    /** "12 Mar", of a moment in the formatter's zone. */
    localDay: dateFormat(language, { day: 'numeric', month: 'short', ...zone }),
  };
}

/** Numbers with a unit of time: "4 minutes", or "4 min". */
function createTimeUnits(language: string, unitDisplay: 'short' | 'long') {
  const unit = (name: string) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay });
  return {
    minute: unit('minute'),
    hour: unit('hour'),
    day: unit('day'),
  };
}

function createAgeFormats(language: string) {
  const units = {
    long: createTimeUnits(language, 'long'),
    short: createTimeUnits(language, 'short'),
  };
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const past = {
    long: new Intl.RelativeTimeFormat(language, { numeric: 'always' }),
    short: new Intl.RelativeTimeFormat(language, { numeric: 'always', style: 'short' }),
  };

  return {
    /** "5 min", "3 hr", "2 days"; `null` below a minute. */
    age(ms: number): string | null {
      if (!Number.isFinite(ms)) return unwritable;
      if (ms < minute) return null;
      if (ms < hour) return units.short.minute.format(Math.floor(ms / minute));
      if (ms < day) return units.short.hour.format(Math.floor(ms / hour));
      return units.long.day.format(Math.floor(ms / day));
    },

    /** The time since an earlier moment: exact below a day ("5 hours ago"), by the calendar above ("yesterday"). */
    since(at: number, now: number, style: 'long' | 'short' = 'long'): string {
      const ms = now - at;
      if (!Number.isFinite(ms)) return unwritable;
      const exactly = past[style];
      if (ms < hour) return exactly.format(-Math.floor(ms / minute), 'minute');
      if (ms >= 700 * day) return exactly.format(-Math.floor(ms / (365.25 * day)), 'year');
      if (ms >= (maxDays + 1) * day)
        return exactly.format(-Math.floor(ms / (30.44 * day)), 'month');
      const days = calendarDays(at, now);
      if (ms < day && days === 0) return exactly.format(-Math.floor(ms / hour), 'hour');
      if (style === 'short' && days > 2) return exactly.format(-days, 'day');
      return relative.format(-Math.max(days, 1), 'day');
    },

    /** "Today" and "Yesterday"; `null` for any other day. */
    dayName(at: number, now: number): string | null {
      const days = calendarDays(at, now);
      if (days !== 0 && days !== 1) return null;
      const name = relative.format(-days, 'day');
      return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
    },

    /**
     * "5 hours", from a day on "440 days": times in a list are compared. Rounded down, but a day that
     * began within the hour is whole: what is bought for 30 days has 30 days left.
     */
    span(at: number, now: number, style: 'long' | 'short' = 'long'): string {
      const ms = at - now;
      if (Number.isNaN(new Date(at).getTime())) return unwritable;
      const inUnits = units[style];
      if (ms < hour) return inUnits.minute.format(Math.max(1, Math.floor(ms / minute)));
      if (ms < day) return inUnits.hour.format(Math.floor(ms / hour));
      return inUnits.day.format(Math.floor((ms + hour) / day));
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
  /** With a minus sign, where `Intl` writes a hyphen. */
  const numbers = (options?: Intl.NumberFormatOptions) => {
    const written = new Intl.NumberFormat(language, options);
    return { format: (value: number) => written.format(value).replace('-', '−') };
  };
  const tenths = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const whole = numbers({ maximumFractionDigits: 0 });
  const exact = numbers({ maximumFractionDigits: 20 });
  const point = exact.format(0.5).charAt(1);

  return {
    number: numbers(),
    /** Every digit that there is and no others: what amounts are written with. */
    exact,
    /** "+5%", "−10 %": of a number that is percent already. */
    percent: numbers({
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
  /** Name of a country by its ISO 3166 code in upper case; empty where the code names none. */
  return (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? '') : '');
}

/** Dates, numbers, ages and countries in one language. Costly to make: there is one. */
export function createFormatter(language: string, timeZone?: string) {
  return {
    ...createNumberFormats(language),
    ...createDateFormats(language, timeZone),
    ...createAgeFormats(language),
    country: createCountryNames(language),
  };
}

/** Such a name is written in the current language without asking the service. */
export function isCountryName(place: string, country: string): boolean {
  const name = place.toLocaleLowerCase();
  return countryNames(country, ['long']).some((known) => known.toLocaleLowerCase() === name);
}
