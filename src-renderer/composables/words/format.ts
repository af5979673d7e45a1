const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Times of the day as a clock of 24 hours: exact, narrow, the same width always. */
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Days of the calendar between two moments, as the person's clock counts them. */
function calendarDays(from: number, to: number): number {
  const midnight = (ms: number) => {
    const date = new Date(ms);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  };
  return Math.round((midnight(to) - midnight(from)) / day);
}

/** Dates, numbers and ages of one language. Costly to make: the settings store keeps the one in use. */
export function formatter(language: string) {
  const unit = (name: string, unitDisplay: 'short' | 'long') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay });
  const minutes = unit('minute', 'short');
  const hours = unit('hour', 'short');
  const days = unit('day', 'long');
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const ahead = {
    long: new Intl.RelativeTimeFormat(language, { numeric: 'always' }),
    short: new Intl.RelativeTimeFormat(language, { numeric: 'always', style: 'short' }),
  };
  const tenths = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const exact = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
  const point = exact.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  /** Names that were asked for: a list asks for the same few again and again. */
  const countries = new Map<string, string>();

  return {
    number: new Intl.NumberFormat(language),
    /** Every digit that there is, none made up: what amounts are written with. */
    exact,
    /** "+5%", "−10 %": of a number that is percent already. */
    percent: new Intl.NumberFormat(language, {
      style: 'unit',
      unit: 'percent',
      signDisplay: 'exceptZero',
      maximumFractionDigits: 20,
    }),
    time: new Intl.DateTimeFormat(language, clock),
    seconds: new Intl.DateTimeFormat(language, { ...clock, second: '2-digit' }),
    date: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }),
    dateTime: new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      ...clock,
    }),
    day: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),

    /** "5 min", "3 hr", "2 days"; `null` below a minute. */
    age(ms: number): string | null {
      if (ms < minute) return null;
      if (ms < hour) return minutes.format(Math.floor(ms / minute));
      if (ms < day) return hours.format(Math.floor(ms / hour));
      return days.format(Math.floor(ms / day));
    },

    /** Exact below a day ("in 5 hours"), by the calendar above ("tomorrow", "in 3 days"). */
    distance(at: number, now: number, style: 'long' | 'short' = 'long'): string {
      const ms = at - now;
      const size = Math.abs(ms);
      if (size < hour) return ahead[style].format(Math.trunc(ms / minute), 'minute');
      const away = calendarDays(now, at);
      if (size < day && Math.abs(away) < 1)
        return ahead[style].format(Math.trunc(ms / hour), 'hour');
      if (style === 'short' && away < -2 && size < 60 * day) return ahead.short.format(away, 'day');
      if (size < 60 * day) return relative.format(away === 0 ? Math.sign(ms) : away, 'day');
      if (size < 700 * day) return ahead[style].format(Math.trunc(ms / (30.44 * day)), 'month');
      return ahead[style].format(Math.trunc(ms / (365.25 * day)), 'year');
    },

    countdown(ms: number, inSeconds: (n: number) => string): string {
      const left = Math.max(0, Math.ceil(ms / second));
      if (left < 60) return inSeconds(left);
      return `${String(Math.floor(left / 60))}:${String(left % 60).padStart(2, '0')}`;
    },

    figure(value: number): string {
      return Math.abs(value) < 100 && !Number.isInteger(value)
        ? tenths.format(value)
        : whole.format(value);
    },

    /** A decimal number that is text, with all its digits; any other text as it is. */
    decimal(text: string): string {
      const [, whole, fraction] = /^(-?\d{1,15})(?:\.(\d+))?$/.exec(text) ?? [];
      if (whole === undefined) return text;
      const written = exact.format(Number(whole));
      return fraction === undefined ? written : written + point + fraction;
    },

    /** Empty where the code names no country. */
    country(code: string): string {
      const known = countries.get(code);
      if (known !== undefined) return known;
      const name = /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? '') : '';
      if (name !== '') countries.set(code, name);
      return name;
    },
  };
}

export type Formatter = ReturnType<typeof formatter>;
